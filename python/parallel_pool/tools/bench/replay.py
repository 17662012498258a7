# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Replays a pool against reference environments and compares every bit."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces

from parallel_pool import registry
from parallel_pool.family import VectorPeer
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
    singles = [one.id for one in types if one.reference and not registry.missing_reference(one)]
    return singles + [one.id for one in types if registry.vector_peer(one.id)]


def replay(id: str, *, steps: int = 300, num_envs: int = 4, seed: int = 0) -> Replay:
    """Steps a pool and its references with the same seeds and actions until they differ.

    Args:
        id: an id that has a reference.
        steps: the number of steps of each environment.
        num_envs: the number of environments; environment i is seeded with ``seed + i``.
        seed: the first seed, and the seed of the actions.

    Returns:
        The amount compared, and the first difference in the dtype, shape, keys or bytes of
        observations, rewards, flags or infos.
    """
    *_, last = replaying(id, steps=steps, num_envs=num_envs, seed=seed)
    return last


def replaying(id: str, *, steps: int = 300, num_envs: int = 4, seed: int = 0) -> Iterator[Replay]:
    """Like `replay`, and yields what it has found so far after the reset and after each step."""
    peer = registry.vector_peer(id)
    with contextlib.ExitStack() as stack:
        envs = stack.enter_context(make(id, num_envs=num_envs, **(peer.options if peer else {})))
        references = _Vectorised(peer, num_envs) if peer else _Singles(id, num_envs)
        stack.callback(references.close)
        actions = ActionSource(envs.single_action_space, num_envs, seed)
        observations, infos = envs.reset(seed=seed)
        zeros, flags = np.zeros(num_envs), np.zeros(num_envs, dtype=bool)
        ours = steps_of((observations, zeros, flags, flags, infos), num_envs)
        difference = partial(_first_difference, peer.infos if peer else None)
        found = Replay(0, 0, difference(ours, references.reset(seed), "the reset"))
        yield found
        for step in range(1, steps + 1):
            if found.difference:
                return
            batch = actions.batch(range(num_envs))
            ours, theirs = steps_of(envs.step(batch), num_envs), references.step(batch)
            ended = sum(terminated or truncated for _, _, terminated, truncated, _ in ours)
            differs = difference(ours, theirs, f"step {step}")
            compared = found.steps + (0 if differs else num_envs)
            found = Replay(compared, found.episodes + ended, differs)
            yield found


class _References(Protocol):
    """As many reference environments as the pool has."""

    def reset(self, seed: int) -> list[Step]:
        """Resets all; environment i is seeded with ``seed + i``."""

    def step(self, actions: Any) -> list[Step]:
        """Steps all with a batch of actions; those that ended are reset."""

    def close(self) -> None:
        """Closes all."""


class _Singles:
    """Single references, made by Gymnasium."""

    def __init__(self, id: str, num_envs: int) -> None:
        self._envs = [_Reference(id) for _ in range(num_envs)]

    def reset(self, seed: int) -> list[Step]:
        return [env.reset(seed + i) for i, env in enumerate(self._envs)]

    def step(self, actions: Any) -> list[Step]:
        return [env.step(take_row(actions, i)) for i, env in enumerate(self._envs)]

    def close(self) -> None:
        for env in self._envs:
            env.close()


class _Vectorised:
    """A reference that is vectorised itself, and says nothing of which rows have which infos."""

    def __init__(self, peer: VectorPeer, num_envs: int) -> None:
        self._envs = peer.make(num_envs, 1)
        self._count = num_envs
        self._infos = peer.infos

    def reset(self, seed: int) -> list[Step]:
        observations, infos = self._envs.reset(seed=seed)
        zeros = np.zeros(self._count)
        return self._steps(observations, zeros, zeros, zeros, infos)

    def step(self, actions: Any) -> list[Step]:
        return self._steps(*self._envs.step(actions))

    def close(self) -> None:
        self._envs.close()

    def _steps(
        self, observations: Any, rewards: Any, terminations: Any, truncations: Any, infos: Any
    ) -> list[Step]:
        return [
            (
                take_row(observations, i),
                float(rewards[i]),
                bool(terminations[i]),
                bool(truncations[i]),
                {name: infos[name][i] for name in self._infos},
            )
            for i in range(self._count)
        ]


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


def make_reference(id: str) -> gymnasium.Env[Any, Any]:
    """The reference environment of an id, as Gymnasium makes it."""
    with warnings.catch_warnings():
        # Some of our ids must equal old versions of an id, so this warning does not matter.
        warnings.filterwarnings("ignore", ".*is out of date.*", DeprecationWarning)
        return gymnasium.make(registry.find(id).reference, disable_env_checker=True)


def _in_dtypes_of(space: spaces.Space[Any], value: Any) -> Any:
    """Converts Python numbers to the dtypes of a space; arrays keep theirs."""
    if isinstance(space, spaces.Tuple):
        return tuple(_in_dtypes_of(part, value[i]) for i, part in enumerate(space.spaces))
    if isinstance(space, spaces.Dict):
        return {key: _in_dtypes_of(part, value[key]) for key, part in space.spaces.items()}
    return value if isinstance(value, np.ndarray) else np.asarray(value, dtype=space.dtype)


def _first_difference(
    infos: tuple[str, ...] | None, ours: list[Step], theirs: list[Step], when: str
) -> str:
    """The first difference in words; of the infos, only these count, or all for None."""
    for env_id, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        shown = {
            key: value
            for key, value in our[4].items()
            if our[4].get(f"_{key}") and (infos is None or key in infos)
        }
        for name, left, right in zip(_NAMES, (*our[:4], shown), their, strict=True):
            text = describe_difference(left, right, f"{name} of environment {env_id} at {when}")
            if text is not None:
                return text
    return ""
