# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Damaged ROM files; `test_fuzz.cpp` runs ROMs of random bytes."""

from __future__ import annotations

import random
from pathlib import Path

from parallel_pool.families.atari import native as atari
from parallel_pool.families.atari import roms

from tests.sanitizers.mutations import mutated


def rom_files(dice: random.Random, folder: Path) -> None:
    game = dice.choice(atari.games)
    good = roms.load_rom(game)
    path = folder / "some.bin"
    bad = mutated(bytes(good), dice)
    path.write_bytes(bad)
    try:
        loaded = roms.load_rom(game, path)
    except roms.RomError:
        return
    if bytes(loaded) != bytes(good):
        raise AssertionError(f"a damaged ROM of {game.name} was loaded")


TARGETS = {"ROM files": rom_files}
