# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Facts about the machine and its software, for measurements and bug reports."""

from __future__ import annotations

import datetime
import importlib.metadata
import platform
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from parallel_pool import _core
from parallel_pool.version import __version__


@dataclass(frozen=True)
class Facts:
    """The machine and its software versions; ``cpus`` is the number this process may use."""

    cpu: str
    cpus: int
    parallel_pool: str
    python: str
    numpy: str
    gymnasium: str
    envpool: str
    date: str

    @classmethod
    def of_this_machine(cls) -> Facts:
        """The facts of this process and the date."""
        return cls(
            cpu=cpu_model(),
            cpus=_core.available_parallelism(),
            parallel_pool=__version__,
            python=platform.python_version(),
            numpy=np.__version__,
            gymnasium=importlib.metadata.version("gymnasium"),
            envpool=envpool_version(),
            date=datetime.date.today().isoformat(),
        )

    def line(self) -> str:
        """All facts in one line."""
        return (
            f"{self.cpu}, {self.cpus} CPUs allowed; parallel_pool {self.parallel_pool}, "
            f"Python {self.python}, NumPy {self.numpy}, Gymnasium {self.gymnasium}, "
            f"EnvPool {self.envpool}; {self.date}"
        )


def cpu_model() -> str:
    """The name of the processor, from the operating system."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def version_of(distribution: str) -> str | None:
    """The version of an installed distribution, or None."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def envpool_version() -> str:
    """EnvPool's version, or "not installed" with the reason if it cannot be installed."""
    absent = "not installed (needs Python >= 3.12)"
    return version_of("envpool") or (absent if sys.version_info < (3, 12) else "not installed")
