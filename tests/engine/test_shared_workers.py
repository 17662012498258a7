# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools of any module share worker threads; results do not depend on it."""

from __future__ import annotations

import os
import pickle
import threading
from typing import Any

import parallel_pool
import pytest
from parallel_pool import Workers, errors
from parallel_pool.testing import assert_same

from tests.driver import Driver
from tests.support import assert_clean, run_python

IDS = ["CartPole-v1", "Taxi-v4", "Crowd-v0", "Scripted-v0"]  # of three modules


@pytest.mark.parametrize("batch", [2, 6])
def test_trajectories_are_those_of_own_threads(batch: int) -> None:
    """Several pools at a time, each in a thread of its own."""
    expected = {}
    for id in IDS:
        alone = Driver(id, num_envs=6)
        expected[id] = alone.run(40, seed=3)
        alone.envs.close()
    found: dict[str, Any] = {}
    with Workers(num_threads=2) as workers:
        drivers = {id: Driver(id, num_envs=6, batch_size=batch, workers=workers) for id in IDS}

        def run(id: str) -> None:
            found[id] = drivers[id].run(40, seed=3)

        threads = [threading.Thread(target=run, args=(id,)) for id in IDS]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for id in IDS:
        assert_same(found[id], expected[id], id)
        drivers[id].envs.close()


def test_closing_one_leaves_the_others_alone() -> None:
    workers = Workers(num_threads=1)
    options: dict[str, Any] = {"num_envs": 4, "batch_size": 2, "workers": workers}
    slow = parallel_pool.make("Scripted-v0", **options)
    quick = parallel_pool.make("Taxi-v4", **options)
    slow.async_reset(seed=0)
    slow.recv(timeout=60)
    slow.send([5], [0])  # sleeps
    quick.async_reset(seed=0)
    slow.close()
    slow.close()
    for _ in range(20):
        ids = quick.recv(timeout=60)[4]["env_id"]
        quick.send([0] * len(ids), ids)
    workers.close()
    assert workers.closed
    ids = quick.recv(timeout=60)[4]["env_id"]  # goes on without the object
    with pytest.raises(errors.PoolClosedError, match="the workers are closed: make new ones"):
        parallel_pool.make("CartPole-v1", **options)
    quick.close()


@pytest.mark.parametrize("env_type", ["gymnasium", "gym", "dm"])
def test_faces(env_type: str) -> None:
    with Workers(num_threads=3) as workers:
        envs: Any = parallel_pool.make(
            "CartPole-v1", env_type=env_type, num_envs=8, workers=workers, seed=0
        )
        assert envs.num_threads == 3
        envs.reset()
        twin = pickle.loads(pickle.dumps(envs))  # with threads of its own
        twin.reset()
        twin.close()
        envs.close()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"workers": 2}, TypeError, "workers must be a parallel_pool.Workers or None, got 2"),
        ({"num_threads": 2}, ValueError, "workers and num_threads were both given"),
        ({"numa": [0]}, ValueError, "workers and numa were both given"),
    ],
)
def test_refusals(options: dict[str, Any], error: type, message: str) -> None:
    with Workers(num_threads=1) as workers, pytest.raises(error, match=message):
        parallel_pool.make("CartPole-v1", **({"workers": workers} | options))


def test_workers_of_bad_arguments() -> None:
    with pytest.raises(ValueError, match="num_threads must be at least 1 and"):
        Workers(0)
    with pytest.raises(TypeError, match="num_threads"):
        Workers(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Workers cannot be pickled"):
        pickle.dumps(Workers(1))
    assert repr(Workers(2)) == "Workers(num_threads=2)"
    assert Workers().num_threads >= 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks on this system")
def test_forks_and_the_end_of_the_interpreter() -> None:
    """A child refuses the workers and leaves the parent's alone; nothing hangs at the end."""
    assert_clean(
        run_python("""
import os
workers = parallel_pool.Workers(2)
envs = parallel_pool.make("Scripted-v0", num_envs=4, batch_size=2, workers=workers)
envs.async_reset(seed=0)
envs.recv(timeout=60)
pid = os.fork()
if pid == 0:
    code = 1
    try:
        parallel_pool.make("CartPole-v1", num_envs=2, workers=workers)
    except errors.ForkedError:
        try:
            envs.recv()
        except errors.ForkedError:
            code = 0
    workers.close()
    envs.close()
    del workers, envs
    os._exit(code)
assert os.waitpid(pid, 0)[1] == 0
envs.recv(timeout=60)
envs.send([5, 5], [0, 1])
""")
    )


def test_ctrl_c() -> None:
    assert_clean(
        run_python("""
import signal, threading, os, time
signal.signal(signal.SIGINT, signal.default_int_handler)
with parallel_pool.Workers(1) as workers:
    options = {"num_envs": 2, "batch_size": 1, "sleep_ms": 700}
    envs = parallel_pool.make("Scripted-v0", workers=workers, **options)
    envs.async_reset(seed=0)
    for _ in range(2):
        envs.recv(timeout=60)
    envs.send([5, 5], [0, 1])
    # On Windows, os.kill would end the process.
    interrupt = (lambda: os.kill(os.getpid(), signal.SIGINT)) if os.name == "posix" else (
        lambda: signal.raise_signal(signal.SIGINT))
    threading.Timer(0.2, interrupt).start()
    try:
        envs.recv()
        envs.recv()
    except KeyboardInterrupt:
        interrupted = True
    assert interrupted
    while envs.in_flight:
        envs.recv(timeout=60)
    envs.close()
""")
    )
