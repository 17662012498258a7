# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The memory of rollouts: whose it is, what keeps it, and what a forked child may do with it."""

from __future__ import annotations

import gc
import os
import weakref

import numpy as np
import parallel_pool
import pytest


def test_views_outlive_rollout_and_pool() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3, seed=0)
    rollout = envs.rollout(2)
    row = rollout.begin()
    expected = row.copy()
    rewards = np.from_dlpack(rollout.rewards)
    envs.close()
    with pytest.raises(parallel_pool.PoolClosedError):
        rollout.step(np.zeros(3, int))
    del rollout, envs
    gc.collect()
    np.testing.assert_array_equal(row, expected)
    assert rewards.shape == (2, 3)


@pytest.mark.parametrize("batch_size", [3, 2])
def test_no_circle_keeps_a_pool(batch_size: int) -> None:
    """A pool that nobody uses is freed at once, not when garbage is collected."""
    gc.disable()
    try:
        envs = parallel_pool.make("CartPole-v1", num_envs=3, batch_size=batch_size)
        rollout = envs.rollout(2)
        rollout.begin()
        alive = [weakref.ref(envs), weakref.ref(rollout)]
        del envs
        rollout.step(np.zeros(batch_size, int))
        del rollout
        assert [reference() for reference in alive] == [None, None]
    finally:
        gc.enable()


def test_a_forked_child_reads_and_does_not_step() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2, num_threads=2, seed=0)
    rollout = envs.rollout(2)
    rollout.begin()
    child = os.fork()
    if child == 0:
        try:
            assert rollout.observations[0].any()
            rollout.step(np.zeros(2, int))
        except parallel_pool.ForkedError:
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    envs.close()


def test_memory_of_the_caller() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3, seed=0)
    mine = {"observations": np.ones((3, 3, 4), np.float32), "rewards": np.ones((2, 3), np.float32)}
    rollout = envs.rollout(2, out=mine)
    assert rollout.observations is mine["observations"]
    rollout.begin()
    rollout.step(np.zeros(3, int))
    assert np.abs(mine["observations"][:2]).max() < 1
    for out, message in (
        ({"observations": np.ones((2, 3, 4), np.float32)}, r"float32 of shape \(3, 3, 4\), got"),
        ({"rewards": np.ones((2, 3))}, r"float32 of shape \(2, 3\), got float64"),
        ({"rewards": np.ones((3, 2), np.float32).T}, "not contiguous"),
        ({"reward": np.ones((2, 3), np.float32)}, "out has reward, but takes"),
    ):
        with pytest.raises(ValueError, match=message):
            envs.rollout(2, out=out)
    twice = np.zeros((3, 3), np.float32)
    with pytest.raises(ValueError, match=r"out\['logprobs'\] shares memory with out\['values'\]"):
        envs.rollout(2, out={"values": twice, "logprobs": twice[1:]})
    with pytest.raises(TypeError, match="must be an array or a tensor, got list"):
        envs.rollout(2, out={"rewards": [1.0]})
    envs.close()


def test_arrays_are_the_memory_itself() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=4, seed=0)
    rollout = envs.rollout(2)
    arrays = rollout.arrays()
    assert arrays["observations"]["inner"][0] is rollout.observations["inner"][0]
    assert arrays["rewards"] is rollout.rewards
    envs.close()
