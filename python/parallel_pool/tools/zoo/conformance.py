# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Compares a pool of Python environments with a loop over the same ones, bit by bit."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import concatenate, create_empty_array

import parallel_pool
from parallel_pool.python_envs.functions import EnvSource
from parallel_pool.testing.compare import describe_difference

# What one environment gave: observation, reward, terminated, truncated, info.
Row = tuple[Any, Any, bool, bool, dict[str, Any]]
# The keys that pools add to infos of their own accord.
_OWN_INFOS = ("env_id", "elapsed_step", "players")


class Loop:
    """Environments that are stepped one after the other, with resets as in mode NextStep."""

    def __init__(self, functions: Sequence[Callable[[], Any]]) -> None:
        """Makes the environments."""
        self._envs = [function() for function in functions]
        self._ended = [False] * len(functions)

    def reset(self, seed: int | None) -> list[Row]:
        """A row for each environment; environment i has the seed ``seed + i``."""
        seeds = [None if seed is None else seed + i for i in range(len(self._envs))]
        return [self._reset(env, seed=own) for env, own in zip(self._envs, seeds, strict=True)]

    def step(self, actions: Sequence[Any]) -> list[Row]:
        """A row for each environment."""
        rows: list[Row] = []
        for i, (env, action) in enumerate(zip(self._envs, actions, strict=True)):
            if self._ended[i]:
                row = self._reset(env)
            else:
                row = copy.deepcopy(env.step(copy.deepcopy(action)))
            self._ended[i] = bool(row[2] or row[3])
            rows.append(row)
        return rows

    @staticmethod
    def _reset(env: Any, **arguments: Any) -> Row:
        observation, info = env.reset(**arguments)
        return copy.deepcopy((observation, 0.0, False, False, info))

    @property
    def action_space(self) -> spaces.Space[Any]:
        """Of one environment."""
        space: spaces.Space[Any] = self._envs[0].action_space
        return space

    def close(self) -> None:
        """Closes the environments."""
        for env in self._envs:
            env.close()


@dataclass(frozen=True)
class Recording:
    """What a loop did and gave.

    Attributes:
        seed: of the first reset.
        actions: of each step, one for each environment.
        rows: of the reset and each step, one for each environment.
    """

    seed: int | None
    actions: list[list[Any]]
    rows: list[list[Row]]

    @property
    def steps(self) -> int:
        """The number of steps of all environments together."""
        return sum(len(actions) for actions in self.actions)


def record(
    function: Callable[[], Any], count: int, steps: int, seed: int | None, seconds: float
) -> Recording:
    """Steps a loop over environments with random actions.

    Args:
        function: makes a `gymnasium.Env`.
        count: the number of environments.
        steps: of each environment.
        seed: of the first reset; None for environments that take none.
        seconds: after which it ends with fewer steps.
    """
    loop = Loop([function] * count)
    try:
        loop.action_space.seed(1)
        recording = Recording(seed, [], [loop.reset(seed)])
        end = time.perf_counter() + seconds
        while len(recording.actions) < steps and time.perf_counter() < end:
            actions = [loop.action_space.sample() for _ in range(count)]
            recording.actions.append(actions)
            recording.rows.append(loop.step(actions))
    finally:
        loop.close()
    return recording


def is_reproducible(recording: Recording, function: Callable[[], Any]) -> bool:
    """Whether a second loop with the same seeds and actions gives the same."""
    loop = Loop([function] * len(recording.rows[0]))
    try:
        rows = [loop.reset(recording.seed), *map(loop.step, recording.actions)]
    finally:
        loop.close()
    return describe_difference(rows, recording.rows) is None


def compare(
    recording: Recording, source: EnvSource, num_workers: int, asynchronous: bool
) -> str | None:
    """Steps a pool with the seeds and actions of a recording.

    Args:
        recording: of a loop.
        source: what the pool's environments are made from.
        num_workers: of the pool.
        asynchronous: the pool's batches have half of the environments.

    Returns:
        The first difference, or None.
    """
    count = len(recording.rows[0])
    asynchronous = asynchronous and count > 1
    batch = count // 2 if asynchronous else count
    pool = parallel_pool.make_python(source, count, batch, num_workers=num_workers)
    try:
        play = _async if asynchronous else _sync
        return play(pool, recording.seed, recording.actions, recording.rows)
    finally:
        pool.close()


def _sync(
    pool: Any, seed: int | None, actions: list[list[Any]], expected: list[list[Row]]
) -> str | None:
    observations, infos = pool.reset(seed=seed)
    zeros = np.zeros(pool.num_envs, bool)
    result = (observations, np.zeros(pool.num_envs), zeros, zeros, infos)
    for step, rows in enumerate(expected):
        if step:
            result = pool.step(_batched(pool.single_action_space, actions[step - 1]))
        difference = _difference(pool.single_observation_space, result, rows, step > 0)
        if difference is not None:
            return f"step {step}: {difference}"
    return None


def _async(
    pool: Any, seed: int | None, actions: list[list[Any]], expected: list[list[Row]]
) -> str | None:
    pool.async_reset(seed=seed)
    done = np.zeros(pool.num_envs, int)
    while done.min() < len(actions):
        result = pool.recv()
        ids = result[4]["env_id"]
        rows = [expected[done[i]][i] if done[i] < len(expected) else None for i in ids]
        if all(row is not None for row in rows):
            difference = _difference(pool.single_observation_space, result, rows, done[ids].all())
            if difference is not None:
                return f"async, steps {done[ids].tolist()} of env ids {ids.tolist()}: {difference}"
        own = [actions[done[i] % len(actions)][i] for i in ids]
        done[ids] += 1
        pool.send(_batched(pool.single_action_space, own), ids)
    while pool.in_flight:
        pool.recv()
    return None


def _batched(space: spaces.Space[Any], values: Sequence[Any]) -> Any:
    """Values of a space as a batch."""
    batch: Any = create_empty_array(space, len(values))
    return concatenate(space, values, batch)


def _difference(
    space: spaces.Space[Any], result: Any, rows: Sequence[Any], stepped: bool
) -> str | None:
    observations, rewards, terminated, truncated, infos = result
    flags = [np.array([bool(row[i]) for row in rows]) for i in (2, 3)]
    pairs = [
        ("observation", observations, _batched(space, [row[0] for row in rows])),
        ("terminated", terminated, flags[0]),
        ("truncated", truncated, flags[1]),
        ("infos", *_told(infos, [row[4] for row in rows])),
    ]
    if stepped:
        wide = np.zeros_like(rewards)
        for i, row in enumerate(rows):
            wide[i] = row[1]
        pairs.append(("reward", rewards, wide))
    found = (describe_difference(ours, theirs, what) for what, ours, theirs in pairs)
    return next((text for text in found if text is not None), None)


def _told(ours: dict[str, Any], infos: Sequence[dict[str, Any]]) -> tuple[Any, Any]:
    """The pool's infos and those of the loop, batched as Gymnasium batches them."""
    vector: VectorEnv[Any, Any, Any] = VectorEnv()
    vector.num_envs = len(infos)
    theirs: dict[str, Any] = {}
    for i, info in enumerate(infos):
        theirs = vector._add_info(theirs, info, i)
    return {key: value for key, value in ours.items() if key not in _OWN_INFOS}, theirs
