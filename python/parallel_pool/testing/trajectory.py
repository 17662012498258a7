# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Takes single environments' rows out of batches, and draws each environment's actions."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from gymnasium import spaces

# One environment's (observation, reward, terminated, truncated, info) after one task; of players a
# reward for each.
Step = tuple[Any, Any, bool, bool, dict[str, Any]]
Trajectory = list[Step]


def take_row(values: Any, row: int) -> Any:
    """Row `row` of nested batched values, copied."""
    if isinstance(values, dict):
        return {key: take_row(value, row) for key, value in values.items()}
    if isinstance(values, tuple):
        if values and isinstance(values[0], str):
            return values[row]  # texts, one for each row
        return tuple(take_row(value, row) for value in values)
    part = values[row]
    return part.copy() if isinstance(part, np.ndarray) else part


def take_info(infos: dict[str, Any], row: int) -> dict[str, Any]:
    """The entries and masks that row `row` has: what others of its batch have depends on chance."""
    info: dict[str, Any] = {}
    for key, value in infos.items():
        mask = infos.get(f"_{key}")
        if mask is None or not mask[row]:
            continue
        info[key] = take_info(value, row) if isinstance(value, dict) else take_row(value, row)
        info[f"_{key}"] = mask[row]
    return info


def steps_of(result: tuple[Any, ...], count: int) -> list[Step]:
    """The rows of a batch, one step for each environment."""
    observations, rewards, terminations, truncations, infos = result
    return [
        (
            take_row(observations, row),
            take_row(rewards, row),
            bool(terminations[row]),
            bool(truncations[row]),
            take_info(infos, row),
        )
        for row in range(count)
    ]


class ActionSource:
    """Actions for each environment from streams of its own, so that no schedule changes them."""

    def __init__(self, space: spaces.Space[Any], num_envs: int, seed: int) -> None:
        """One generator for each environment."""
        self._space = space
        self._generators = [np.random.default_rng((seed, i)) for i in range(num_envs)]

    def batch(self, env_ids: Any) -> Any:
        """The next action of each environment, batched."""
        actions = [self._draw(self._space, self._generators[i]) for i in env_ids]
        return self._stack(self._space, actions)

    def _draw(self, space: spaces.Space[Any], rng: np.random.Generator) -> Any:
        if isinstance(space, spaces.Tuple):
            return tuple(self._draw(part, rng) for part in space.spaces)
        if isinstance(space, spaces.Dict):
            return {key: self._draw(part, rng) for key, part in space.spaces.items()}
        if isinstance(space, spaces.Discrete):
            return space.start + rng.integers(space.n, dtype=space.dtype)
        if isinstance(space, spaces.MultiDiscrete):
            return (space.start + rng.integers(space.nvec)).astype(space.dtype)
        if isinstance(space, spaces.MultiBinary):
            return rng.integers(0, 2, space.shape, dtype=space.dtype)
        if not isinstance(space, spaces.Box):
            raise TypeError(f"no actions can be drawn for {space}")
        if space.dtype.kind in "iu":
            return np.asarray(rng.integers(space.low, space.high, endpoint=True, dtype=space.dtype))
        low, high = np.maximum(space.low, -1e3), np.minimum(space.high, 1e3)
        return np.asarray(rng.uniform(low, high), dtype=space.dtype)

    def _stack(self, space: spaces.Space[Any], values: list[Any]) -> Any:
        if isinstance(space, spaces.Tuple):
            parts = enumerate(space.spaces)
            return tuple(self._stack(part, [v[i] for v in values]) for i, part in parts)
        if isinstance(space, spaces.Dict):
            return {
                key: self._stack(part, [v[key] for v in values])
                for key, part in space.spaces.items()
            }
        return np.array(values, dtype=space.dtype)


def trajectory_hash(trajectories: list[Trajectory]) -> str:
    """A hash of every dtype, shape, key and byte of the trajectories, in order of env ids."""
    digest = hashlib.sha256()
    for trajectory in trajectories:
        for step in trajectory:
            _feed(digest, step)
    return digest.hexdigest()[:32]


def _feed(digest: Any, value: Any) -> None:
    if isinstance(value, dict):
        for key in sorted(value):
            digest.update(repr(key).encode())
            _feed(digest, value[key])
    elif isinstance(value, tuple | list):
        digest.update(f"({len(value)}".encode())
        for part in value:
            _feed(digest, part)
    else:
        array = np.asarray(value)
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(array.tobytes())
