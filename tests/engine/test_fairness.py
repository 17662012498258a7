# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How far the async queue lets environments overtake each other.

Tasks are taken in the order in which they were sent, in chunks, by at most one taker per thread. A
result can therefore overtake an older one only while another taker holds the older task: it runs
that task or an earlier one of the same chunk. So when a result arrives, at most
(takers - 1) x chunk older results are missing. This holds at every moment under any timing, so no
test here measures time. It is also what "no environment starves" means: a task in the queue is
taken before any task sent later, and only running tasks can be late.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool import errors

from tests.engine.model import GO_ON, SLEEP, SPIN, TERMINATE, THROW

ROUNDS = 60
# Steps are mostly quick, some take 20 us, few take 1 ms, and some fail: costs are hard to estimate.
COMMANDS = [*[GO_ON] * 8, SPIN, SPIN, TERMINATE, THROW, SLEEP]


class Ledger:
    """The order in which environments were sent whose results have not arrived."""

    def __init__(self) -> None:
        self._clock = itertools.count()
        self._sent: dict[int, int] = {}
        self.most_overtaken = 0

    def send(self, env_ids: list[int]) -> None:
        for env_id in env_ids:
            assert env_id not in self._sent
            self._sent[env_id] = next(self._clock)

    def receive(self, env_ids: list[int]) -> None:
        """Takes results in the order in which they were computed."""
        for env_id in env_ids:
            mine = self._sent.pop(env_id)
            older = sum(other < mine for other in self._sent.values())
            self.most_overtaken = max(self.most_overtaken, older)


def drive(envs: parallel_pool.PoolVectorEnv, commands: list[int]) -> int:
    """Steps each received environment again; returns the maximum number of overtaken results."""
    ledger = Ledger()
    envs.async_reset(seed=0)
    ledger.send(list(range(envs.num_envs)))
    script = itertools.cycle(commands)
    for _ in range(ROUNDS):
        failed: list[int] = []
        try:
            ids = envs.recv(timeout=60)[4]["env_id"].tolist()
            ledger.receive(ids)
        except errors.EnvironmentFailure as failure:
            # The order of the rows within a batch is not known.
            failed, ids = failure.env_ids.tolist(), failure.good_env_ids.tolist()
            ledger.receive(sorted([*failed, *ids], key=ledger._sent.__getitem__))
            envs.async_reset(failed)
            ledger.send(failed)
        if ids:
            envs.send([next(script) for _ in ids], ids)
            ledger.send(ids)
    return ledger.most_overtaken


def scripted(num_envs: int, batch: int, **keywords: Any) -> Any:
    """A pool in async mode, whose environments take as long as their actions say."""
    return parallel_pool.make(
        "Scripted-v0",
        num_envs=num_envs,
        batch_size=min(batch, num_envs - 1),
        spin_us=20.0,
        sleep_ms=1.0,
        max_episode_steps=-1,
        **keywords,
    )


@given(
    num_envs=st.integers(2, 30),
    batch=st.integers(1, 29),
    threads=st.integers(1, 4),
    chunk=st.integers(1, 6),
    commands=st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=40),
)
@settings(max_examples=60)
def test_overtaking_with_a_fixed_chunk(
    num_envs: int, batch: int, threads: int, chunk: int, commands: list[int]
) -> None:
    envs = scripted(num_envs, batch, num_threads=threads, chunk_size=chunk)
    assert drive(envs, commands) <= (envs.num_threads - 1) * chunk
    envs.close()


@given(
    num_envs=st.integers(2, 80),
    batch=st.integers(1, 79),
    threads=st.integers(1, 4),
    commands=st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=40),
)
@settings(max_examples=60)
def test_overtaking_with_chunks_by_cost(
    num_envs: int, batch: int, threads: int, commands: list[int]
) -> None:
    """A chunk leaves work for all takers: at most queued / (2 x threads) tasks, at least one."""
    envs = scripted(num_envs, batch, num_threads=threads)
    chunk = max(num_envs // (2 * envs.num_threads), 1)
    assert drive(envs, commands) <= (envs.num_threads - 1) * chunk
    envs.close()


@pytest.mark.parametrize("threads", [2, 3])
def test_overtaking_after_steps_turned_out_cheap(threads: int) -> None:
    """A chunk then has its maximum length, and a step that sleeps delays at most that many."""
    envs = parallel_pool.make(
        "Scripted-v0",
        num_envs=12,
        batch_size=4,
        num_threads=threads,
        sleep_ms=100.0,
        max_episode_steps=-1,
    )
    envs.async_reset(seed=0)
    for _ in range(400):
        envs.send([GO_ON] * 4, envs.recv()[4]["env_id"])
    while envs.in_flight:
        envs.recv()
    ledger = Ledger()
    envs.send([SLEEP] + [GO_ON] * 11, np.arange(12))
    ledger.send(list(range(12)))
    while envs.in_flight:
        ledger.receive(envs.recv(timeout=60)[4]["env_id"].tolist())
    assert 0 < ledger.most_overtaken <= (threads - 1) * (12 // (2 * threads))


@given(num_envs=st.integers(2, 60), batch=st.integers(1, 59), threads=st.integers(1, 4))
@settings(max_examples=40)
def test_overtaking_with_a_caller_that_helps(num_envs: int, batch: int, threads: int) -> None:
    """CartPole's steps are bounded, so the waiting caller may be one more taker."""
    envs = parallel_pool.make(
        "CartPole-v1", num_envs=num_envs, batch_size=min(batch, num_envs - 1), num_threads=threads
    )
    chunk = max(num_envs // (2 * envs.num_threads), 1)
    assert drive(envs, [0, 1]) <= envs.num_threads * chunk
    envs.close()


@given(
    num_envs=st.integers(2, 30),
    batch=st.integers(1, 29),
    chunk=st.integers(0, 6),
    commands=st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=20),
)
@settings(max_examples=40)
def test_one_worker_returns_in_the_order_of_sending(
    num_envs: int, batch: int, chunk: int, commands: list[int]
) -> None:
    """With one taker, no result overtakes an older one, whatever the chunks."""
    envs = scripted(num_envs, batch, num_threads=1, chunk_size=chunk)
    assert drive(envs, commands) == 0
    envs.close()


def test_a_busy_environment_holds_up_its_chunk_only() -> None:
    """While one environment sleeps, only the tasks of its own chunk are delayed."""
    envs = parallel_pool.make(
        "Scripted-v0",
        num_envs=12,
        batch_size=2,
        num_threads=2,
        chunk_size=3,
        sleep_ms=500.0,
        max_episode_steps=-1,
    )
    envs.async_reset(seed=0)
    for _ in range(6):
        envs.recv()
    envs.send([SLEEP, *[GO_ON] * 11], np.arange(12))
    order: list[int] = []
    while 0 not in order:
        ids = envs.recv(timeout=60)[4]["env_id"].tolist()
        order += ids
        if 0 not in order:
            envs.send([GO_ON] * 2, ids)
    before = order[: order.index(0)]
    assert before
    assert set(before) <= set(range(3, 12))
