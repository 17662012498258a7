# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds the library and the pictures of an installed package of Procgen, without importing it."""

from __future__ import annotations

import csv
import ctypes
import functools
import importlib.util
import os
import platform
import sys
from pathlib import Path
from typing import NamedTuple

from gymnasium.error import DependencyNotInstalled

FOLDER = "PARALLEL_POOL_PROCGEN"  # the environment variable that names a folder
_PACKAGES = ("procgen_gym", "procgen")  # the second is that of procgen-mirror and of OpenAI
_LIBRARY = Path("data", "prebuilt", "libenv.so")
_ASSETS = Path("data", "assets")
_CPU = Path("/proc/cpuinfo")


class Files(NamedTuple):
    """What the library is opened with.

    Attributes:
        library: the path of the shared library.
        assets: the folder of the pictures, with a slash at its end.
    """

    library: str
    assets: str


def missing() -> str | None:
    """What has to be installed before an environment can be made, in words, or None."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "Procgen's library is known on Linux and x86-64 only"
    given = os.environ.get(FOLDER)
    if given:
        if _package_below(Path(given)) is None:
            return (
                f"{FOLDER} names {given!r}, where no unpacked wheel of Procgen is: expected "
                f"{' or '.join(f'{name}/{_LIBRARY}' for name in _PACKAGES)} below it"
            )
        return None
    return None if _installed_package() else _ADVICE


_ADVICE = (
    "Procgen's games need the library that the package procgen-gym (Python 3.13) or procgen-mirror "
    "(3.11 and 3.12: pip install --no-deps procgen-mirror) brings, or an unpacked wheel of one of "
    f"them in a folder that the environment variable {FOLDER} names"
)


def find() -> Files:
    """The files of the package that is installed, or in the folder that the environment names.

    Raises:
        DependencyNotInstalled: there is none, a file of it is missing or damaged, or a library of
            the system that it needs is missing.
    """
    lacking = missing()
    if lacking is not None:
        raise DependencyNotInstalled(lacking)
    given = os.environ.get(FOLDER)
    package = _package_below(Path(given)) if given else _installed_package()
    assert package is not None
    return _checked(package.resolve())


def _package_below(folder: Path) -> Path | None:
    found = (folder / name for name in _PACKAGES)
    return next((package for package in found if (package / _LIBRARY).is_file()), None)


def _installed_package() -> Path | None:
    for name in _PACKAGES:
        spec = importlib.util.find_spec(name)
        for place in (spec and spec.submodule_search_locations) or ():
            if (Path(place) / _LIBRARY).is_file():
                return Path(place)
    return None


@functools.lru_cache(maxsize=8)
def _checked(package: Path) -> Files:
    """Looks for all that would end the process when the library does not find it."""
    _check_cpu()
    _check_pictures(package)
    library = package / _LIBRARY
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        raise DependencyNotInstalled(
            f"Procgen's library {str(library)!r} cannot be loaded: {error}. From the system it "
            "needs OpenGL and GLib: on Debian, apt install libgl1 libglib2.0-0"
        ) from error
    return Files(str(library), f"{package / _ASSETS}{os.sep}")


def _check_cpu() -> None:
    flags = next((line for line in _CPU.read_text().splitlines() if line.startswith("flags")), "")
    if flags and "avx" not in flags.split():
        raise DependencyNotInstalled("Procgen's library needs a CPU with AVX, which this one lacks")


def _check_pictures(package: Path) -> None:
    """Compares the pictures with the list of files that belongs to every wheel."""
    prefix = f"{package.name}/{_ASSETS}/"
    sizes = {
        row[0]: int(row[2])
        for record in package.parent.glob("procgen*.dist-info/RECORD")
        for row in csv.reader(record.read_text().splitlines())
        if row[0].startswith(prefix)
    }
    if not sizes:
        raise DependencyNotInstalled(
            f"Procgen's package {str(package)!r} has no list of its files: expected the folder "
            "procgen*.dist-info of its wheel beside it"
        )
    for name, size in sizes.items():
        file = package.parent / name
        found = file.stat().st_size if file.is_file() else None
        if found != size:
            what = "is missing" if found is None else f"has {found} bytes"
            raise DependencyNotInstalled(
                f"Procgen's picture {str(file)!r} {what}, expected {size} bytes: install the "
                "package anew"
            )
