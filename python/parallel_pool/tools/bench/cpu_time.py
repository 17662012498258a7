# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures the CPU time of a contender, in this process and in others."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

if sys.platform != "win32":
    import resource

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


class FamilyClock:
    """A clock for the CPU time of this process and its later children, their children, and so on.

    Environments may be processes, such as games, that come and go while they are stepped. The
    processes of other contenders are included, but they sleep while this one runs, so they add
    nothing. Processes that have ended count only if this process itself started them.
    """

    def __init__(self) -> None:
        """Leaves out the processes that there are already."""
        self._others = {*descendants(os.getpid())}
        self._looking = 0.0  # seconds that this clock has used itself

    def __call__(self) -> float:
        """Reads all clocks. The time that this takes is left out."""
        now = time.process_time()
        total = now - self._looking + _seconds_of_ended_children()
        for process_id in {*descendants(os.getpid())} - self._others:
            clock = _clock_of(process_id)
            with contextlib.suppress(OSError):  # it has just ended
                total += time.clock_gettime(clock) if clock is not None else 0.0
        self._looking += time.process_time() - now
        return total


def descendants(process_id: int) -> list[int]:
    """The children of a process, their children, and so on, on Linux; elsewhere none."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):  # it has just ended
            continue
        children.setdefault(parent, []).append(int(entry.name))
    found = [process_id]
    for one in found:
        found += children.get(one, [])
    return found[1:]


def context_switches() -> int:
    """How often the threads of this process have slept or lost their CPU; 0 on Windows."""
    if sys.platform == "win32":
        return 0
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_nvcsw + usage.ru_nivcsw


def _seconds_of_ended_children() -> float:
    """The CPU time of children that this process has waited for; 0 on Windows, which forgets it."""
    if sys.platform == "win32":
        return 0.0
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _clock_of(process_id: int) -> int | None:
    """The number of a process's CPU-time clock, or None on systems other than Linux."""
    clock = ctypes.c_int()
    try:
        failed = ctypes.CDLL(None).clock_getcpuclockid(process_id, ctypes.byref(clock))
    except (AttributeError, OSError, TypeError):
        return None
    return None if failed else clock.value
