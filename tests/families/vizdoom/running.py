# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the tests of running engines share: options that show much, engines, files left behind."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Any

from tests.families.vizdoom.side_by_side import EVERY_REWARD

OPTIONS: dict[str, Any] = {
    **EVERY_REWARD,
    "screen_resolution": "RES_160X120",
    "frame_skip": 4,
    "depth_buffer_enabled": True,
    "available_game_variables": [
        *("HEALTH", "ARMOR", "FRAGCOUNT", "DEATHCOUNT", "HITCOUNT", "DAMAGE_TAKEN"),
        *("POSITION_X", "POSITION_Y", "POSITION_Z", "ANGLE", "PLAYER_NUMBER", "PLAYER_COUNT"),
    ],
}


FILE_BEGINS_AT = 0x40F000 - 0x13000  # the address of the first byte of the engine's file


def program_of_engine() -> Path:
    """The engine of the package."""
    import vizdoom

    return Path(vizdoom.__file__).with_name("vizdoom")


def other_engine(folder: Path, libraries: bool = True) -> Path:
    """An engine that differs in a byte between two instructions, and may lack its libraries."""
    known = program_of_engine()
    program = bytearray(known.read_bytes())
    program[0x78C7BF - FILE_BEGINS_AT] ^= 1
    path = folder / "package" / "vizdoom"
    path.parent.mkdir()
    path.write_bytes(program)
    path.chmod(0o755)
    (path.parent / "vizdoom.pk3").symlink_to(known.with_name("vizdoom.pk3"))
    if libraries:
        (folder / "vizdoom.libs").symlink_to(known.parents[1] / "vizdoom.libs")
    return path


def is_engine(process: int) -> bool:
    """Whether a process is an engine that runs."""
    try:
        program = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0]
    except OSError:
        return False
    return program.endswith(b"/vizdoom")  # a zombie has no words


def engines(parent: int) -> list[int]:
    """The engines that a process has started and that run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and is_engine(int(entry.name)):
            found.append(int(entry.name))
    return sorted(found)


SHARED_MEMORY = Path("/dev/shm")


def named_memory(folder: Path = SHARED_MEMORY) -> set[Path]:
    """ViZDoom's files in shared memory; the reference's engines make some."""
    return {path for path in folder.iterdir() if "vizdoom" in path.name.lower()}


def left_behind(before: set[Path], folder: Path = SHARED_MEMORY) -> set[Path]:
    """The files that are new and that no living process uses, such as those of a dead engine.

    Other processes may make and remove such files at any time, and for a moment nobody uses a file
    that is about to be removed. So a file counts only if it is unused at 20 looks, a second in all.
    """
    suspects = named_memory(folder) - before
    for _ in range(20):
        if suspects:
            time.sleep(0.05)
            suspects &= named_memory(folder) - _used_files(folder)
    return suspects


def _used_files(folder: Path) -> set[Path]:
    """The files of a folder that processes have mapped or open."""
    used: list[str] = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended
            lines = (process / "maps").read_text().splitlines()
            used += [line.split(maxsplit=5)[-1] for line in lines]
            for file in (process / "fd").iterdir():
                with contextlib.suppress(OSError):  # it was closed
                    used.append(os.readlink(file))
    return {Path(path) for path in used if path.startswith(f"{folder}/")}
