# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Atari 2600 games: the emulator, the names of games, and their ROM images."""

from __future__ import annotations

from parallel_pool.families.atari.emulator import Emulator
from parallel_pool.families.atari.names import find_game
from parallel_pool.families.atari.roms import RomError, find_rom, load_rom

__all__ = ["Emulator", "RomError", "find_game", "find_rom", "load_rom"]
