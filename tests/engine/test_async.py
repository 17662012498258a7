# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Async mode, subsets, timeouts and fairness."""

from __future__ import annotations

import time

import numpy as np
import parallel_pool
import pytest
from gymnasium.vector.utils import batch_space
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool import errors
from parallel_pool.testing import assert_same

from tests.engine.model import GO_ON, SLEEP


def test_the_first_that_finish_come_first() -> None:
    """Slow environments do not delay a batch that others can fill."""
    envs = parallel_pool.make(
        "Scripted-v0", num_envs=6, batch_size=2, num_threads=3, sleep_ms=400, chunk_size=1
    )
    envs.async_reset(seed=0)
    for _ in range(3):
        envs.recv()
    envs.send([SLEEP, GO_ON, SLEEP, GO_ON, GO_ON, GO_ON], np.arange(6))
    first = [*envs.recv()[4]["env_id"], *envs.recv()[4]["env_id"]]
    assert sorted(first) == [1, 3, 4, 5]
    assert sorted(envs.recv()[4]["env_id"]) == [0, 2]


def test_adaptive_chunks_keep_that_promise() -> None:
    """The same without a fixed chunk size, after the engine has learned that steps are cheap.

    Steps take at least 2 microseconds, so a chunk of 3 microseconds has one or two on any machine.
    """
    cost = {"spin_always": True, "spin_us": 2.0, "sleep_ms": 300}
    envs = parallel_pool.make("Scripted-v0", num_envs=40, batch_size=4, num_threads=2, **cost)
    envs.async_reset(seed=0)
    for _ in range(200):
        result = envs.recv()
        envs.send([GO_ON] * 4, result[4]["env_id"])
    seen = [envs.recv()[4]["env_id"] for _ in range(10)]
    assert sorted(np.concatenate(seen)) == list(range(40))
    commands = np.full(40, GO_ON)
    commands[20] = SLEEP
    envs.send(commands, np.arange(40))
    order = np.concatenate([envs.recv()[4]["env_id"] for _ in range(10)])
    assert 20 in order[-4:]


def test_spaces_and_rows_in_async_mode() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=5, batch_size=2)
    assert envs.observation_space == batch_space(envs.single_observation_space, 2)
    assert envs.action_space == batch_space(envs.single_action_space, 2)
    observations, infos = envs.reset(seed=0)
    assert observations.shape == (2, 4)
    assert infos["env_id"].dtype == np.int32
    assert envs.in_flight == 3
    result = envs.step([0, 1])  # of the environments just received
    assert envs.in_flight == 3
    assert [len(part) for part in result[:4]] == [2, 2, 2, 2]


def test_a_batch_is_never_waited_for_in_vain() -> None:
    """With fewer rows in flight than a batch has, recv returns those rows."""
    envs = parallel_pool.make("CartPole-v1", num_envs=5, batch_size=4)
    envs.async_reset([1, 3], seed=[1, 2])
    assert sorted(envs.recv()[4]["env_id"]) == [1, 3]
    envs.async_reset(seed=0)
    assert len(envs.recv()[4]["env_id"]) == 4
    assert len(envs.recv()[4]["env_id"]) == 1
    with pytest.raises(errors.NothingInFlightError, match="send or async_reset first"):
        envs.recv()


def test_subsets_in_sync_mode_keep_the_order_asked_for() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=5, num_threads=3)
    envs.reset(seed=0)
    ids = [4, 0, 2]
    result = envs.step([0, 0, 4], ids)
    assert result[4]["env_id"].tolist() == ids
    assert result[0]["counters"][:, 2].tolist() == [0, 0, 4]
    observations, infos = envs.reset(env_id=[3, 1], seed=[7, 8])
    assert infos["env_id"].tolist() == [3, 1]
    assert len(observations["counters"]) == 2
    envs.send([0], [3])
    envs.send([0, 0], [0, 4])
    assert envs.recv()[4]["env_id"].tolist() == [3, 0, 4]


def test_an_explicit_reset_clears_a_pending_autoreset() -> None:
    envs = parallel_pool.make("Blackjack-v1", num_envs=2)
    twin = parallel_pool.make("Blackjack-v1", num_envs=2)
    for pool in (envs, twin):
        pool.reset(seed=0)
        assert pool.step([0, 0])[2].all()
    envs.reset(env_id=[0])
    envs.reset(env_id=[1])
    twin.reset()
    for _ in range(5):
        assert_same(envs.step([1, 1]), twin.step([1, 1]))


def test_recv_times_out_and_loses_nothing() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=2, num_threads=2, sleep_ms=300)
    envs.reset(seed=0)
    envs.send([SLEEP, GO_ON])
    start = time.monotonic()
    with pytest.raises(TimeoutError, match="timed out with 2 results in flight; the next recv"):
        envs.recv(timeout=0.05)
    assert time.monotonic() - start < 0.25
    with pytest.raises(TimeoutError):
        envs.recv(timeout=0)
    assert envs.in_flight == 2
    result = envs.recv(timeout=30)
    assert result[0]["counters"][:, 2].tolist() == [SLEEP, GO_ON]


@given(
    num_envs=st.integers(2, 40),
    batch=st.integers(1, 39),
    chunk=st.integers(0, 5),
    rounds=st.integers(1, 60),
)
@settings(max_examples=60)
def test_one_worker_serves_in_turn(num_envs: int, batch: int, chunk: int, rounds: int) -> None:
    """FIFO: with one worker, no environment steps twice before all have stepped once."""
    envs = parallel_pool.make(
        "Scripted-v0",
        num_envs=num_envs,
        batch_size=min(batch, num_envs),
        num_threads=1,
        chunk_size=chunk,
        max_episode_steps=-1,
    )
    envs.async_reset(seed=0)
    steps = np.zeros(num_envs, int)
    for _ in range(rounds):
        ids = envs.recv(timeout=60)[4].get("env_id", np.arange(num_envs))
        steps[ids] += 1
        assert steps.max() - steps.min() <= 1
        envs.send(np.zeros(len(ids), int), ids)
    envs.close()


@given(
    num_envs=st.integers(2, 40),
    batch=st.integers(1, 39),
    threads=st.integers(1, 4),
    chunk=st.integers(0, 5),
)
@settings(max_examples=40)
def test_no_environment_starves(num_envs: int, batch: int, threads: int, chunk: int) -> None:
    """With many workers, every environment makes progress: the queue delays none."""
    envs = parallel_pool.make(
        "CartPole-v1",
        num_envs=num_envs,
        batch_size=min(batch, num_envs),
        num_threads=threads,
        chunk_size=chunk,
    )
    envs.async_reset(seed=0)
    steps = np.zeros(num_envs, int)
    for _ in range(100_000):
        ids = envs.recv(timeout=60)[4].get("env_id", np.arange(num_envs))
        steps[ids] += 1
        if steps.min() >= 20:
            break
        envs.send(np.zeros(len(ids), int), ids)
    assert steps.min() >= 20
    envs.close()


def test_sync_send_runs_beside_the_caller() -> None:
    """Send returns immediately; the workers step while the caller does something else."""
    envs = parallel_pool.make("Scripted-v0", num_envs=2, num_threads=2, sleep_ms=500)
    envs.reset(seed=0)
    envs.send([SLEEP, SLEEP])
    with pytest.raises(TimeoutError):
        envs.recv(timeout=0)
    time.sleep(2)
    envs.recv(timeout=0)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_seeds_of_subsets(mode: str) -> None:
    """An int seeds environment i with s + i, also in subsets; a list follows the order of ids."""
    envs = parallel_pool.make("CartPole-v1", num_envs=4, autoreset_mode=mode)
    whole, _ = envs.reset(seed=10)
    part, _ = envs.reset(env_id=[2, 0], seed=10)
    assert_same(part, whole[[2, 0]])
    listed, _ = envs.reset(env_id=[3, 1], seed=[13, 11])
    assert_same(listed, whole[[3, 1]])
    mask = np.array([False, True, True, False])
    masked, _ = envs.reset(seed=10, options={"reset_mask": mask})
    assert_same(masked, whole)
    assert envs.np_random_seed == (10, 11, 12, 13)


def test_streams_go_on_after_the_first_episode() -> None:
    """reset() without a seed does not repeat an episode; pools without a seed differ."""
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    first, _ = envs.reset(seed=0)
    second, _ = envs.reset()
    assert not np.array_equal(first, second)
    assert envs.np_random_seed == (0, 1)
    unseeded = [parallel_pool.make("CartPole-v1", num_envs=2) for _ in range(2)]
    assert not np.array_equal(unseeded[0].reset()[0], unseeded[1].reset()[0])
    for pool in unseeded:
        seeds = pool.np_random_seed
        assert all(0 <= seed < 2**128 for seed in seeds)
        replay = parallel_pool.make("CartPole-v1", num_envs=2, seed=list(seeds))
        pool_again, _ = pool.reset(seed=list(seeds))
        assert_same(replay.reset()[0], pool_again)
