# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Memory, threads and CPU time are bounded, and a lack of them raises an exception."""

from __future__ import annotations

import contextlib
import gc
import resource
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

from tests import support
from tests.robustness.isolation import isolated
from tests.robustness.process_facts import eventually, resident_kib, threads

MIB = 1 << 20


@contextlib.contextmanager
def address_space(spare: int) -> Iterator[None]:
    """Lets this process map no more than `spare` bytes from now on."""
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + spare, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)


# --- A million steps ------------------------------------------------------------------------------


def sync(envs: parallel_pool.PoolVectorEnv) -> None:
    envs.step(np.zeros(envs.num_envs, np.int64))


def masked(envs: parallel_pool.PoolVectorEnv) -> None:
    envs.step(np.zeros(envs.num_envs, np.int64))
    mask = np.zeros(envs.num_envs, bool)
    mask[3:40] = True
    envs.reset(options={"reset_mask": mask}, seed=7)


def asynchronous(envs: parallel_pool.PoolVectorEnv) -> None:
    if envs.in_flight == 0:
        envs.async_reset()
    for _ in range(4):
        infos = envs.recv()[4]
        envs.send(np.zeros(envs.batch_size, np.int64), infos["env_id"])


def refused(envs: parallel_pool.PoolVectorEnv) -> None:
    envs.step(np.zeros(envs.num_envs, np.int64))
    for actions in (np.full(envs.num_envs, 9), np.zeros(3), [[]], None):
        with pytest.raises((ValueError, TypeError)):
            envs.step(actions)
    with pytest.raises(IndexError):
        envs.send([0], [10_000])
    with pytest.raises(TypeError):
        envs.reset(seed="x")  # type: ignore[arg-type]


def players(envs: parallel_pool.PoolVectorEnv) -> None:
    count = len(envs.reset()[1]["players"]["id"])
    envs.step({"choice": np.zeros(count, np.int64), "finish": np.zeros(envs.num_envs, np.int64)})


CASES: dict[str, tuple[str, int, dict[str, Any], Callable[[Any], None]]] = {
    "sync": ("CartPole-v1", 10_000, {}, sync),
    "two threads": ("CartPole-v1", 2000, {"num_threads": 2, "chunk_size": 10}, sync),
    "same step": ("Blackjack-v1", 3000, {"autoreset_mode": "SameStep"}, sync),
    "infos": ("FrozenLake-v1", 3000, {}, sync),
    "masks": ("CartPole-v1", 2000, {}, masked),
    "async": ("CartPole-v1", 10_000, {"batch_size": 25, "num_threads": 2}, asynchronous),
    "refused calls": ("CartPole-v1", 1000, {}, refused),
    "players": ("Crowd-v0", 1000, {}, players),
    "nested": ("Scripted-v0", 3000, {"payload": 30}, sync),
}


@pytest.mark.parametrize("case", CASES)
@isolated
def test_resident_memory_is_flat(case: str) -> None:
    """With batches dropped immediately, and with batches kept for a while."""
    id, rounds, keywords, work = CASES[case]
    envs = parallel_pool.make(id, num_envs=100, **keywords)
    envs.reset(seed=0)

    def run(count: int) -> None:
        kept: list[Any] = []
        for i in range(count):
            work(envs)
            if i % 4 == 0 and keywords.get("batch_size") is None and id != "Crowd-v0":
                kept.append(envs.step(np.zeros(100, np.int64)))
            if len(kept) == 40:
                kept.clear()

    run(rounds // 5)
    gc.collect()
    before = resident_kib()
    run(rounds)
    gc.collect()
    assert resident_kib() - before < 1500


# --- Idleness -------------------------------------------------------------------------------------


@isolated
def test_idle_pools_burn_no_cpu_time() -> None:
    """Neither before the first call, nor between calls, nor with results that are not received."""
    pools = []
    for batch in (64, 16):
        for id in ("CartPole-v1", "Scripted-v0"):
            envs = parallel_pool.make(id, num_envs=64, batch_size=batch, num_threads=4)
            pools.append(envs)
            envs.async_reset(seed=0)
            envs.recv()
            pools.append(parallel_pool.make(id, num_envs=64, batch_size=batch, num_threads=4))
    time.sleep(0.2)
    before = time.process_time()
    time.sleep(1.0)
    assert time.process_time() - before < 0.05


# --- Too little of it -----------------------------------------------------------------------------


@isolated
def test_constructors_that_throw_leave_nothing() -> None:
    def fail() -> None:
        with pytest.raises(ValueError, match=r"^asked to fail in the constructor$"):
            parallel_pool.make("Scripted-v0", num_envs=50, num_threads=4, fail_to_construct=True)
        with pytest.raises(ValueError, match=r"^a seed must be non-negative, got -1$"):
            parallel_pool.make("Scripted-v0", num_envs=50, num_threads=4, seed=-1)

    fail()
    before, before_threads = resident_kib(), threads()
    for _ in range(300):
        fail()
    assert eventually(lambda: threads() == before_threads)
    assert resident_kib() - before < 1500


@pytest.mark.parametrize("id", support.one_of_each_family())
@isolated
def test_more_environments_than_memory(id: str) -> None:
    with address_space(512 * MIB):
        for num_envs in (2**31 - 1, 2**30, 10**8):
            for batch_size in (None, 7):
                with pytest.raises((MemoryError, ValueError)) as refused:
                    parallel_pool.make(id, num_envs=num_envs, batch_size=batch_size)
                if refused.type is MemoryError:
                    assert f"too little memory for a pool of {num_envs} env" in str(refused.value)
        envs = parallel_pool.make(id, num_envs=4)
        envs.reset(seed=0)
    assert resident_kib() < 512 * 1024


@isolated
def test_larger_observations_than_memory() -> None:
    with address_space(512 * MIB):
        for payload in (2**34, 2**40, 2**61, 2**62, 2**63 - 1):
            for num_envs in (1, 4, 1024):
                with pytest.raises((MemoryError, ValueError)):
                    parallel_pool.make("Scripted-v0", num_envs=num_envs, payload=payload)


@pytest.mark.parametrize("batch", [8, 4])
@isolated
def test_no_thread_to_be_had(batch: int) -> None:
    """Nothing was sent, and the pool works as soon as threads are available."""
    envs = parallel_pool.make("Scripted-v0", num_envs=8, batch_size=batch, num_threads=4)
    twin = parallel_pool.make("Scripted-v0", num_envs=8, num_threads=1)
    before = threads()
    with address_space(2 * MIB):  # a thread's stack takes more
        for _ in range(3):
            with pytest.raises(RuntimeError, match=r"^the system gave none of 4 threads: "):
                envs.async_reset(seed=3)
    assert threads() == before
    assert envs.in_flight == 0
    envs.async_reset(seed=3)
    received = [envs.recv() for _ in range(8 // batch)]
    rows = np.concatenate([result[0]["inner"][0] for result in received])
    ids = np.concatenate([result[4].get("env_id", np.arange(8)) for result in received])
    assert_same(rows[np.argsort(ids)], twin.reset(seed=3)[0]["inner"][0])


@isolated
def test_short_bounded_work_needs_no_thread() -> None:
    """The calling thread does it, in sync and in async mode."""
    before = threads()
    with address_space(2 * MIB):  # a thread's stack takes more
        for batch in (8, 4):
            envs = parallel_pool.make("CartPole-v1", num_envs=8, batch_size=batch, num_threads=4)
            envs.async_reset(seed=3)
            for _ in range(100):
                ids = envs.recv()[4].get("env_id", np.arange(8))
                envs.send(np.zeros(batch, np.int64), ids)
    assert threads() == before


@isolated
def test_fewer_threads_than_asked_for() -> None:
    """The available threads do the work."""
    envs = parallel_pool.make("Scripted-v0", num_envs=64, batch_size=16, num_threads=16)
    before = threads()
    with address_space(40 * MIB):
        envs.async_reset(seed=0)
    assert before < threads() < before + 16
    for _ in range(200):
        infos = envs.recv(timeout=60)[4]
        envs.send(np.zeros(16, np.int64), infos["env_id"])


@isolated
def test_no_memory_for_another_batch() -> None:
    """When kept batches use all memory, the step is refused and nothing is stepped."""
    envs = parallel_pool.make("Scripted-v0", num_envs=16, payload=MIB, max_episode_steps=-1)
    twin = parallel_pool.make("Scripted-v0", num_envs=16, payload=MIB, max_episode_steps=-1)
    kept: list[Any] = [envs.reset(seed=0)]
    twin.reset(seed=0)
    steps = 0
    with address_space(150 * MIB):
        with contextlib.suppress(MemoryError):
            while steps < 20:
                kept.append(envs.step([0] * 16))
                steps += 1
        with pytest.raises(MemoryError):
            envs.step([0] * 16)
        with pytest.raises(MemoryError):
            envs.send([0] * 16)
        with pytest.raises(MemoryError):
            envs.async_reset([0])
        assert envs.in_flight == 0
    assert 3 < steps < 12
    kept.clear()
    for _ in range(steps):
        twin.step([0] * 16)
    assert_same(envs.step([0] * 16), twin.step([0] * 16))
