# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Atari 2600 games: an emulator, names, and where ROM images come from."""

from __future__ import annotations

from parallel_pool.atari.emulator import Emulator
from parallel_pool.atari.names import find_game, title
from parallel_pool.atari.roms import find_rom, load_rom

__all__ = ["Emulator", "find_game", "find_rom", "load_rom", "title"]
