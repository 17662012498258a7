# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Worker processes as the pool sees them: how they are started, ended and waited for."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from parallel_pool.errors import PoolError
from parallel_pool.python_envs import messages, starter
from parallel_pool.python_envs.threads import WorkerThread

START_METHODS = ("starter", "fork", "spawn", "thread")


class WorkerProcess:
    """A running worker.

    Attributes:
        pid: its process id.
        descriptor: a process descriptor, readable when it has ended.
        channel: the socket to it.
    """

    def __init__(
        self, pid: int, descriptor: int, channel: socket.socket, reap: Callable[[], int]
    ) -> None:
        """Takes over the descriptor; `reap` waits for the end and gives the wait status."""
        self.pid = pid
        self.descriptor = descriptor
        self.channel = channel
        self._reap: Callable[[], int] | None = reap

    def ended(self, timeout: float) -> bool:
        """Waits for the end, for so many seconds at most."""
        if self._reap is None:
            return True
        return bool(messages.readable([self.descriptor], max(timeout, 0)))

    def kill(self) -> None:
        """Ends it at once."""
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(self.descriptor, signal.SIGKILL)

    def reap(self) -> str:
        """Waits for its end and frees what belongs to it; how it ended, in words."""
        if self._reap is None:
            return "ended"
        reap, self._reap = self._reap, None
        try:
            status = reap()
        except (OSError, EOFError):
            return "ended, nobody knows how"
        finally:
            os.close(self.descriptor)
            self.channel.close()
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            return f"was killed by signal {number} ({signal.Signals(number).name})"
        return f"ended with status {os.WEXITSTATUS(status)}"

    def forget(self) -> None:
        """Frees what a forked child has of it."""
        self._reap = None
        with contextlib.suppress(OSError):
            os.close(self.descriptor)
        self.channel.close()


class Starter:
    """The starter process of this process; see `parallel_pool.python_envs.starter`."""

    def __init__(self) -> None:
        """Starts it."""
        self._lock = threading.Lock()
        self._channel, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            starter.command(theirs.fileno()),
            pass_fds=[theirs.fileno()],
            env=starter.environment(),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()
        try:
            (_, self.threads), _ = messages.receive(self._channel)
        except EOFError:
            self.close()
            raise PoolError(
                "the process that starts workers could not be started; its output says why"
            ) from None

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def start(self, settings: dict[str, Any]) -> WorkerProcess:
        """Forks a worker."""
        ours, theirs = socket.socketpair()
        with theirs:
            pid, (descriptor,) = self._ask(("start", settings), [theirs.fileno()])
        return WorkerProcess(pid, descriptor, ours, lambda: self._ask(("reap", pid))[0])

    def _ask(self, request: Any, descriptors: list[int] | None = None) -> tuple[Any, list[int]]:
        with self._lock:
            messages.send(self._channel, request, descriptors or ())
            return messages.receive(self._channel)

    def close(self) -> None:
        """Ends it and all of its workers."""
        self._channel.close()
        self._process.wait()

    def forget(self) -> None:
        """In a forked child: it is the parent's."""
        self._channel.close()
        self._process.returncode = 0  # so that nobody warns of a running child


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


def start_worker(method: str, functions: list[Callable[[], Any]]) -> WorkerProcess | WorkerThread:
    """Starts a worker, which then waits for its functions.

    Args:
        method: ``"starter"``, ``"spawn"`` (a fresh interpreter), ``"fork"`` (of this process) or
            ``"thread"``; the last two use `functions` as they are.
        functions: what makes its environments.

    Returns:
        The process, or the thread.
    """
    if method == "thread":
        return WorkerThread(functions)
    if method == "fork":
        return _fork(functions)
    settings = {"cwd": os.getcwd(), "environ": starter.environment(), "path": sys.path}
    if method == "starter":
        process = _the_starter()
        if process.threads == 1:
            return process.start(settings)
    return _spawn(settings)


def _fork(functions: list[Callable[[], Any]]) -> WorkerProcess:
    from parallel_pool.python_envs import worker

    sys.stdout.flush()
    sys.stderr.flush()
    ours, theirs = socket.socketpair()
    parent = os.pidfd_open(os.getpid())
    pid = os.fork()
    if pid == 0:
        ours.close()
        worker.run(theirs.detach(), parent, {}, functions)
    theirs.close()
    os.close(parent)
    return WorkerProcess(pid, os.pidfd_open(pid), ours, lambda: starter.reap(pid))


def _spawn(settings: dict[str, Any]) -> WorkerProcess:
    ours, theirs = socket.socketpair()
    parent = os.pidfd_open(os.getpid())
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        "from parallel_pool.python_envs import worker; "
        f"worker.run({theirs.fileno()}, {parent}, {{}})"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        pass_fds=[theirs.fileno(), parent],
        env=settings["environ"],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    theirs.close()
    os.close(parent)

    def reap() -> int:
        status = starter.reap(process.pid)
        process.returncode = os.waitstatus_to_exitcode(status)
        return status

    return WorkerProcess(process.pid, os.pidfd_open(process.pid), ours, reap)
