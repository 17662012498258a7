# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Arrays belong to the caller while anything refers to them; their memory is reused afterwards."""

from __future__ import annotations

import copy
import gc
import os
import sys
import sysconfig
import warnings
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def actions(count: int) -> np.ndarray:
    return np.arange(count) % 2


needs_gil = pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="without the GIL, reference counts do not tell which arrays may be used again",
)


@needs_gil
@pytest.mark.parametrize("batch", [8, 3])
def test_memory_is_reused_once_it_is_dropped(batch: int) -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=8, batch_size=batch)
    envs.async_reset(seed=0)
    seen = set()
    for _ in range(100):
        result = envs.recv()
        seen.add(address(result[0]))
        ids = result[4]["env_id"] if batch < 8 else None
        envs.send(actions(batch if len(result[0]) == batch else len(result[0])), ids)
    # The batches in flight, the one that the caller holds, and the one being returned.
    assert len(seen) <= (8 // batch + 2) + 2


@needs_gil
def test_the_very_arrays_are_reused() -> None:
    """In steady state no arrays are made: two batches alternate."""
    envs = parallel_pool.make("CartPole-v1", num_envs=4)
    envs.reset(seed=0)
    ids = set()
    for _ in range(50):
        result = envs.step(actions(4))
        ids.add(tuple(id(array) for array in result[:4]))
    assert len(ids) <= 3


def test_retained_batches_never_change() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=5, num_threads=2)
    kept: list[tuple[Any, Any]] = []
    result = envs.reset(seed=0)
    for _ in range(300):
        kept.append((result, copy.deepcopy(result)))
        result = envs.step(actions(5))
    assert len({address(one[0][0]) for one in kept}) == len(kept)
    for batch, kept_copy in kept:
        assert_same(batch, kept_copy)


VIEWS = {
    "slice": lambda a: a[1:],
    "row": lambda a: a[0],
    "transpose": lambda a: a.T,
    "reshape": lambda a: a.reshape(-1),
    "view of a view": lambda a: a[1:][1:],
    "other dtype": lambda a: a.view(np.uint8),
    "memoryview": memoryview,
    "dlpack": np.from_dlpack,
    "subclass": lambda a: a.view(np.matrix) if a.ndim == 2 else a,
    "broadcast": lambda a: np.broadcast_to(a, (2, *a.shape)),
}


@pytest.mark.parametrize("kind", VIEWS)
@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
def test_any_view_keeps_its_memory(kind: str) -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=4)
    envs.reset(seed=0)
    kept = []
    for _ in range(20):
        observations = envs.step(actions(4))[0]
        view = VIEWS[kind](observations)
        kept.append((view, np.array(view).copy()))
        del observations
    for view, expected in kept:
        assert np.array_equal(np.array(view), expected)


def test_single_rewards_keep_the_batch() -> None:
    """Keeping one array of a batch keeps it valid, even if the others are gone."""
    envs = parallel_pool.make("Pendulum-v1", num_envs=4)
    envs.reset(seed=0)
    kept = [envs.step(np.full((4, 1), i / 20))[1] for i in range(20)]
    twin = parallel_pool.make("Pendulum-v1", num_envs=4)
    twin.reset(seed=0)
    for i, rewards in enumerate(kept):
        assert_same(rewards, twin.step(np.full((4, 1), i / 20))[1])


def test_users_may_change_arrays_in_any_way() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=4)
    twin = parallel_pool.make("CartPole-v1", num_envs=4)
    envs.reset(seed=0)
    twin.reset(seed=0)
    for i in range(40):
        ours, theirs = envs.step(actions(4)), twin.step(actions(4))
        assert_same(ours, theirs)
        assert all(array.flags.writeable and array.flags.c_contiguous for array in ours[:4])
        ours[0][:] = np.nan
        ours[1][:] = -1
        ours[2][:] = True
        ours[3][:] = True
        if i % 4 == 0:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # NumPy 2.5
                ours[0].shape = (2, 8)
        elif i % 4 == 1:
            ours[0].setflags(write=False)
            ours[1].setflags(write=False)
        elif i % 4 == 2:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                ours[0].dtype = np.uint32
        else:
            ours[1].byteswap(inplace=True)


def test_masked_rows_do_not_come_from_a_batch_that_users_changed() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3)
    envs.reset(seed=0)
    observations = envs.step([0, 1, 0])[0]
    expected = observations.copy()
    observations[:] = 1e9
    again, _ = envs.reset(options={"reset_mask": np.array([True, False, False])})
    assert_same(again[1:], expected[1:])


def test_arrays_outlive_the_pool() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3, num_threads=2)
    observations, _ = envs.reset(seed=0)
    kept = [envs.step([0, 0, 0]) for _ in range(5)]
    copies = copy.deepcopy(kept)
    expected = observations.copy()
    envs.close()
    del envs
    gc.collect()
    assert_same(observations, expected)
    assert_same(kept, copies)
    observations[:] = 0


def test_arrays_are_aligned() -> None:
    envs = parallel_pool.make("FrozenLake-v1", num_envs=3)
    observations, infos = envs.reset(seed=0)
    for array in (observations, infos["prob"], infos["_prob"], envs.step([0, 0, 0])[1]):
        assert address(array) % 64 == 0


def test_dlpack_shares_memory() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3)
    observations, _ = envs.reset(seed=0)
    shared = np.from_dlpack(observations)
    observations[0, 0] = 42.0
    assert shared[0, 0] == 42.0
    assert address(shared) == address(observations)


def test_send_copies_and_step_does_not_keep_actions() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=2, num_threads=2)
    envs.reset(seed=0)
    commands = np.array([5, 5])  # asleep for a while
    envs.send(commands)
    commands[:] = 3  # would throw
    assert envs.recv()[0]["counters"][:, 2].tolist() == [5, 5]
    commands = np.zeros(2, int)
    before = sys.getrefcount(commands)
    envs.step(commands)
    envs.send(commands)
    envs.recv()
    assert sys.getrefcount(commands) == before


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_resident_memory_is_flat() -> None:
    """Over a million steps, with batches dropped, retained for a while, and failing."""
    envs = parallel_pool.make("CartPole-v1", num_envs=100)
    same = parallel_pool.make("Blackjack-v1", num_envs=100, autoreset_mode="SameStep")
    failing = parallel_pool.make("Scripted-v0", num_envs=10)
    for pool in (envs, same, failing):
        pool.reset(seed=0)

    def work(rounds: int) -> None:
        kept = []
        for i in range(rounds):
            kept.append(envs.step(actions(100)))
            same.step(actions(100))
            if i % 50 == 49:
                kept.clear()
            if i % 100 == 99:
                with pytest.raises(parallel_pool.EnvironmentFailure):
                    failing.step([3] * 10)
                failing.reset()

    work(1000)
    gc.collect()
    before = resource_kib()
    work(5000)
    gc.collect()
    assert resource_kib() - before < 2048


def resource_kib() -> int:
    """The current resident memory; the peak would hide memory that is freed."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
