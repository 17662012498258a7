# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a worker does with the members of one of its environments; see `PythonEngine.apply`."""

from __future__ import annotations

import inspect
from typing import Any

import gymnasium

from parallel_pool.python_envs.worker import RESERVED


def find(env: Any, name: str) -> Any:
    """A member of an environment, looked for in wrappers first."""
    return env.get_wrapper_attr(name) if isinstance(env, gymnasium.Env) else getattr(env, name)


def read(env: Any, name: str) -> tuple[bool, Any]:
    """Whether a member is a method, and its value; a method stays with its environment."""
    value = find(env, name)
    return (True, None) if inspect.ismethod(value) else (False, value)


def write(env: Any, name: str, value: Any) -> None:
    """Sets a member, in the wrapper that has it."""
    if isinstance(env, gymnasium.Env):
        env.set_wrapper_attr(name, value)
    else:
        setattr(env, name, value)


def call(env: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a method returns.

    Raises:
        ValueError: rows and episodes would not know of this call.
        TypeError: the member is not a method.
    """
    if name in RESERVED:
        raise ValueError(f"{name}() of a single environment cannot be called: use the pool's own")
    method = find(env, name)
    if not callable(method):
        raise TypeError(f"{name!r} is no method of the environment, its value is {method!r}")
    return method(*args, **kwargs)


def is_wrapped(env: Any, wrapper_class: type[Any]) -> bool:
    """Whether one of an environment's wrappers is of a class."""
    while isinstance(env, gymnasium.Wrapper):
        if isinstance(env, wrapper_class):
            return True
        env = env.env
    return False
