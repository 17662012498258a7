# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Answers belong to their requests, and rows come, whatever happens to calls and processes."""

from __future__ import annotations

import functools
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import (
    ConcurrentCallError,
    EnvironmentFailure,
    PoolError,
    ResetNeededError,
)
from parallel_pool.python_envs import starter

from tests.python_envs.test_processes import alive, children
from tests.python_envs.toy_envs import GO_ON, HANG, KILL, Obedient
from tests.robustness.isolation import isolated
from tests.robustness.process_facts import eventually


class Interrupted(Exception):  # noqa: N818 - what the handler raises
    pass


def interrupt_after(seconds: float) -> None:
    def handler(*_: Any) -> None:
        raise Interrupted

    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)


class Talker(Obedient):
    """Says what it is asked to."""

    def echo(self, value: Any, seconds: float = 0.0) -> Any:
        time.sleep(seconds)
        return value

    def start_session(self) -> int:
        """Starts a process that no signal to this one's group reaches."""
        return subprocess.Popen(["sleep", "1000"], start_new_session=True).pid

    def leave_process(self) -> int:
        """The same, whose parent then ends."""
        code = (
            "import subprocess; print(subprocess.Popen(['sleep', '1000'], start_new_session=True, "
            "stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).pid)"
        )
        done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, check=True)
        return int(done.stdout)

    def step(self, action: int) -> Any:
        if action == HANG:
            Path(self.name).touch()  # says that it is within a step
        if action == KILL and self.name == "real-time":
            os.kill(os.getpid(), signal.SIGRTMIN + 3)
        return super().step(action)


@isolated
def test_an_interrupted_call_leaves_nothing() -> None:
    """Also where its arguments and its answer are larger than the socket takes at once."""
    envs = parallel_pool.make_python(Talker, 2, num_workers=2)
    envs.reset()
    large = np.zeros(10_000_000, np.uint8)
    for value in ("old", large):
        interrupt_after(0.05)
        with pytest.raises(Interrupted):
            envs.call("echo", value, 0.3)
        assert envs.step([GO_ON] * 2)[0].shape == (2, 3)
        interrupt_after(0.05)
        with pytest.raises(Interrupted):
            envs.call("echo", value, 0.3)
        assert envs.call("echo", "new") == ("new", "new")
    states = envs.get_state()
    interrupt_after(0.05)
    with pytest.raises(Interrupted):
        envs.call("echo", "old", 0.3)
    envs.set_state(None, states)
    envs.close()


@isolated
def test_a_pool_takes_one_call_at_a_time() -> None:
    envs = parallel_pool.make_python(Talker, 2, num_workers=2)
    envs.reset()
    thread = threading.Thread(target=envs.call, args=("echo", 1, 0.5))
    thread.start()
    time.sleep(0.1)
    for call in (lambda: envs.call("echo", 2), envs.get_state, lambda: envs.clone([0], [1])):
        with pytest.raises(ConcurrentCallError, match=r"another call, call\(\), is in progress"):
            call()
    thread.join()
    assert envs.call("echo", 3) == (3, 3)
    envs.close()


@isolated
def test_an_interrupted_start_harms_no_later_pool() -> None:
    parallel_pool.make_python(Talker, 1).close()
    (starter,) = children(os.getpid())
    for _ in range(3):
        os.kill(starter, signal.SIGSTOP)
        interrupt_after(0.1)
        with pytest.raises(Interrupted):
            parallel_pool.make_python(Talker, 2, num_workers=2)
        os.kill(starter, signal.SIGCONT)
    envs = parallel_pool.make_python(Talker, 2, num_workers=2)
    workers = set(envs.call("pid"))
    assert eventually(lambda: set(children(os.getpid())) == {starter, *workers})
    envs.close()
    assert children(os.getpid()) == [starter]


def test_a_worker_that_is_stopped_between_steps() -> None:
    envs = parallel_pool.make_python(Talker, 2, num_workers=2, step_timeout=0.5, restart=True)
    pids = envs.reset()[1]["pid"]
    os.kill(pids[0], signal.SIGSTOP)
    with pytest.raises(EnvironmentFailure, match=r"did not get on for 0.5 seconds") as caught:
        envs.step([GO_ON] * 2)
    assert caught.value.env_ids.tolist() == [0]
    assert (envs.reset()[1]["pid"] != pids).tolist() == [True, False]
    envs.close()


class Staller(Talker):
    """Does not return, or stops its process, where its name says so."""

    def stall(self, name: str) -> Any:
        if self.name == name == "hang":
            time.sleep(1000)
        if self.name == name == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        return name

    def render(self) -> Any:
        return self.stall("stop")

    def __getstate__(self) -> Any:
        self.stall("hang")
        time.sleep(0.2)
        return self.__dict__


@pytest.mark.parametrize("method", ["starter", "fork"])
def test_calls_have_the_time_limit_too(method: str) -> None:
    """For each environment; a worker that needs longer is replaced, and the request fails."""
    names = ["", "stop", "hang", ""]
    envs = parallel_pool.make_python(
        [functools.partial(Staller, name) for name in names],
        num_workers=2,
        start_method=method,
        step_timeout=0.5,
        restart=True,
    )
    envs.reset()
    requests = (
        (lambda: envs.call("stall", "stop"), 1),
        (lambda: envs.call("stall", "hang"), 2),
        (envs.get_state, 2),
    )
    for request, env_id in requests:
        start = time.monotonic()
        message = (
            rf"did not return within 0\.5 seconds while it ran env id {env_id} and was killed by "
            "signal 9 .*: it ended while it answered a call"
        )
        with pytest.raises(PoolError, match=message):
            request()
        assert time.monotonic() - start < 3.0
        with pytest.raises(ResetNeededError):
            envs.step([GO_ON] * 4)
        envs.reset()
    assert envs.call("echo", 1, 0.3) == (1, 1, 1, 1)  # a limit for each of the two
    envs.close()


@isolated
def test_an_answer_that_nobody_fetches_takes_no_time() -> None:
    """The limit is the worker's, not its caller's, also while another worker is asked."""
    envs = parallel_pool.make_python(Staller, 2, num_workers=2, step_timeout=0.5)
    pids = envs.reset()[1]["pid"].tolist()
    interrupt_after(0.1)
    with pytest.raises(Interrupted):
        envs.call("echo", np.zeros(10_000_000, np.uint8), 0.3)
    time.sleep(1.0)
    for _ in range(4):
        envs.get_state([1])
    assert envs.call("pid") == tuple(pids)
    envs.close()


def test_a_worker_that_a_real_time_signal_kills() -> None:
    envs = parallel_pool.make_python(lambda: Talker("real-time"), 2, num_workers=2)
    envs.reset()
    with pytest.raises(EnvironmentFailure, match=r"killed by signal 37 \(SIGRTMIN\+3\)"):
        envs.step([GO_ON, KILL])
    envs.close()


class SlowToMake(Obedient):
    """Takes long to make while a file exists."""

    flag = ""

    def __init__(self) -> None:
        super().__init__()
        if os.path.exists(self.flag):
            time.sleep(30)


def test_a_restart_holds_nobody_up(tmp_path: Path) -> None:
    """It is given up in time, and tried again."""

    class Slow(SlowToMake):
        flag = str(tmp_path / "slow")

    envs = parallel_pool.make_python(Slow, 2, 1, num_workers=2, step_timeout=1.0, restart=True)
    envs.async_reset()
    pids = [envs.recv()[4]["pid"][0] for _ in range(2)]
    Path(Slow.flag).touch()
    envs.send([GO_ON, KILL], [0, 1])
    answers = []
    for _ in range(2):
        try:
            answers.append(int(envs.recv()[4]["env_id"][0]))
        except EnvironmentFailure as failure:
            answers.append(failure.env_ids.tolist())
    assert sorted(answers, key=str) == [0, [1]]
    envs.async_reset([1])
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        envs.recv(timeout=0.2)
    assert time.monotonic() - start < 1.0
    with (
        pytest.warns(UserWarning, match="could not be restarted"),
        pytest.raises(EnvironmentFailure, match="did not make env id 1 within 1 seconds"),
    ):
        envs.recv()
    Path(Slow.flag).unlink()
    with pytest.raises(EnvironmentFailure, match="could not be restarted"):
        envs.reset(env_id=[1])
    assert envs.reset(env_id=[1])[1]["pid"][0] not in pids
    envs.close()


def test_constructors_have_the_time_limit_too(tmp_path: Path) -> None:
    class Slow(SlowToMake):
        flag = str(tmp_path / "slow")

    Path(Slow.flag).touch()
    with pytest.raises(PoolError, match=r"did not make env id \d within 0\.5 seconds"):
        parallel_pool.make_python(Slow, 2, step_timeout=0.5)


@pytest.mark.parametrize("method", ["starter", "spawn", "fork"])
def test_processes_in_sessions_of_their_own_end_with_the_pool(method: str) -> None:
    envs = parallel_pool.make_python(Talker, 2, num_workers=1, start_method=method)
    envs.reset()
    started = [*envs.call("start_session"), *envs.call("leave_process")]
    assert all(alive(pid) for pid in started)
    envs.close()
    assert eventually(lambda: not any(alive(pid) for pid in started))


def test_they_end_with_a_worker_that_is_killed() -> None:
    envs = parallel_pool.make_python(Talker, 2, num_workers=2)
    envs.reset()
    started = [*envs.call("start_session"), *envs.call("leave_process")]
    with pytest.raises(EnvironmentFailure):
        envs.step([KILL, GO_ON])
    assert eventually(lambda: not alive(started[0]) and not alive(started[2]))
    assert alive(started[1])
    assert alive(started[3])
    envs.close()


def test_a_number_that_may_be_another_process_s_is_not_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody else may have waited for a worker, or nobody if the owner ignores SIGCHLD."""
    running = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    starter.kill_group(running.pid)
    assert running.wait() == -signal.SIGKILL
    killed: list[Any] = []
    for name in ("kill", "killpg"):
        monkeypatch.setattr(os, name, lambda *arguments: killed.append(arguments))
    starter.kill_group(running.pid)
    assert killed == []


@isolated
def test_an_owner_that_ignores_its_children() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for method in ("starter", "fork"):
        envs = parallel_pool.make_python(
            Talker, 2, num_workers=2, start_method=method, restart=True
        )
        envs.reset()
        with pytest.raises(EnvironmentFailure, match="worker process 0"):
            envs.step([KILL, GO_ON])
        envs.reset()
        assert subprocess.run(["true"], check=False).returncode == 0
        envs.close()


@isolated
def test_too_few_files() -> None:
    """One plain message, and nothing is left."""
    parallel_pool.make_python(Talker, 1).close()
    before = len(os.listdir("/proc/self/fd"))
    (starter,) = children(os.getpid())
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    refused = 0
    for files in range(before - 1, before + 16, 2):
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        try:
            parallel_pool.make_python(Talker, 2, num_workers=2).close()
        except PoolError as error:
            assert "open" in str(error)  # noqa: PT017
            refused += 1
    assert 0 < refused < 9
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    assert eventually(lambda: children(os.getpid()) == [starter])
    assert len(os.listdir("/proc/self/fd")) == before


@isolated
def test_a_deleted_working_directory() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
    for method in ("starter", "fork", "spawn"):
        envs = parallel_pool.make_python(Talker, 2, start_method=method)
        envs.reset()
        envs.close()


@isolated
def test_close_answers_ctrl_c() -> None:
    """Workers that do not return are killed at once."""
    with tempfile.TemporaryDirectory() as folder:
        flag = Path(folder) / "hangs"
        envs = parallel_pool.make_python(lambda: Talker(str(flag)), 2, num_workers=2)
        envs.reset()
        (starter, *workers) = children(os.getpid())
        envs.send([HANG] * 2)
        assert eventually(flag.exists)
    interrupt_after(0.3)
    start = time.monotonic()
    with pytest.raises(Interrupted):
        envs.close()
    assert time.monotonic() - start < 3.0
    assert len(workers) == 2
    assert eventually(lambda: children(os.getpid()) == [starter])


@isolated
def test_too_little_address_space() -> None:
    limit = 1 << 28
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
    with pytest.raises(PoolError, match=r"the address space has no room for the .* MiB"):
        parallel_pool.make_python(Talker, 2, start_method="thread")


@isolated
def test_a_stopped_starter_is_killed_at_the_end() -> None:
    parallel_pool.make_python(Talker, 1).close()
    (starter,) = children(os.getpid())
    os.kill(starter, signal.SIGSTOP)
