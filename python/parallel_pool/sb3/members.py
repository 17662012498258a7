# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What Stable-Baselines3 asks of single environments: their attributes, methods and wrappers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from parallel_pool.faces.vector_env import PoolVectorEnv


def members_of(envs: PoolVectorEnv) -> Members:
    """The environments of a pool, addressed by their ids."""
    return PythonMembers(envs) if envs._engine.is_python else Members(envs)


class Members:
    """Environments in C++, which have options, and no methods but ``render``.

    Args:
        envs: the pool.
    """

    def __init__(self, envs: PoolVectorEnv) -> None:
        """See the class."""
        self._envs = envs

    def get(self, name: str, ids: Sequence[int]) -> list[Any]:
        """An attribute of each; see `PoolVectorEnv.get_attr`."""
        values = self._envs.get_attr(name)
        return [values[i] for i in ids]

    def set(self, name: str, value: Any, ids: Sequence[int]) -> None:
        """Sets ``np_random`` of each to the same; nothing else can be set."""
        values = list(self._envs.np_random) if name == "np_random" else []
        for i in ids if values else ():
            values[i] = value
        self._envs.set_attr(name, values)

    def call(
        self, name: str, ids: Sequence[int], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> list[Any]:
        """What ``render`` returns, or an attribute that can be called."""
        if name == "render":
            if self._envs.render_mode == "human":
                self._envs.render()
                return [None] * len(ids)
            return list(self._envs.render(ids) or [None] * len(ids))
        values = self.get(name, ids)
        for value in values:
            if not callable(value):
                raise TypeError(
                    f"{name!r} is no method of {self._envs._id}, its value is {value!r}: read it "
                    "with get_attr"
                )
        return [value(*args, **kwargs) for value in values]

    def are_wrapped(self, wrapper_class: type[Any], ids: Sequence[int]) -> list[bool]:
        """Whether each has a wrapper of a class: they have none."""
        return [False for _ in ids]


class PythonMembers(Members):
    """Environments written in Python, which are reached where they are: in workers."""

    def get(self, name: str, ids: Sequence[int]) -> list[Any]:
        """An attribute of each, pickled on its way; methods can be called from here."""
        told = self._apply("read", ids, name=name)
        return [
            partial(self._call_one, name, i) if is_method else value
            for i, (is_method, value) in zip(ids, told, strict=True)
        ]

    def set(self, name: str, value: Any, ids: Sequence[int]) -> None:
        """Sets an attribute of each, in the wrapper that has it."""
        self._apply("write", ids, name=name, value=value)

    def call(
        self, name: str, ids: Sequence[int], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> list[Any]:
        """What a method of each returns, pickled on its way."""
        return self._apply("call", ids, name=name, args=args, kwargs=kwargs)

    def _call_one(self, name: str, env_id: int, *args: Any, **kwargs: Any) -> Any:
        return self.call(name, [env_id], args, kwargs)[0]

    def are_wrapped(self, wrapper_class: type[Any], ids: Sequence[int]) -> list[bool]:
        """Whether each has a wrapper of a class."""
        return self._apply("is_wrapped", ids, wrapper_class=wrapper_class)

    def _apply(self, function: str, ids: Sequence[int], **arguments: Any) -> list[Any]:
        from parallel_pool.python_envs import members

        return self._envs._engine.apply(ids, partial(getattr(members, function), **arguments))
