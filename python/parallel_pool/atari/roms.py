# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""ROM images, read from the installed ``ale_py`` package, which is not imported for it."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from parallel_pool.envs import atari
from parallel_pool.errors import RomError


def find_rom(game: atari.Game) -> Path:
    """The file with a game's image, in the installed ``ale_py``.

    Found by name, or else by contents.

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
        f"there is no ROM of {game.name!r} in {folder}: neither {path.name} nor a file with the "
        f"MD5 {game.md5}; `pip install --force-reinstall ale-py` brings it back"
    )


def load_rom(game: atari.Game, path: Path | None = None) -> bytes:
    """A game's image.

    Args:
        game: the game.
        path: the file; None: the one that `find_rom` finds.

    Raises:
        RomError: the file can not be read, or is not the image that this game has.
    """
    path = find_rom(game) if path is None else Path(path)
    try:
        image = path.read_bytes()
    except OSError as error:
        raise RomError(f"the ROM of {game.name!r} can not be read: {error}") from error
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
