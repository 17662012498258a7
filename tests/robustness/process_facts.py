# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Facts about this process from the operating system."""

from __future__ import annotations

import contextlib
import os
import resource
import time
from collections.abc import Callable


def threads() -> int:
    """Threads of this process. One that was joined may still be listed for a moment."""
    return len(os.listdir("/proc/self/task"))


def worker_cpus() -> list[set[int]]:
    """The CPUs that each of the pools' workers may run on."""
    found = []
    for thread in os.listdir("/proc/self/task"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            with open(f"/proc/self/task/{thread}/comm") as file:
                name = file.read()
            if name.startswith("pool-worker"):
                found.append(os.sched_getaffinity(int(thread)))
    return found


def resident_kib() -> int:
    """The current resident memory; the peak would hide memory that is freed."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether a condition comes true within some seconds."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.005)
    return condition()
