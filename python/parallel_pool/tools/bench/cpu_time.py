# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures the CPU time of a contender, in this process and in others."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence

# Seconds of CPU time used so far; None if the system cannot tell.
CpuClock = Callable[[], float | None]


def own_cpu_seconds() -> float | None:
    """CPU time of all threads of this process, including the workers of pools."""
    return time.process_time()


def cpu_clock_with(process_ids: Sequence[int]) -> CpuClock:
    """A clock for the CPU time of this process and of other, running processes.

    The others are read through the POSIX CPU-time clocks of processes, which count nanoseconds.
    /proc/<pid>/stat would round each process to hundredths of a second, which is as much as a child
    uses in a whole slice. os.times() would only count children that have ended.
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
    """The number of a process's CPU-time clock, or None on systems other than Linux."""
    clock = ctypes.c_int()
    try:
        failed = ctypes.CDLL(None).clock_getcpuclockid(process_id, ctypes.byref(clock))
    except (AttributeError, OSError, TypeError):
        return None
    return None if failed else clock.value
