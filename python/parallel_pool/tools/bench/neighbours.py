# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Busy processes beside a measurement, as a trainer that computes on all CPUs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType

# Counts on one CPU until its parent is gone.
_LOOP = """
import os, sys
parent, cpu = int(sys.argv[1]), int(sys.argv[2])
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {cpu})
print("counting", flush=True)
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""


def allowed_cpus() -> list[int]:
    """The numbers of the CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


class Neighbours:
    """A process on each of some CPUs that does nothing but count; a context manager."""

    def __init__(self, cpus: Sequence[int]) -> None:
        """`cpus` are the CPUs to be kept busy; none: nothing is started."""
        self._cpus = cpus
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Neighbours:
        """Returns once all of them count."""
        for cpu in self._cpus:
            command = [sys.executable, "-S", "-E", "-c", _LOOP, str(os.getpid()), str(cpu)]
            self._processes.append(subprocess.Popen(command, stdout=subprocess.PIPE))
        for process in self._processes:
            assert process.stdout is not None
            process.stdout.readline()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ends them."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.communicate()
        self._processes.clear()
