# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ends the processes that environments have started.

Workers and the starter adopt what their descendants leave behind (`native.adopt_orphans`), so all
of these are somebody's children until the starter has none.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Collection


def children() -> set[int]:
    """The child processes of this one, those that have ended included."""
    found: set[int] = set()
    for thread in os.listdir("/proc/self/task"):
        with contextlib.suppress(OSError), open(f"/proc/self/task/{thread}/children") as file:
            found.update(int(pid) for pid in file.read().split())
    return found


def end_children(keep: Collection[int] = (), seconds: float = 2.0) -> None:
    """Kills the child processes of this one, and theirs, which then become its own.

    Args:
        keep: the process ids of those that go on.
        seconds: how long to wait for their ends.
    """
    deadline = time.monotonic() + seconds
    while (others := children().difference(keep)) and time.monotonic() < deadline:
        for pid in others:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)
        for pid in others:
            with contextlib.suppress(OSError):
                os.waitpid(pid, os.WNOHANG)
