# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The CPU time that a contender costs, in this process and in others."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence

# Seconds of CPU time used so far; None where the system can not tell.
CpuClock = Callable[[], float | None]


def own_cpu_seconds() -> float | None:
    """CPU time of all threads of this process, worker threads of pools included."""
    return time.process_time()


def cpu_clock_with(process_ids: Sequence[int]) -> CpuClock:
    """A clock for the CPU time of this process and of other, running processes.

    The others are read through the CPU-time clocks that POSIX gives every process, which count
    nanoseconds. /proc/<pid>/stat would round each process to hundredths of a second: as much as a
    child uses in a whole slice. A sum over os.times() would only see children that have ended.
    """
    clocks = [_clock_of(process_id) for process_id in process_ids]

    def cpu_seconds() -> float | None:
        total = time.process_time()
        for clock in clocks:
            if clock is None:
                return None
            total += time.clock_gettime(clock)
        return total

    return cpu_seconds


def _clock_of(process_id: int) -> int | None:
    """The number of a process's CPU-time clock, or None where there are none (not on Linux)."""
    clock = ctypes.c_int()
    try:
        failed = ctypes.CDLL(None).clock_getcpuclockid(process_id, ctypes.byref(clock))
    except (AttributeError, OSError, TypeError):
        return None
    return None if failed else clock.value
