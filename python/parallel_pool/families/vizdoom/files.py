# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds the engine and the files of the installed package ``vizdoom``, and reads WAD files."""

from __future__ import annotations

import functools
import importlib.util
import itertools
import platform
import struct
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gymnasium.error import DependencyNotInstalled

VERSION = "1.3.2"  # whose shared memory is known


def missing() -> str | None:
    """What has to be installed before an environment can be made, in words, or None."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "ViZDoom's engine is known on Linux and x86-64 only"
    try:
        found = version("vizdoom")
    except PackageNotFoundError:
        return f"ViZDoom's environments need the package vizdoom {VERSION}"
    if found != VERSION:
        return f"ViZDoom's engine is known in version {VERSION} only, but {found} is installed"
    return None


def folder() -> Path:
    """The folder of the installed package.

    Raises:
        DependencyNotInstalled: it is missing, or of another version.
    """
    lacking = missing()
    spec = None if lacking else importlib.util.find_spec("vizdoom")
    if spec is None or not spec.submodule_search_locations:
        why = lacking or f"ViZDoom's environments need the package vizdoom {VERSION}"
        raise DependencyNotInstalled(f"{why}: pip install 'parallel_pool[vizdoom]'")
    return Path(spec.submodule_search_locations[0])


def find(path: str, beside: Path, what: str) -> Path:
    """The absolute path of a file: as given, beside a configuration, or in the package.

    Raises:
        ValueError: there is none.
    """
    places = [Path(path), beside / path, folder() / path, folder() / "scenarios" / path]
    for place in places:
        if place.is_file():
            return place.resolve()
        if not place.suffix and place.with_suffix(".wad").is_file():
            return place.with_suffix(".wad").resolve()
    searched = ", ".join(str(place) for place in dict.fromkeys(map(Path.absolute, places)))
    raise ValueError(f"{what} {path!r} does not exist; searched: {searched}")


def wad_maps(path: Path, what: str) -> frozenset[str]:
    """The names of the maps in a WAD file, in lower case.

    Raises:
        ValueError: the file is no WAD file, or damaged.
    """
    facts = path.stat()
    return _wad_maps(path, what, facts.st_mtime_ns, facts.st_size)


@functools.lru_cache(maxsize=64)
def _wad_maps(path: Path, what: str, changed: int, size: int) -> frozenset[str]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            members = [Path(name) for name in archive.namelist()]
        return frozenset(one.stem.lower() for one in members if one.parts[:1] == ("maps",))
    with path.open("rb") as file:
        head = file.read(12)
        if head[:4] not in (b"IWAD", b"PWAD"):
            raise ValueError(
                f"{what} {str(path)!r} is no WAD file: it begins with {head[:4]!r}, expected "
                "b'IWAD' or b'PWAD'"
            )
        count, start = struct.unpack_from("<ii", head, 4) if len(head) == 12 else (-1, 0)
        if count < 0 or start < 12 or start + 16 * count > size:
            raise ValueError(
                f"{what} {str(path)!r} is damaged: its {size} bytes do not hold a directory of "
                f"{count} entries at byte {start}"
            )
        file.seek(start)
        entries = file.read(16 * count)
    names = [
        entries[at + 8 : at + 16].split(b"\0")[0].decode("latin-1").lower()
        for at in range(0, len(entries), 16)
    ]
    # A map is an entry that one of these follows.
    followers = ("things", "textmap")
    return frozenset(name for name, after in itertools.pairwise(names) if after in followers)
