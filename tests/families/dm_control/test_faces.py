# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every face shows the same episodes of every task."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import dm_control

from tests.families.dm_control.suite import SHORT, TASKS, actions, load, same

SEED, COUNT = 3, 2


def compare_faces(id: str, steps: int) -> int:
    """Plays all faces side by side; returns how many episodes have ended."""
    limit = {"time_limit": SHORT[id]}
    common: dict[str, Any] = {"num_envs": COUNT, "seed": SEED, **limit}
    dict_pool = parallel_pool.make(id, **common)
    flat_pool = parallel_pool.make(id, flat_observation=True, num_threads=2, **common)
    gym_pool = parallel_pool.make_gym(id, **common)
    dm_pool = parallel_pool.make_dm(id, num_threads=2, **common)
    singles = [
        dm_control.load(*TASKS[id], task_kwargs={"random": SEED + i, **limit}) for i in range(COUNT)
    ]
    moves = [actions(load(id, SEED), i) for i in range(COUNT)]
    observations, _ = dict_pool.reset()
    flat, _ = flat_pool.reset()
    rival = gym_pool.reset()
    time_step = dm_pool.reset()
    rows = [env.reset() for env in singles]
    zeros = np.zeros(COUNT)
    rewards, terminations, truncations = zeros, zeros.astype(bool), zeros.astype(bool)
    ended = 0
    for step in range(steps):
        where = f"{id}, step {step}"
        entries = [entry.reshape(COUNT, -1) for entry in observations.values()]
        assert same(flat, np.concatenate(entries, axis=1)), where
        lasts = terminations | truncations
        ended += int(lasts.sum())
        for name, entry in observations.items():
            assert same(rival[name], entry), f"{where}: {name}"
            assert same(getattr(time_step.observation, name), entry), f"{where}: {name}"
            for i, row in enumerate(rows):
                assert same(row.observation[name], entry[i]), f"{where}: {name}"
        assert same(time_step.reward, rewards.astype(np.float32)), where
        assert same(time_step.discount, np.where(terminations, 0, 1).astype(np.float32)), where
        assert [row.last() for row in rows] == lasts.tolist(), where
        assert [row.reward or 0.0 for row in rows] == rewards.tolist(), where
        controls = np.stack([next(move) for move in moves])
        observations, rewards, terminations, truncations, _ = dict_pool.step(controls)
        flat, *flat_results = flat_pool.step(controls)
        rival, rival_rewards, *rival_ends, _ = gym_pool.step(controls)
        time_step = dm_pool.step(controls)
        rows = [env.step(action) for env, action in zip(singles, controls, strict=True)]
        for found, wanted in zip(flat_results, (rewards, terminations, truncations), strict=False):
            assert same(found, wanted), where
        assert same(rival_rewards, rewards.astype(np.float32)), where
        assert same(rival_ends, [terminations, truncations]), where
    for env in (dict_pool, flat_pool, gym_pool, dm_pool, *singles):
        env.close()
    return ended


@pytest.mark.parametrize("id", ["CheetahRun-v1", "FingerSpin-v1", "LqrLqr21-v1"])
def test_faces_agree(id: str) -> None:
    assert compare_faces(id, 40) > 0


@pytest.mark.slow
@pytest.mark.parametrize("id", TASKS)
def test_faces_of_every_task_agree_for_long(id: str) -> None:
    assert compare_faces(id, 330) > 1
