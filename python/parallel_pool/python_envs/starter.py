# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The starter: a process with one thread that starts workers and waits for their ends.

A process that has loaded torch or JAX has threads and cannot be forked safely, and a fresh
interpreter for each worker takes a second. So one fresh interpreter imports what all workers need
and is forked for each. It never runs code of the user's: functions are unpickled by the workers.

It gets requests ``(method, settings)`` with two files: the worker's end of its channel to the pool,
and a channel of the starter's own on which it reports of this worker alone, so that no report is
taken for another's:

* ``("started", pid)`` with the process descriptor, or ``("failed", why)``;
* ``("ended", status)`` as `os.waitpid` gives it, when nothing is left of the worker and of the
  processes that it has started.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from parallel_pool.python_envs import messages
from parallel_pool.python_envs.native import Channel, Child, OpenFile, adopt_orphans
from parallel_pool.python_envs.process_tree import end_children

# Environments that compute in parallel already need no threads of their libraries' own; these would
# also keep the starter from being forked. NPROC is JAX's number of threads, and LP_NUM_THREADS that
# of Mesa's software rendering beside the thread that draws, which otherwise waits for them.
THREAD_VARIABLES = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NPROC": "1",
    "LP_NUM_THREADS": "0",
}


@dataclass
class _Worker:
    """A worker that was not waited for yet."""

    pid: int
    process: OpenFile
    report: Channel


def main(descriptor: int, parent: int) -> None:
    """Serves requests until the parent process ends or closes the channel.

    Args:
        descriptor: of a socket to it.
        parent: its process id.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # where it is ignored, nobody can be waited for
    adopt_orphans()
    file_limit = _raise_file_limit()
    channel = Channel(descriptor)
    try:
        owner = os.pidfd_open(parent)
    except ProcessLookupError:
        return
    if os.getppid() != parent:
        return
    from parallel_pool.python_envs import worker  # noqa: F401 - for the workers

    workers: dict[int, _Worker] = {}
    with contextlib.suppress(EOFError):
        while True:
            ready = messages.readable([channel, owner, *workers])
            if owner in ready:
                break
            for process in set(ready) & set(workers):
                _end(workers.pop(process), [other.pid for other in workers.values()])
            if descriptor in ready:
                message = messages.receive(channel, 0.0)
                if message is not None:
                    _, (method, settings), files = message
                    settings["files"] = file_limit
                    _start(channel, owner, workers, (method, settings), files)
    channel.close()
    for one in workers.values():
        kill_group(one.pid)
    end_children()


def _raise_file_limit() -> tuple[int, int]:
    """Lets this process hold files of many workers; the limit that these get."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
    return limit


def _start(
    channel: Channel,
    owner: int,
    workers: dict[int, _Worker],
    request: tuple[str, dict[str, Any]],
    files: list[OpenFile],
) -> None:
    """Starts a worker, or reports why it cannot be started."""
    if len(files) < 2:  # there is nowhere to report to: the pool sees its channels end
        return
    end, report = files[0].detach(), Channel(files[1].detach())
    method, settings = request
    try:
        # A process with threads is not forked.
        if method == "starter" and len(os.listdir("/proc/self/task")) == 1:
            pid = os.fork()
            if pid == 0:
                channel.close()
                report.close()
                workers.clear()
                run_worker(end, owner, settings)
        else:
            pid = _spawn(end, owner, settings)
        one = _Worker(pid, OpenFile(os.pidfd_open(pid)), report)
    except OSError as error:
        report.send(messages.START, pickle.dumps(("failed", str(error))))
    else:
        workers[one.process.fileno()] = one
        report.send(messages.START, pickle.dumps(("started", pid)), [one.process.fileno()])
    finally:
        os.close(end)


def run_worker(end: int, owner: int, settings: dict[str, Any]) -> None:
    """Is the worker in a forked process."""
    from parallel_pool.python_envs import worker

    worker.run(end, owner, settings)


def _spawn(end: int, owner: int, settings: dict[str, Any]) -> int:
    """Starts a worker as a fresh interpreter; its process id."""
    own = {name: value for name, value in settings.items() if name != "environ"}
    code = (
        f"import sys; sys.path[:] = {settings['path']!r}; "
        "from parallel_pool.python_envs import worker; "
        f"worker.run({end}, {owner}, {own!r})"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        pass_fds=[end, owner],
        env=settings["environ"],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    process.returncode = 0  # it is waited for elsewhere
    return process.pid


def _end(one: _Worker, others: list[int]) -> None:
    """Ends what a worker that has ended has left behind, and reports how it ended."""
    kill_group(one.pid)
    with contextlib.suppress(ChildProcessError):
        status = os.waitpid(one.pid, 0)[1]
        end_children(others)
        one.report.send(messages.START, pickle.dumps(("ended", status)))


def kill_group(pid: int) -> None:
    """Kills a child and its process group.

    Nothing happens if somebody has waited for it: its number may belong to another process by now.
    """
    with contextlib.suppress(ChildProcessError):
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        for kill in (os.kill, os.killpg):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(pid, signal.SIGKILL)


def begin(child: Child, end: OpenFile) -> None:
    """Starts a starter, which gets this end of a socket pair."""
    number = 3 if end.fileno() != 3 else 4
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        "from parallel_pool.python_envs import starter; "
        f"starter.main({number}, {os.getpid()})"
    )
    child.start(
        os.posix_spawn,
        sys.executable,
        [sys.executable, "-c", code],
        environment(),
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            *((os.POSIX_SPAWN_CLOSE, file) for file in _inheritable_files()),
            (os.POSIX_SPAWN_DUP2, end.fileno(), number),
        ],
        setsid=True,
        setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],  # Python ignores them
    )


def _inheritable_files() -> list[int]:
    """The open files, beside the standard ones, that a new program would get."""
    found = []
    for file in map(int, os.listdir("/proc/self/fd")):
        with contextlib.suppress(OSError):  # the folder itself, which is closed again
            if file > 2 and os.get_inheritable(file):
                found.append(file)
    return found


def environment() -> dict[str, Any]:
    """The variables that a starter runs with."""
    return THREAD_VARIABLES | dict(os.environ)
