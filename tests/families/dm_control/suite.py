# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The reference: tasks that dm_control itself plays, beside ours."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.families.dm_control import native

# dm_control decides on import what it draws with.
os.environ.setdefault("MUJOCO_GL", "egl")
pytest.importorskip("dm_control")
logging.getLogger("absl").setLevel(logging.ERROR)  # it remarks on its own models

from dm_control import suite  # noqa: E402

TASKS: dict[str, tuple[str, str]] = native.tasks()

# Time limits, in seconds, of an episode of 12 time steps and more.
SHORT = {id: 0.36 if id.startswith("Lqr") else 0.3 for id in TASKS}

# Some seeds for each environment of a comparison.
SEEDS = (3, 4)


def load(id: str, seed: int, **arguments: Any) -> Any:
    """A task as dm_control loads it; arguments of `suite.load` by name."""
    domain, task = TASKS[id]
    options = arguments.pop("task_kwargs", {})
    return suite.load(domain, task, task_kwargs={"random": seed, **options}, **arguments)


def actions(env: Any, seed: int) -> Iterator[np.ndarray]:
    """Random actions, within the bounds or, where there are none, within one."""
    rng = np.random.default_rng(seed)
    spec = env.action_spec()
    low, high = np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1)
    while True:
        yield rng.uniform(low, high)


def same(ours: Any, theirs: Any) -> bool:
    """Whether shape, dtype and bits are equal; NaN equals itself."""
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    return (
        ours.shape == theirs.shape
        and ours.dtype == theirs.dtype
        and ours.tobytes() == theirs.tobytes()
    )


def compare(id: str, steps: int, *, seeds: tuple[int, ...] = SEEDS, **options: Any) -> int:
    """Plays a pool beside references, an episode after another.

    Args:
        id: the task.
        steps: how many.
        seeds: of the environments, each one more than the one before.
        **options: `engine` and `pool` are arguments of the pool; `reference` of `load`.

    Returns:
        How many episodes have ended.
    """
    envs = parallel_pool.make(
        id, num_envs=len(seeds), **options.get("pool", {}), **options.get("engine", {})
    )
    references = [load(id, seed, **options.get("reference", {})) for seed in seeds]
    moves = [actions(env, seed) for env, seed in zip(references, seeds, strict=True)]
    observations, _ = envs.reset(seed=seeds[0])
    expected = [env.reset() for env in references]
    assert list(observations) == list(expected[0].observation)
    ended = 0
    rewards = terminations = truncations = np.zeros(len(seeds))
    for step in range(steps):
        for i, wanted in enumerate(expected):
            where = f"{id}, seed {seeds[i]}, step {step}"
            for name, value in wanted.observation.items():
                assert same(observations[name][i], value), f"{where}: {name}"
            assert rewards[i] == (wanted.reward or 0), where
            last = wanted.last()
            assert terminations[i] == (last and wanted.discount == 0), where
            assert truncations[i] == (last and wanted.discount != 0), where
            ended += last
        drawn = [next(move) for move in moves]
        observations, rewards, terminations, truncations, _ = envs.step(np.stack(drawn))
        expected = [env.step(action) for env, action in zip(references, drawn, strict=True)]
    envs.close()
    return ended
