# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Worker processes as the pool sees them: how they are started, ended and waited for.

A signal handler may raise at any moment. So each file and each child gets an owner in the call that
makes it, which closes or ends it when nobody holds it any longer. A function notes what it makes
before it waits for it, and a worker that was noted nowhere finds its channel closed and ends.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import pickle
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, Protocol

from parallel_pool.errors import PoolError
from parallel_pool.python_envs import messages, starter
from parallel_pool.python_envs.native import Channel, Child, OpenFile
from parallel_pool.python_envs.threads import WorkerThread

START_METHODS = ("starter", "fork", "spawn", "thread")

# How long the starter may take to report how a worker ended.
REPORT_SECONDS = 0.5
# How long the starter may take to end.
_CLOSE_SECONDS = 3.0


class Worker(Protocol):
    """A process or a thread that runs environments.

    Attributes:
        pid: its process id; 0 while it is not known.
        channel: to it.
    """

    pid: int
    channel: Channel

    def begun(self) -> bool:
        """Whether it is known to run. Raises PoolError if it could not be started."""

    def files(self) -> list[int]:
        """Descriptors that become readable when there is news of its start or its end."""

    @property
    def descriptor(self) -> int:
        """Becomes readable when it has ended."""

    def ended(self, timeout: float) -> bool:
        """Waits for the end, for so many seconds at most."""

    def kill(self) -> None:
        """Ends it at once."""

    def reap(self, seconds: float = REPORT_SECONDS) -> str:
        """Waits for its end and frees what belongs to it; how it ended, in words."""

    def forget(self) -> None:
        """Frees what a forked child has of it."""


# Those of this process, for forked workers to forget.
_workers: weakref.WeakSet[_Process] = weakref.WeakSet()


class _Process:
    """A worker process; see `Worker`."""

    def __init__(self, channel: Channel) -> None:
        self.pid = 0
        self.channel = channel
        self._process: OpenFile | Child | None = None
        _workers.add(self)

    @property
    def descriptor(self) -> int:
        return -1 if self._process is None else self._process.fileno()

    def begun(self) -> bool:
        return self._process is not None

    def files(self) -> list[int]:
        return [] if self._process is None else [self._process.fileno()]

    def ended(self, timeout: float) -> bool:
        if self._process is None:
            return True
        return bool(messages.readable([self._process], max(timeout, 0)))

    def kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self._process.fileno(), signal.SIGKILL)

    def reap(self, seconds: float = REPORT_SECONDS) -> str:
        try:
            status = self._status(seconds)
        finally:
            self.forget()
        if status is None:
            return "ended with unknown status"
        if os.WIFSIGNALED(status):
            return f"was killed by signal {_signal_name(os.WTERMSIG(status))}"
        return f"ended with status {os.WEXITSTATUS(status)}"

    def forget(self) -> None:
        self._process = None
        self.channel.close()

    def _status(self, seconds: float) -> int | None:
        """As `os.waitpid` gives it; None if that cannot be known."""
        raise NotImplementedError


class _StartedProcess(_Process):
    """A worker that the starter starts."""

    def __init__(self, channel: Channel, report: Channel, starter: Starter) -> None:
        super().__init__(channel)
        self._report = report
        self._starter = starter

    def begun(self) -> bool:
        if self._process is not None:
            return True
        self._starter.write_requests()
        try:
            message = self._report.front(0.0)
        except EOFError:
            raise PoolError(
                "a worker process could not be started: the process that starts workers has "
                "ended, or may not open more files"
            ) from None
        if message is None:
            return False
        _, payload, files = message
        what, value = pickle.loads(payload)
        if what == "failed":
            raise PoolError(f"a worker process could not be started: {value}")
        if not files:
            raise PoolError(
                "a worker process could not be started: this process may not open more files"
            )
        self.pid, self._process = value, files[0]
        return True

    def files(self) -> list[int]:
        return super().files() or [self._report.fileno()]

    def forget(self) -> None:
        super().forget()
        self._report.close()

    def _status(self, seconds: float) -> int | None:
        deadline = time.monotonic() + seconds
        with contextlib.suppress(EOFError):
            while message := messages.receive(self._report, max(deadline - time.monotonic(), 0)):
                what, value = message[1]
                if what == "ended":
                    return int(value)
        return None


class _ForkedProcess(_Process):
    """A worker that this process has forked."""

    def __init__(self, channel: Channel, child: Child) -> None:
        super().__init__(channel)
        self.pid = child.pid
        self._process = child

    def _status(self, seconds: float) -> int | None:
        if isinstance(self._process, Child) and self.ended(seconds):
            return self._process.end()
        return None


def _signal_name(number: int) -> str:
    if number > signal.SIGRTMIN:
        return f"{number} (SIGRTMIN+{number - signal.SIGRTMIN})"
    return f"{number} ({signal.Signals(number).name})"


class Starter:
    """The starter process of this process; see `parallel_pool.python_envs.starter`."""

    def __init__(self) -> None:
        """Starts it, and does not wait until it serves."""
        self._lock = threading.Lock()
        self._process = Child()
        self._channel, theirs = messages.pair()
        with theirs:
            starter.begin(self._process, theirs)

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return not messages.readable([self._process], 0.0)

    def start(self, method: str, settings: dict[str, Any]) -> _StartedProcess:
        """Asks for a worker, and does not wait for it."""
        channel, end = messages.pair()
        with end:
            report, reporting = messages.pair()
            with reporting:
                worker = _StartedProcess(channel, report, self)
                files = [end.fileno(), reporting.fileno()]
                try:
                    with self._lock:
                        messages.post(self._channel, (method, settings), files)
                except BaseException:
                    worker.forget()
                    raise
        return worker

    def write_requests(self) -> None:
        """Writes what is left of requests: its socket has not room for those of many workers."""
        with self._lock, contextlib.suppress(EOFError):  # a worker's own channel says more of it
            self._channel.front(0.0)

    def close(self) -> None:
        """Ends it and all of its workers."""
        self._channel.close()
        messages.readable([self._process], _CLOSE_SECONDS)
        self._process.end()

    def forget(self) -> None:
        """In a forked child: it is the parent's."""
        self._channel.close()


_starter: Starter | None = None
_starter_lock = threading.Lock()


def _the_starter() -> Starter:
    """The one of this process, started when it is needed first."""
    global _starter
    with _starter_lock:
        if _starter is not None and not _starter.alive:
            _starter.close()
            _starter = None
        if _starter is None:
            _starter = Starter()
        return _starter


@atexit.register
def _close_starter() -> None:
    if _starter is not None:
        _starter.close()


def _forget_starter() -> None:
    global _starter, _starter_lock
    _starter_lock = threading.Lock()
    if _starter is not None:
        _starter.forget()
        _starter = None


os.register_at_fork(after_in_child=_forget_starter)


def start_worker(method: str, functions: list[Callable[[], Any]]) -> Worker:
    """Begins to start a worker, which then waits for its functions.

    Args:
        method: ``"starter"``, ``"spawn"`` (a fresh interpreter), ``"fork"`` (of this process) or
            ``"thread"``; the last two use `functions` as they are.
        functions: what makes its environments.

    Returns:
        The process, or the thread.
    """
    if method == "thread":
        return WorkerThread(functions)
    _open_standard_files()
    if method == "fork":
        return _fork(functions)
    settings = {"cwd": _working_directory(), "environ": starter.environment(), "path": sys.path}
    return _the_starter().start(method, settings)


def _open_standard_files() -> None:
    """Opens the null device in place of standard files that are closed, as those of daemons are.

    Otherwise a channel could get such a descriptor, and what environments print would go into it.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest one that is free


def _working_directory() -> str:
    """Its path, or another that leads there if it was deleted."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return f"/proc/{os.getpid()}/cwd"


def _fork(functions: list[Callable[[], Any]]) -> _ForkedProcess:
    from parallel_pool.python_envs import worker

    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a daemon has none
            stream.flush()
    channel, end = messages.pair()
    owner = OpenFile.of_process(os.getpid())
    child, parent = Child(), os.getpid()
    with end:
        try:
            child.start(os.fork)
            if os.getpid() != parent:
                channel.close()
                for other in list(_workers):
                    other.forget()
                worker.run(end.detach(), owner.fileno(), {}, functions)
        finally:
            if os.getpid() != parent:  # nothing of the caller's may run in the child
                os._exit(1)
            _release_logging()
    return _ForkedProcess(channel, child)


def _release_logging() -> None:
    """Gives back a lock that `os.fork` takes, and keeps if a signal handler raises meanwhile.

    Other threads could neither log nor fork any more. Python 3.13 needs it no longer.
    """
    lock: Any = getattr(logging, "_lock", None)
    if sys.version_info < (3, 13) and lock is not None and lock._is_owned():
        lock.release()
