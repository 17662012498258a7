# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Replays a pool against single reference environments and compares every bit."""

from __future__ import annotations

import contextlib
import io
import warnings
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from parallel_pool import registry
from parallel_pool.making import make
from parallel_pool.testing.compare import describe_difference
from parallel_pool.testing.trajectory import ActionSource, Step, steps_of, take_row

_NAMES = ("observation", "reward", "termination", "truncation", "info")


@dataclass(frozen=True)
class Replay:
    """The result of a replay.

    Attributes:
        steps: the number of time steps compared.
        episodes: the number of episodes of the pool that ended.
        difference: the first difference, or "" if every bit agreed.
    """

    steps: int
    episodes: int
    difference: str = ""


def ids_with_references() -> list[str]:
    """The ids that can be replayed: those whose reference is installed."""
    types = [registry.find(id) for id in registry.list_all_envs()]
    return [one.id for one in types if one.reference and not registry.missing_reference(one)]


def make_reference(id: str) -> gymnasium.Env[Any, Any]:
    """The reference environment of an id, as Gymnasium makes it."""
    with warnings.catch_warnings():
        # Some of our ids must equal old versions of an id, so this warning does not matter.
        warnings.filterwarnings("ignore", ".*is out of date.*", DeprecationWarning)
        return gymnasium.make(registry.find(id).reference, disable_env_checker=True)


def replay(id: str, *, steps: int = 300, num_envs: int = 4, seed: int = 0) -> Replay:
    """Steps a pool and as many references with the same seeds and actions until they differ.

    Args:
        id: an id that has a reference.
        steps: the number of steps of each environment.
        num_envs: the number of environments; environment i is seeded with ``seed + i``.
        seed: the first seed, and the seed of the actions.

    Returns:
        The amount compared, and the first difference in the dtype, shape, keys or bytes of
        observations, rewards, flags or infos.
    """
    envs = make(id, num_envs=num_envs)
    references = [_Reference(id) for _ in range(num_envs)]
    actions = ActionSource(envs.single_action_space, num_envs, seed)
    try:
        observations, infos = envs.reset(seed=seed)
        zeros, flags = np.zeros(num_envs), np.zeros(num_envs, dtype=bool)
        ours = steps_of((observations, zeros, flags, flags, infos), num_envs)
        theirs = [reference.reset(seed + i) for i, reference in enumerate(references)]
        difference = _first_difference(ours, theirs, "the reset")
        episodes = 0
        for step in range(1, steps + 1):
            if difference:
                return Replay((step - 1) * num_envs, episodes, difference)
            batch = actions.batch(range(num_envs))
            ours = steps_of(envs.step(batch), num_envs)
            theirs = [one.step(take_row(batch, i)) for i, one in enumerate(references)]
            episodes += sum(terminated or truncated for _, _, terminated, truncated, _ in ours)
            difference = _first_difference(ours, theirs, f"step {step}")
        return Replay(steps * num_envs, episodes, difference)
    finally:
        envs.close()
        for reference in references:
            reference.close()


class _Reference:
    """A single reference with NextStep autoreset, with the dtypes that a pool returns."""

    def __init__(self, id: str) -> None:
        self._env = make_reference(id)
        env_type = registry.find(id)
        described = env_type.spec(env_type.resolve({}))["info"]["children"]
        self._info_dtypes = {child["name"]: child.get("dtype") for child in described}
        self._ended = False

    def reset(self, seed: int | None) -> Step:
        with contextlib.redirect_stdout(io.StringIO()):  # some references print as they reset
            observation, info = self._in_dtypes(*self._env.reset(seed=seed))
        self._ended = False
        return observation, 0.0, False, False, info

    def step(self, action: Any) -> Step:
        if self._ended:
            return self.reset(None)
        if isinstance(self._env.action_space, spaces.Discrete):
            action = int(action)
        observation, reward, terminated, truncated, info = self._env.step(action)
        observation, info = self._in_dtypes(observation, info)
        self._ended = bool(terminated or truncated)
        return observation, float(reward), bool(terminated), bool(truncated), info

    def close(self) -> None:
        self._env.close()

    def _in_dtypes(self, observation: Any, info: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        dtypes = self._info_dtypes
        return (
            _in_dtypes_of(self._env.observation_space, observation),
            {key: np.asarray(value, dtypes.get(key)) for key, value in info.items()},
        )


def _in_dtypes_of(space: spaces.Space[Any], value: Any) -> Any:
    """Converts Python numbers to the dtypes of a space; arrays keep theirs."""
    if isinstance(space, spaces.Tuple):
        return tuple(_in_dtypes_of(part, value[i]) for i, part in enumerate(space.spaces))
    if isinstance(space, spaces.Dict):
        return {key: _in_dtypes_of(part, value[key]) for key, part in space.spaces.items()}
    return value if isinstance(value, np.ndarray) else np.asarray(value, dtype=space.dtype)


def _first_difference(ours: list[Step], theirs: list[Step], when: str) -> str:
    for env_id, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        shown = {key: value for key, value in our[4].items() if our[4].get(f"_{key}")}
        for name, left, right in zip(_NAMES, (*our[:4], shown), their, strict=True):
            text = describe_difference(left, right, f"{name} of environment {env_id} at {when}")
            if text is not None:
                return text
    return ""
