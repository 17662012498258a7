# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The harness of interrupted requests, for a moment and, as a long test, for an hour."""

from __future__ import annotations

import contextlib
import os
import signal
from types import FrameType

import parallel_pool
import pytest
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.python_envs.processes import Starter
from parallel_pool.python_envs.worker_set import WorkerSet

from tests.python_envs import interrupts
from tests.python_envs.toy_envs import Obedient
from tests.robustness.isolation import run_code


def outcome(requests: int, seed: int, timeout: float) -> str:
    # Exceptions of handlers that come within a callback are reported on stderr, which is no matter.
    code = (
        f"from tests.python_envs.interrupts import run\nprint(run({seed}, {requests}, {timeout}))"
    )
    done = run_code(code, timeout=timeout)
    assert not done.timed_out, done.stderr
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_answer_belongs_to_its_request() -> None:
    assert "interrupted" in outcome(requests=100, seed=3, timeout=60.0)


class HandlerError(Exception):
    """Of a signal handler."""


def test_a_starter_that_ends_is_noticed_after_interrupts() -> None:
    def handle(number: int, frame: FrameType | None) -> None:
        raise HandlerError

    others = interrupts.descendants(os.getpid())
    starter = Starter()
    (process,) = set(interrupts.descendants(os.getpid())) - set(others)
    before = signal.signal(signal.SIGALRM, handle)
    try:
        for _ in range(200):  # each is interrupted at whatever moment it has come to
            with contextlib.suppress(HandlerError):
                signal.setitimer(signal.ITIMER_REAL, 0.0005)
                while True:
                    assert starter.alive
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    os.kill(process, signal.SIGKILL)
    starter.close()
    assert not starter.alive
    assert process not in interrupts.descendants(os.getpid())


@pytest.mark.parametrize("step", ["_start", "_advance"])
def test_handlers_that_raise_while_a_worker_is_replaced(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A TimeoutError is an OSError, as the system's own, for which a worker cannot be started."""

    def handle(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("of the handler")

    envs = parallel_pool.make_python(Obedient, 2, num_workers=1, restart=True)
    envs.reset()
    own = getattr(WorkerSet, step)
    raised: list[int] = []

    def interrupted(workers: WorkerSet, i: int) -> None:
        if not raised:
            raised.append(i)
            signal.raise_signal(signal.SIGALRM)
        own(workers, i)

    def reset_often() -> None:
        for _ in range(20):
            with contextlib.suppress(EnvironmentFailure):
                envs.reset()

    monkeypatch.setattr(WorkerSet, step, interrupted)
    before = signal.signal(signal.SIGALRM, handle)
    try:
        os.kill(envs.call("pid")[0], signal.SIGKILL)
        with pytest.raises(TimeoutError, match="of the handler"):
            reset_often()
        envs.reset()
    finally:
        signal.signal(signal.SIGALRM, before)
        envs.close()


def test_a_worker_whose_start_was_interrupted_takes_no_tasks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another worker is started for the tasks; both have opened the shared memory."""
    envs = parallel_pool.make_python(interrupts.Echo, 1, num_workers=1, restart=True)
    envs.reset()
    start = WorkerSet._start

    def interrupted(workers: WorkerSet, i: int) -> None:
        monkeypatch.setattr(WorkerSet, "_start", start)
        start(workers, i)
        raise HandlerError

    monkeypatch.setattr(WorkerSet, "_start", interrupted)
    os.kill(envs.call("pid")[0], signal.SIGKILL)

    def reset_often() -> None:
        while True:
            with contextlib.suppress(EnvironmentFailure):
                envs.reset()

    with pytest.raises(HandlerError):
        reset_often()
    envs.reset()
    envs.set_attr("value", 7)
    for _ in range(300):
        envs.send([0])
        assert envs.recv(timeout=30)[0][0, 0] == 7
    envs.close()


@pytest.mark.slow
def test_each_of_ten_thousand_answers_belongs_to_its_request() -> None:
    assert "interrupted" in outcome(requests=10_000, seed=4, timeout=7200.0)


def test_an_answer_of_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    import random
    from collections import Counter

    harness = interrupts.Harness(random.Random(1), Counter())
    call = harness.envs.call
    monkeypatch.setattr(harness.envs, "call", lambda name, value: call(name, value + 1))
    with pytest.raises(interrupts.Mismatch, match="echo: expected"):
        harness.echo()
    harness.envs.close()
