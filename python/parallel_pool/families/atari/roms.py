# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Reads ROM images from the installed ``ale_py`` package without importing it."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from parallel_pool.errors import PoolError
from parallel_pool.families.atari import native as atari


class RomError(PoolError, ValueError):
    """The ROM image of a game is missing or wrong."""


def find_rom(game: atari.Game | atari.Rom) -> Path:
    """Finds the file with a game's image in the installed ``ale_py``, by name or by content.

    Raises:
        RomError: ``ale_py`` is not installed, or has no such image.
    """
    folder = _folder()
    path = folder / f"{game.name}.bin"
    if path.is_file():
        return path
    for other in sorted(folder.glob("*.bin")):
        if other.stat().st_size == game.size and _md5(other.read_bytes()) == game.md5:
            return other
    raise RomError(
        f"no ROM of {game.name!r} in {folder}: found neither {path.name} nor a file with the "
        f"MD5 {game.md5}; to restore it, run `pip install --force-reinstall ale-py`"
    )


def load_rom(game: atari.Game | atari.Rom, path: Path | None = None) -> bytes:
    """Reads the image of a game.

    Args:
        game: the game.
        path: the file; None: the file that `find_rom` finds.

    Raises:
        RomError: the file cannot be read, or is not the image of this game.
    """
    path = find_rom(game) if path is None else Path(path)
    try:
        image = path.read_bytes()
    except OSError as error:
        raise RomError(f"the ROM of {game.name!r} cannot be read: {error}") from error
    if _md5(image) != game.md5:
        raise RomError(
            f"{path} is not the ROM of {game.name!r}, or is damaged: expected {game.size} bytes "
            f"with the MD5 {game.md5}, got {len(image)} bytes with the MD5 {_md5(image)}"
        )
    return image


def _folder() -> Path:
    spec = importlib.util.find_spec("ale_py")
    if spec is None or not spec.submodule_search_locations:
        raise RomError(
            "Atari games need their ROM images, which come with the package ale-py: "
            "`pip install ale-py`"
        )
    return Path(spec.submodule_search_locations[0]) / "roms"


def _md5(image: bytes) -> str:
    return hashlib.md5(image, usedforsecurity=False).hexdigest()
