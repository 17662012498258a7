# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Functions that make environments, from what users give: ids, specs, functions, lists of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import gymnasium
from gymnasium.envs.registration import EnvSpec

from parallel_pool.pool.arguments import integer
from parallel_pool.pool.per_env import PerEnv, spread

EnvFunction = Callable[[], Any]
EnvSource = str | EnvSpec | EnvFunction


@dataclass(frozen=True)
class MakeEnv:
    """Makes an environment by its id or spec."""

    id: str | EnvSpec
    options: dict[str, Any] = field(default_factory=dict)

    def __call__(self) -> gymnasium.Env[Any, Any]:
        """A new environment."""
        return gymnasium.make(self.id, **self.options)


@dataclass(frozen=True)
class LimitSteps:
    """Makes an environment with a time limit of its own."""

    function: EnvFunction
    max_episode_steps: int

    def __call__(self) -> gymnasium.Env[Any, Any]:
        """A new environment."""
        return gymnasium.wrappers.TimeLimit(self.function(), self.max_episode_steps)


def env_functions(
    source: EnvSource | Sequence[EnvSource],
    num_envs: int | None,
    max_episode_steps: int | None,
    options: dict[str, Any],
    old_gym: bool = False,
) -> list[EnvFunction]:
    """A function for each environment.

    Args:
        source: an id, a spec or a function for all, or a sequence with one for each.
        num_envs: how many; None is the sequence's length, or 1.
        max_episode_steps: a time limit; None leaves the environments' own, -1 is none.
        options: keyword arguments for environments that are made by an id; a `PerEnv` has one
            value for each.
        old_gym: functions make environments with gym's interface.

    Raises:
        TypeError, ValueError: naming the argument, what came and what was expected.
    """
    if not isinstance(old_gym, bool):
        raise TypeError(f"old_gym must be a bool, got {old_gym!r}")
    if old_gym:
        return env_functions(_old(source), num_envs, max_episode_steps, options)
    single = isinstance(source, str | EnvSpec) or callable(source)
    if not single and not isinstance(source, Sequence):
        hint = "; pass a function that makes this environment" if hasattr(source, "step") else ""
        raise TypeError(
            "expected an environment id, a function that makes an environment, or a sequence of "
            f"these, got {source!r}{hint}"
        )
    if single:
        count = integer("num_envs", 1 if num_envs is None else num_envs, 1)
        if not any(isinstance(value, PerEnv) for value in options.values()):
            return [_function(source, max_episode_steps, options)] * count  # type: ignore[arg-type]
        source = [source] * count  # type: ignore[list-item]
    sources: list[EnvSource] = list(source)  # type: ignore[arg-type]
    if not sources:
        raise ValueError("expected at least one environment, got an empty sequence")
    if num_envs is not None and num_envs != len(sources):
        raise ValueError(f"num_envs is {num_envs}, but {len(sources)} environments were given")
    each = spread(options, len(sources))
    return [_function(one, max_episode_steps, own) for one, own in zip(sources, each, strict=True)]


def _old(source: EnvSource | Sequence[EnvSource]) -> Any:
    """Functions for environments with gym's interface in place of those that make them."""
    if isinstance(source, Sequence) and not isinstance(source, str):
        return [_old(one) for one in source]
    if not callable(source) or isinstance(source, EnvSpec):
        raise TypeError(
            f"old_gym=True needs a function that makes an environment, got {source!r}; for "
            f"example, lambda: gym.make({source!r})"
        )
    from parallel_pool.python_envs.old_gym_adapter import MakeOldGym  # only few need it

    return MakeOldGym(source)


def with_options(function: EnvFunction, options: dict[str, Any], env_id: int) -> MakeEnv:
    """What makes an environment with other options.

    Raises:
        TypeError: the environment is not made by an id.
    """
    if not isinstance(function, MakeEnv):
        raise TypeError(
            f"env id {env_id} is made by a function, which takes no options: set_config is for "
            "environments that are made by an id"
        )
    return MakeEnv(function.id, function.options | options)


def _function(
    source: EnvSource, max_episode_steps: int | None, options: dict[str, Any]
) -> EnvFunction:
    if isinstance(source, str | EnvSpec):
        limit = {} if max_episode_steps is None else {"max_episode_steps": max_episode_steps}
        return MakeEnv(_found(source), options | limit)
    if not callable(source):
        raise TypeError(
            f"expected an environment id or a function that makes an environment, got {source!r}"
        )
    if options:
        raise TypeError(
            f"{sorted(options)} can only be given with an environment id: a function has to pass "
            "them on itself"
        )
    if max_episode_steps is None or max_episode_steps == -1:
        return source
    return LimitSteps(source, integer("max_episode_steps", max_episode_steps, 1))


def _found(id: str | EnvSpec) -> str | EnvSpec:
    """The spec of what only this process may have registered; other ids stay as they are."""
    if isinstance(id, EnvSpec) or ":" in id:
        return id
    return gymnasium.spec(id)
