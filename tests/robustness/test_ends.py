# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools end cleanly: closed, garbage-collected, still open at exit, or never made."""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing import assert_same

from tests import registration  # noqa: F401 - registers the test environments
from tests.robustness.isolation import isolated
from tests.robustness.process_facts import eventually, resident_kib, threads

GO_ON, SLEEP = 0, 5
KEPT: list[Any] = []  # what module globals hold until the interpreter is gone


BEFORE = threads()  # NumPy may have its own


def busy_pool(**keywords: Any) -> parallel_pool.PoolVectorEnv:
    """A pool whose threads have run."""
    given = {"num_envs": 6, "num_threads": 4, "chunk_size": 1, "sleep_ms": 300.0} | keywords
    envs = parallel_pool.make("Scripted-v0", **given)
    envs.async_reset(seed=0)
    while envs.in_flight:
        envs.recv()
    return envs


# --- Close ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("in_flight", [False, True])
@isolated
def test_close_joins_all_threads(in_flight: bool) -> None:
    for batch in (6, 2):
        envs = busy_pool(batch_size=batch)
        assert eventually(lambda: threads() == BEFORE + 4)
        if in_flight:
            envs.send([SLEEP, GO_ON], [0, 1])
        envs.close()
        assert eventually(lambda: threads() == BEFORE)
        envs.close()
        assert envs.closed


@isolated
def test_close_gives_memory_back() -> None:
    """Closing frees environments and batches; each pool here takes at least 10 MB."""

    def work(how: str) -> None:
        envs = busy_pool(num_envs=16, payload=200_000)
        for _ in range(3):
            envs.step([GO_ON] * 16)
        if how == "close":
            envs.close()
            KEPT.append(envs)  # closed pools may linger

    work("close")
    before = resident_kib()
    for how in ("close", "collect"):
        for _ in range(8):
            work(how)
    gc.collect()
    assert eventually(lambda: threads() == BEFORE)
    assert resident_kib() - before < 50_000


@isolated
def test_close_by_contextlib() -> None:
    """A VectorEnv is not a context manager, but `contextlib.closing` works."""
    with contextlib.closing(busy_pool()) as envs:
        assert not envs.closed
    assert envs.closed
    assert eventually(lambda: threads() == BEFORE)


@pytest.mark.parametrize("batch", [6, 4])
@isolated
def test_close_wakes_a_recv_of_another_thread(batch: int) -> None:
    envs = busy_pool(batch_size=batch, sleep_ms=1500.0)
    envs.send([SLEEP] * 6, range(6))
    caught: list[BaseException] = []

    def receive() -> None:
        try:
            envs.recv()
        except BaseException as error:
            caught.append(error)

    thread = threading.Thread(target=receive)
    thread.start()
    time.sleep(0.2)
    envs.close()
    thread.join()
    assert [type(error) for error in caught] == [errors.PoolClosedError]
    assert str(caught[0]) == "recv() was waiting when the pool was closed"
    assert eventually(lambda: threads() == BEFORE)


@isolated
def test_other_threads_run_while_one_closes() -> None:
    """Close waits for the tasks in progress without the GIL, and so does the call that it ends."""
    envs = busy_pool(sleep_ms=1500.0)
    envs.send([SLEEP] * 6)

    def receive() -> None:
        with pytest.raises(errors.PoolClosedError):
            envs.recv()

    receiving = threading.Thread(target=receive)
    receiving.start()
    time.sleep(0.1)
    closing = threading.Thread(target=envs.close)
    closing.start()
    counted = 0
    while closing.is_alive():
        counted += 1
        time.sleep(0.01)
    receiving.join()
    assert counted > 20


@isolated
def test_close_from_many_threads() -> None:
    for _ in range(20):
        envs = busy_pool(num_envs=4)
        closing = [threading.Thread(target=envs._pool.close) for _ in range(4)]
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join()
        assert envs._pool.closed
    assert eventually(lambda: threads() == BEFORE)


@isolated
def test_use_after_close() -> None:
    """Every call says that the pool is closed; calls that need no environment still work."""
    envs = busy_pool()
    state = envs.get_state()
    envs.close()
    calls = {
        "step": lambda: envs.step([0] * 6),
        "send": lambda: envs.send([0] * 6),
        "recv": lambda: envs.recv(0),
        "reset": envs.reset,
        "async_reset": envs.async_reset,
        "get_state": envs.get_state,
        "set_state": lambda: envs.set_state(None, state),
        "np_random": lambda: envs.np_random,
        "np_random_seed": lambda: envs.np_random_seed,
        "in_flight": lambda: envs.in_flight,
        "set_config": lambda: envs.set_config(sleep_ms=1.0),
    }
    for name, call in calls.items():
        with pytest.raises(
            errors.PoolClosedError, match=f"^{name}\\(\\) was called on a closed pool$"
        ):
            call()
    assert (envs.num_envs, envs.batch_size, envs.num_threads) == (6, 6, 4)
    assert envs.get_attr("sleep_ms") == (300.0,) * 6
    assert pickle.loads(pickle.dumps(envs)).num_envs == 6


# --- Two threads ----------------------------------------------------------------------------------


@isolated
def test_calls_of_two_threads() -> None:
    """The second call is refused, and the first continues."""
    envs = busy_pool(sleep_ms=800.0)
    envs.send([SLEEP] * 6)
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(envs.recv()))
    thread.start()
    time.sleep(0.2)
    message = "recv\\(\\), is in progress: a pool takes calls from one thread at a time$"
    for call in (envs.recv, envs.reset, envs.get_state, lambda: envs.in_flight):
        with pytest.raises(errors.ConcurrentCallError, match=message):
            call()
    thread.join()
    assert results[0][0]["counters"][:, 2].tolist() == [SLEEP] * 6
    envs.step([GO_ON] * 6)  # one after the other is fine


@isolated
def test_many_threads_at_once() -> None:
    """Each call either returns right results or is refused."""
    envs = parallel_pool.make("CartPole-v1", num_envs=64, num_threads=2)
    envs.reset(seed=0)
    done = []

    def work() -> None:
        for _ in range(300):
            try:
                assert envs.step(np.zeros(64, np.int64))[0].shape == (64, 4)
                done.append(True)
            except errors.ConcurrentCallError:
                pass

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    twin = parallel_pool.make("CartPole-v1", num_envs=64)
    twin.reset(seed=0)
    for _ in done:
        twin.step(np.zeros(64, np.int64))
    assert_same(envs.step(np.ones(64, np.int64)), twin.step(np.ones(64, np.int64)))


# --- Garbage --------------------------------------------------------------------------------------


@isolated
def test_a_pool_in_a_reference_cycle() -> None:
    for in_flight in (False, True):
        envs = busy_pool()
        cycle = [envs, lambda envs=envs: envs]
        cycle.append(cycle)
        envs.spec.kwargs["cycle"] = cycle  # type: ignore[union-attr]
        if in_flight:
            envs.send([SLEEP] * 6)
        del envs, cycle
        gc.collect()
        assert eventually(lambda: threads() == BEFORE)


@isolated
def test_a_pool_that_is_dropped_with_rows_in_flight() -> None:
    for batch in (6, 4, 1):
        envs = busy_pool(batch_size=batch)
        envs.send([SLEEP] * 6, range(6))
        del envs
        gc.collect()
        assert eventually(lambda: threads() == BEFORE)


# --- Exit -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [6, 2])
@isolated
def test_exit_with_a_pool_alive(batch: int) -> None:
    KEPT.append(busy_pool(batch_size=batch))


@pytest.mark.parametrize("batch", [6, 2])
@isolated
def test_exit_with_a_slow_step_in_flight(batch: int) -> None:
    envs = busy_pool(batch_size=batch)
    KEPT.append(envs)
    envs.send([SLEEP] * 6, range(6))


@isolated
def test_exit_with_a_cheap_step_in_flight() -> None:
    for batch in (64, 16):
        envs = parallel_pool.make("CartPole-v1", num_envs=64, batch_size=batch, num_threads=2)
        KEPT.append(envs)
        envs.async_reset(seed=0)
        envs.recv()


@isolated
def test_exit_with_batches_retained() -> None:
    envs = busy_pool(autoreset_mode="SameStep", batch_size=3)
    envs.send([1, 0, 1, 0, 1, 0], range(6))
    KEPT.append([envs.recv(), envs.recv()])
    KEPT.append(np.from_dlpack(KEPT[0][0][1]))
    cartpole = parallel_pool.make("CartPole-v1", num_envs=4)
    KEPT.append([cartpole.reset(seed=0)[0][1:], cartpole])
    del envs


@isolated
def test_exit_with_an_interrupted_step_in_flight() -> None:
    """Arrays that tasks still read are freed last."""
    envs = busy_pool(spin_us=3000.0, sleep_ms=600.0, max_episode_steps=-1)
    for _ in range(20):
        envs.send([4] * 6)
        envs.recv()
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        envs.step([SLEEP] * 6)
    KEPT.append(envs)


@isolated
def test_exit_while_a_daemon_thread_receives() -> None:
    envs = busy_pool(sleep_ms=600.0)
    envs.send([SLEEP] * 6)

    def receive() -> None:
        with contextlib.suppress(errors.PoolClosedError):
            envs.recv()

    threading.Thread(target=receive, daemon=True).start()
    time.sleep(0.1)


@isolated
def test_exit_with_a_pool_made_while_exiting() -> None:
    def late() -> None:
        envs = busy_pool()
        KEPT.append(envs)
        envs.send([SLEEP] * 6)

    atexit.register(late)


@isolated
def test_exit_by_exception_and_by_os_exit() -> None:
    """Also a child process that exits without cleaning up."""
    code = (
        "import parallel_pool, os, sys\n"
        "envs = parallel_pool.make('CartPole-v1', num_envs=64, num_threads=2, batch_size=16)\n"
        "envs.async_reset(seed=0)\n"
        "{}\n"
    )
    for end, expected in (("os._exit(3)", 3), ("sys.exit(4)", 4), ("1 / 0", 1)):
        done = subprocess.run([sys.executable, "-c", code.format(end)], capture_output=True)
        assert done.returncode == expected


# --- Pickling -------------------------------------------------------------------------------------


@isolated
def test_pickling_keeps_arguments_not_state() -> None:
    envs = parallel_pool.make(
        "FrozenLake-v1",
        num_envs=5,
        batch_size=2,
        num_threads=3,
        seed=17,
        autoreset_mode="SameStep",
        max_episode_steps=9,
        chunk_size=2,
        is_slippery=False,
        desc=["SFF", "FFF", "FFG"],
    )
    first = envs.reset()
    while envs.in_flight:
        envs.recv()
    twin = pickle.loads(pickle.dumps(envs))
    assert (twin.num_envs, twin.batch_size, twin.num_threads) == (5, 2, 3)
    assert twin.autoreset_mode == envs.autoreset_mode
    assert twin.config == envs.config
    assert "seed" not in twin.spec.kwargs
    twin.spec.kwargs["seed"] = 17
    assert twin.spec == envs.spec
    with pytest.raises(errors.ResetNeededError):
        twin.step([0, 0])
    assert_same(twin.reset(seed=17)[0], first[0])
    while twin.in_flight:
        twin.recv()
    assert twin.np_random_seed == (17, 18, 19, 20, 21)
