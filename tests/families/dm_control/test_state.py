# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""States of every task: what is restored goes on as if nothing had happened."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

from tests.families.dm_control.suite import TASKS


def play(envs: Any, steps: int, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    shape = envs.action_space.shape
    return [envs.step(rng.uniform(-1, 1, shape)) for _ in range(steps)]


@pytest.mark.parametrize("id", TASKS)
def test_restored_state_goes_on(id: str) -> None:
    """Also in another pool, and over the end of an episode."""
    options = {"num_envs": 2, "max_episode_steps": 12}
    envs = parallel_pool.make(id, seed=0, **options)
    envs.reset()
    play(envs, 5, 1)
    states = envs.get_state([0, 1])
    expected = play(envs, 15, 2)
    other = parallel_pool.make(id, seed=9, **options)
    other.reset()
    play(other, 3, 3)
    other.set_state([0, 1], states)
    assert_same(play(other, 15, 2), expected)
    envs.close()
    other.close()


def test_restored_state_without_legacy_step() -> None:
    envs = parallel_pool.make("CheetahRun-v1", seed=0, legacy_step=False)
    envs.reset()
    play(envs, 5, 1)
    states = envs.get_state([0])
    expected = play(envs, 10, 2)
    envs.set_state([0], states)
    assert_same(play(envs, 10, 2), expected)
