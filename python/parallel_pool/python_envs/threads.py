# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Workers that are threads of this process, for Python without the GIL.

A thread has the members of a `WorkerProcess`. It shares nothing with the pool but what a process
would: the segment and a socket.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Any

from parallel_pool.python_envs import messages
from parallel_pool.python_envs.native import Channel


class WorkerThread:
    """A running worker.

    Attributes:
        pid: of this process.
        descriptor: of a pipe that ends with the thread.
        channel: to it.
    """

    def __init__(self, functions: list[Callable[[], Any]]) -> None:
        """Starts it; `functions` make its environments."""
        self.pid = os.getpid()
        self.channel, theirs = messages.pair()
        self.descriptor, self._end = os.pipe()
        # A daemon, since nothing can end an environment that does not return.
        self._thread = threading.Thread(
            target=_work,
            args=(theirs.detach(), self._end, functions),
            name="parallel_pool",
            daemon=True,
        )
        self._thread.start()

    def begun(self) -> bool:
        """Whether it is known to run."""
        return True

    def files(self) -> list[int]:
        """What becomes readable when it ends."""
        return [self.descriptor]

    def ended(self, timeout: float) -> bool:
        """Waits for the end, for so many seconds at most."""
        return bool(messages.readable([self.descriptor], max(timeout, 0)))

    def kill(self) -> None:
        """Has it end once its environment returns: a thread cannot be killed."""
        self.channel.close()

    def reap(self, seconds: float = 0.0) -> str:
        """Frees what belongs to it; how it ended, in words."""
        ended = self.ended(seconds)
        if ended:
            self._thread.join()
        self.forget()
        return "ended" if ended else "goes on until its environment returns"

    def forget(self) -> None:
        """Frees what a forked child has of it."""
        with contextlib.suppress(OSError):
            os.close(self.descriptor)
        self.channel.close()


def _work(descriptor: int, end: int, functions: list[Callable[[], Any]]) -> None:
    from parallel_pool.python_envs import worker

    try:
        channel = Channel(descriptor)
        try:
            worker.serve(channel, functions)
        finally:
            channel.close()
    finally:
        os.close(end)
