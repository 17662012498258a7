# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The starter: a process with one thread that forks workers.

A process that has loaded torch or JAX has threads and cannot be forked safely, and a fresh
interpreter for each worker takes a second. So one fresh interpreter imports what all workers need
and is forked for each. It never runs code of the user's: functions are unpickled by the workers.

Requests, each answered by one message:

* ``("start", settings)`` with one end of a socket pair: forks a worker that reads it. The answer is
  the worker's process id, with its process descriptor.
* ``("reap", pid)``: ends what the worker has started, waits for its end and answers its status, as
  `os.waitpid` gives it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from typing import Any

from parallel_pool.python_envs import messages

# Environments that compute in parallel already need no threads of their libraries' own; these would
# also keep the starter from being forked.
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def main(descriptor: int, parent: int) -> None:
    """Serves requests until the parent process ends.

    Args:
        descriptor: of a socket to it.
        parent: its process id.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = socket.socket(fileno=descriptor)
    parent_descriptor = os.pidfd_open(parent)
    if os.getppid() != parent:
        return
    from parallel_pool.python_envs import worker

    messages.send(channel, ("threads", len(os.listdir("/proc/self/task"))))
    children: set[int] = set()
    while True:
        if parent_descriptor in messages.readable([channel, parent_descriptor]):
            break
        try:
            (request, argument), descriptors = messages.receive(channel)
        except (EOFError, OSError):
            break
        if request == "start":
            pid = os.fork()
            if pid == 0:
                channel.close()
                worker.run(descriptors[0], parent_descriptor, argument)
            children.add(pid)
            _answer_start(channel, pid)
        else:
            children.discard(argument)
            messages.send(channel, reap(argument))
        for given in descriptors:
            os.close(given)
    for pid in children:
        kill_group(pid)


def _answer_start(channel: socket.socket, pid: int) -> None:
    descriptor = os.pidfd_open(pid)
    messages.send(channel, pid, [descriptor])
    os.close(descriptor)


def kill_group(pid: int) -> None:
    """Kills a worker that was not waited for yet, and what it has started."""
    for kill in (os.kill, os.killpg):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def reap(pid: int) -> int:
    """Waits for the end of a child that is ending, and ends what it has left behind.

    Its process id cannot be given to another process before it was waited for.
    """
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    return os.waitpid(pid, 0)[1]


def command(descriptor: int) -> list[str]:
    """What starts a starter with this end of a socket pair."""
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        "from parallel_pool.python_envs import starter; "
        f"starter.main({descriptor}, {os.getpid()})"
    )
    return [sys.executable, "-c", code]


def environment() -> dict[str, Any]:
    """The variables that a starter runs with."""
    return dict.fromkeys(THREAD_VARIABLES, "1") | dict(os.environ)
