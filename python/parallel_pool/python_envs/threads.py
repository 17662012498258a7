# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Workers that are threads of this process, for Python without the GIL.

A thread has the members of a `WorkerProcess`. It shares nothing with the pool but what a process
would: the segment and a socket.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

from parallel_pool.python_envs import messages
from parallel_pool.python_envs.native import Channel, OpenFile


class WorkerThread:
    """A running worker.

    Attributes:
        pid: of this process.
        channel: to it.
    """

    def __init__(self, functions: list[Callable[[], Any]]) -> None:
        """Starts it; `functions` make its environments."""
        self.pid = os.getpid()
        self.channel, theirs = messages.pair()
        self._life, end = messages.pair()  # ends with the thread
        # A daemon, since nothing can end an environment that does not return.
        self._thread = threading.Thread(
            target=_work,
            args=(theirs, end, functions),
            name="parallel_pool",
            daemon=True,
        )
        self._thread.start()

    @property
    def descriptor(self) -> int:
        """Becomes readable when it has ended."""
        return self._life.fileno()

    def begun(self) -> bool:
        """Whether it is known to run."""
        return True

    def files(self) -> list[int]:
        """What becomes readable when it ends."""
        return [self.descriptor]

    def ended(self, timeout: float) -> bool:
        """Waits for the end, for so many seconds at most."""
        if self.descriptor < 0:
            return True
        return bool(messages.readable([self._life], max(timeout, 0)))

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
        self._life.close()
        self.channel.close()


def _work(socket: OpenFile, end: OpenFile, functions: list[Callable[[], Any]]) -> None:
    from parallel_pool.python_envs import worker

    with end:
        channel = Channel(socket.detach())
        try:
            worker.serve(channel, functions)
        finally:
            channel.close()
