# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ctrl-C and timeouts end a wait, and nothing is lost.

The results that are still in flight show that a wait ended in time; no clock is used.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors

from tests import registration  # noqa: F401 - registers the test environments
from tests.robustness.isolation import isolated, run_code
from tests.robustness.process_facts import eventually, worker_cpus

GO_ON, SPIN, SLEEP = 0, 4, 5
SLEEP_MS = 1200.0


def interrupt_soon() -> None:
    """Sends this process the signal of Ctrl-C, from outside the main thread."""
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()


def interrupted(call: Callable[[], Any]) -> None:
    """The call ends with KeyboardInterrupt."""
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        call()


def still_under_way(envs: parallel_pool.PoolVectorEnv, count: int) -> None:
    """All results are in flight, and the batch is not complete."""
    assert envs.in_flight == count
    with pytest.raises(TimeoutError, match=f"timed out with {count} results in flight"):
        envs.recv(timeout=0)


def begin_sleeping(envs: parallel_pool.PoolVectorEnv) -> None:
    """Lets the threads take up what was sent; tasks that have not begun are dropped by `close`."""
    with pytest.raises(TimeoutError):
        envs.recv(timeout=0.2)


def make(**keywords: Any) -> parallel_pool.PoolVectorEnv:
    """A pool that has measured that steps and resets take milliseconds.

    A pool that has measured only short ones may run the first long one in the calling thread,
    where Ctrl-C has to wait for its end.
    """
    envs = parallel_pool.make(
        "Scripted-v0", sleep_ms=SLEEP_MS, spin_us=3000.0, max_episode_steps=-1, **keywords
    )
    for _ in range(20):
        envs.async_reset(seed=0, options={"sleep_ms": 3.0})
        while envs.in_flight:
            envs.recv()
        envs.send([SPIN] * envs.num_envs, range(envs.num_envs))
        while envs.in_flight:
            envs.recv()
    envs.async_reset(seed=0)
    while envs.in_flight:
        envs.recv()
    return envs


@isolated
def test_recv() -> None:
    envs = make(num_envs=3, num_threads=2)
    envs.send([SLEEP, GO_ON, GO_ON])
    interrupted(envs.recv)
    still_under_way(envs, 3)
    assert envs.recv()[0]["counters"][:, 2].tolist() == [SLEEP, GO_ON, GO_ON]
    assert envs.step([GO_ON] * 3)[0]["counters"][:, 1].tolist() == [2, 2, 2]


@isolated
def test_recv_in_async_mode() -> None:
    envs = make(num_envs=3, batch_size=2, num_threads=3, chunk_size=1)
    envs.send([SLEEP, SLEEP, GO_ON], [0, 1, 2])
    interrupted(envs.recv)
    still_under_way(envs, 3)
    received = [*envs.recv()[4]["env_id"], *envs.recv()[4]["env_id"]]
    assert received[0] == 2
    assert sorted(received) == [0, 1, 2]


@pytest.mark.parametrize("threads", [1, 3])
@isolated
def test_a_long_step(threads: int) -> None:
    """The rows come with the next recv."""
    envs = make(num_envs=2, num_threads=threads)
    interrupted(lambda: envs.step(np.array([SLEEP, GO_ON])))  # an array that only the pool keeps
    still_under_way(envs, 2)
    with pytest.raises(errors.InFlightError, match="2 results are in flight"):
        envs.step([GO_ON, GO_ON])
    result = envs.recv()
    assert result[0]["counters"][:, 2].tolist() == [SLEEP, GO_ON]
    assert "env_id" not in result[4]  # it is the step's own batch
    assert envs.step([GO_ON, GO_ON])[0]["counters"][:, 1].tolist() == [2, 2]


@pytest.mark.parametrize("threads", [1, 3])
@isolated
def test_the_first_call_is_long(threads: int) -> None:
    """A step that has not been measured may be long."""
    envs = parallel_pool.make("Scripted-v0", num_envs=2, num_threads=threads, sleep_ms=SLEEP_MS)
    interrupted(lambda: envs.reset(seed=4, options={"sleep_ms": SLEEP_MS}))
    still_under_way(envs, 2)
    envs.recv()
    interrupted(lambda: envs.step([SLEEP, GO_ON]))
    still_under_way(envs, 2)
    assert envs.recv()[0]["counters"][:, 2].tolist() == [SLEEP, GO_ON]


@pytest.mark.parametrize("threads", [1, 3])
@isolated
def test_actions_may_be_overwritten(threads: int) -> None:
    """Environments get the checked actions, even if they run after Ctrl-C."""
    envs = make(num_envs=2, num_threads=threads)
    actions = np.array([SLEEP, GO_ON])
    interrupted(lambda: envs.step(actions))
    actions[...] = 99
    assert envs.recv()[0]["counters"][:, 2].tolist() == [SLEEP, GO_ON]


@isolated
def test_a_long_reset() -> None:
    envs = make(num_envs=2, num_threads=2)
    options = {"sleep_ms": SLEEP_MS, "offset": 7}
    interrupted(lambda: envs.reset(seed=4, options=options))
    still_under_way(envs, 2)
    observations, rewards, *_ = envs.recv()
    assert observations["counters"][:, 3].tolist() == [7, 7]
    assert rewards.tolist() == [0, 0]
    assert envs.np_random_seed == (4, 5)


@isolated
def test_a_reset_that_first_waits_for_what_is_in_flight() -> None:
    envs = make(num_envs=2, num_threads=2)
    envs.send([SLEEP, SLEEP])
    interrupted(lambda: envs.reset(seed=9))
    still_under_way(envs, 2)
    assert envs.recv()[0]["counters"][:, 2].tolist() == [SLEEP, SLEEP]
    observations, _ = envs.reset(seed=9)
    twin = parallel_pool.make("Scripted-v0", num_envs=2)
    assert observations["inner"][0].tolist() == twin.reset(seed=9)[0]["inner"][0].tolist()


@isolated
def test_many_small_chunks() -> None:
    """A long call of short tasks: the calling thread takes part and still checks for signals."""
    envs = parallel_pool.make(
        "Scripted-v0", num_envs=300, num_threads=2, spin_us=8_000.0, max_episode_steps=-1
    )
    envs.reset(seed=0)
    envs.step([4] * 4, [0, 1, 2, 3])
    interrupted(lambda: envs.step([4] * 300))
    still_under_way(envs, 300)
    assert (envs.recv()[0]["counters"][4:, 1] == 1).all()


@isolated
def test_interrupt_again_and_again() -> None:
    envs = make(num_envs=2, num_threads=1)
    envs.send([SLEEP, GO_ON])
    for _ in range(3):
        interrupted(envs.recv)
    still_under_way(envs, 2)
    assert len(envs.recv()[1]) == 2


@isolated
def test_a_handler_of_ones_own() -> None:
    """Handlers that return let the wait continue; those that raise end it with their exception."""
    seen = []
    envs = make(num_envs=1)
    signal.signal(signal.SIGINT, lambda *_: seen.append(True))
    envs.send([SLEEP])
    interrupt_soon()
    assert len(envs.recv()[1]) == 1
    assert seen == [True]

    def raising(*_: object) -> None:
        raise LookupError("enough")

    signal.signal(signal.SIGUSR1, raising)
    envs.send([SLEEP])
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1)).start()
    with pytest.raises(LookupError, match="enough"):
        envs.recv()
    still_under_way(envs, 1)


@isolated
def test_a_handler_that_closes_the_pool() -> None:
    """Tasks in progress keep their actions to the end; the call then says what happened."""
    envs = make(num_envs=3, num_threads=2)
    actions = np.array([SLEEP, SLEEP, GO_ON])
    references = []

    def handler(*_: object) -> None:
        references.append(sys.getrefcount(actions))
        envs.close()
        references.append(sys.getrefcount(actions))

    signal.signal(signal.SIGINT, handler)
    interrupt_soon()
    with pytest.raises(
        errors.PoolClosedError, match=r"^step\(\) was waiting when the pool was closed$"
    ):
        envs.step(actions)
    assert references[0] == references[1]
    with pytest.raises(errors.PoolClosedError):
        envs.recv()
    assert eventually(lambda: not worker_cpus())


@isolated
def test_close() -> None:
    """Ctrl-C ends the wait for tasks in progress; their threads end by themselves."""
    envs = make(num_envs=3, num_threads=2)
    kept = envs.step([GO_ON] * 3)[0]["counters"]
    envs.send([SLEEP, SLEEP, GO_ON])
    begin_sleeping(envs)
    interrupted(envs.close)
    assert worker_cpus()
    for call in (envs.recv, envs.reset, lambda: envs.send([GO_ON] * 3)):
        with pytest.raises(errors.PoolClosedError):
            call()
    envs.close()
    assert eventually(lambda: not worker_cpus())
    assert kept[:, 1].tolist() == [1, 1, 1]


@isolated
def test_close_by_a_handler_that_raises() -> None:
    def raising(*_: object) -> None:
        raise LookupError("enough")

    envs = make(num_envs=1)
    envs.send([SLEEP])
    begin_sleeping(envs)
    signal.signal(signal.SIGUSR1, raising)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1)).start()
    with pytest.raises(LookupError, match="enough"):
        envs.close()
    assert eventually(lambda: not worker_cpus())


def test_the_process_does_not_wait_for_what_close_left() -> None:
    """It ends within a step, with its own exit code and what it has printed."""
    code = """
import os, signal, threading, parallel_pool
from tests import registration
signal.signal(signal.SIGINT, signal.default_int_handler)
envs = parallel_pool.make("Scripted-v0", num_envs=2, num_threads=2, sleep_ms=1e6)
envs.reset()
envs.send([5, 5])
try:
    envs.recv(timeout=0.2)
except TimeoutError:
    pass
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    envs.close()
except KeyboardInterrupt:
    print("interrupted")
    raise SystemExit(3)
"""
    outcome = run_code(code)
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (3, "interrupted\n", "")


@isolated
def test_a_handler_that_calls_the_pool() -> None:
    """Calls do not nest."""
    caught: list[Exception] = []
    envs = make(num_envs=1)

    def handler(*_: object) -> None:
        for call in (envs.recv, envs.reset, envs.get_state, lambda: envs.send([0])):
            try:
                call()
            except errors.ConcurrentCallError as error:
                caught.append(error)

    signal.signal(signal.SIGINT, handler)
    envs.send([SLEEP])
    interrupt_soon()
    assert len(envs.recv()[1]) == 1
    assert len(caught) == 4
    assert "recv(), is in progress: a pool takes calls from one thread at a time" in str(caught[0])


@isolated
def test_timeouts() -> None:
    """After any number of timeouts, each row still arrives once."""
    envs = make(num_envs=3, batch_size=2, num_threads=3, chunk_size=1)
    envs.send([SLEEP, SLEEP, GO_ON], [0, 1, 2])
    for timeout in (0, 0.0, 1e-9, 0.05, np.float64(0.05)):
        with pytest.raises(
            TimeoutError, match=r"^recv\(\) timed out with 3 results in flight; the next"
        ):
            envs.recv(timeout)
    received = [*envs.recv(60)[4]["env_id"], *envs.recv(60)[4]["env_id"]]
    assert sorted(received) == [0, 1, 2]
    with pytest.raises(errors.NothingInFlightError):
        envs.recv(0)


@isolated
def test_other_threads_run_while_one_waits() -> None:
    """Recv releases the GIL."""
    envs = make(num_envs=1)
    envs.send([SLEEP])
    counted = 0
    waiting = threading.Thread(target=envs.recv)
    waiting.start()
    while waiting.is_alive():
        counted += 1
        time.sleep(0.01)
    assert counted > 10
