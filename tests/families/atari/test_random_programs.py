# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Random programs on the emulator and on ALE: behaviour that no game needs is equal too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from parallel_pool.families.atari import native as atari

from tests.families.atari.oracle import Oracle
from tests.families.atari.random_programs import START, Program, calculations, pictures

GAME = "koolaid"  # whose rules look at one cell only, and which has no modes


def compare(image: bytes, folder: Path, frames: int) -> atari.Emulator:
    """Plays a ROM on ALE and two emulators, one that draws all and one that draws some frames."""
    path = folder / f"{GAME}.bin"
    path.write_bytes(image)
    oracle = Oracle(GAME, path)
    ours, seldom = (atari.Emulator(GAME, image, 1, 0.0) for _ in range(2))
    rng = np.random.default_rng(1)
    pixels = np.empty(oracle.ale.getScreenDims(), np.uint8)
    for frame in range(frames):
        assert ours.ram() == oracle.ram(), frame
        oracle.ale.getScreen(pixels)
        assert ours.screen() == pixels.tobytes(), frame
        assert seldom.ram() == oracle.ram(), frame
        if rng.random() < 0.3:
            assert seldom.screen() == pixels.tobytes(), frame
        if frame == frames // 2:
            oracle.ale.reset_game()
            ours.reset(), seldom.reset()
        action = int(rng.integers(18))
        assert ours.act(action) == oracle.act(action)
        seldom.act(action, 1.0, bool(rng.random() < 0.3))
    return ours


@pytest.mark.parametrize("seed", range(6))
def test_instructions_of_all_kinds(seed: int, tmp_path: Path) -> None:
    compare(calculations(np.random.default_rng(seed), 900).image(), tmp_path, 30)


@pytest.mark.parametrize("seed", range(6))
def test_pictures_of_all_kinds(seed: int, tmp_path: Path) -> None:
    compare(pictures(np.random.default_rng(seed)).image(), tmp_path, 30)


@pytest.mark.parametrize("opcode", [0x69, 0xE9, 0x6B], ids=["ADC", "SBC", "ARR"])
def test_decimal_mode(opcode: int, tmp_path: Path) -> None:
    """Digits above 9 too: 0 - $FF is $7D, or $7C with a borrow."""
    rng = np.random.default_rng(opcode)
    pairs = [(0, 0xFF), (0x50, 0xFF), (0x0F, 0x0F), (0xFF, 0xFF)]
    pairs += [(int(a), int(m)) for a, m in rng.integers(0, 256, (26, 2))]
    program = Program()
    program.add(0xF8)  # SED
    for cell, (a, m) in enumerate(pairs):
        for carry in (0, 1):
            at = 0x80 + 4 * cell + 2 * carry
            program.add(0x38 if carry else 0x18, 0xA9, a, opcode, m, 0x85, at)
            program.add(0x08, 0x68, 0x85, at + 1)  # the flags
    end = START + len(program.code)
    program.add(0x4C, end & 255, end >> 8)
    ours = compare(program.image(), tmp_path, 2)
    if opcode == 0xE9:
        assert ours.ram()[0] == 0x7C
        assert ours.ram()[2] == 0x7D


def test_collisions_cleared_anywhere_in_lines_alike(tmp_path: Path) -> None:
    """They are found again in the next line, and in the rest of this one only there."""
    program = Program()
    program.add(0xA9, 0x02, 0x85, 0x00, 0x85, 0x02, 0x85, 0x02, 0xA9, 0x00, 0x85, 0x00)  # VSYNC
    program.add(0xA9, 0xFF, 0x85, 0x0E, 0x85, 0x1B, 0xA9, 0x1E, 0x85, 0x06)  # PF1, GRP0, a colour
    program.add(0x85, 0x02, *[0xEA] * 12, 0x85, 0x10)  # RESP0 within the playfield

    lines_of_sixty = (0xA0, 60, 0x85, 0x02, 0x88, 0xD0, 0xFB)
    program.add(*lines_of_sixty)
    for delay in range(32):
        program.add(0x85, 0x02, *[0xEA] * delay, 0x85, 0x2C)  # CXCLR
        program.add(0xA5, 0x02, 0x85, 0x80 + 2 * delay)  # CXP0FB at once
        program.add(0x85, 0x02, 0x85, 0x02, 0x85, 0x02, 0xA5, 0x02, 0x85, 0x81 + 2 * delay)
    program.add(*lines_of_sixty)
    seen = [cell >> 7 for cell in compare(program.image(), tmp_path, 6).ram()]
    assert all(seen[1:64:2])
    assert set(seen[0:64:2]) == {0, 1}


def test_a_hanging_program_shows_a_grey_picture(tmp_path: Path) -> None:
    program = Program()
    program.add(0xA9, 0x1E, 0x85, 0x09, 0x02)
    compare(program.image(), tmp_path, 6)


def test_frames_without_an_end(tmp_path: Path) -> None:
    """Many instructions and no access of the TIA: frames that take several calls."""
    program = Program()
    program.add(0xA9, 0x1E, 0x85, 0x09)
    loop = START + len(program.code)
    program.add(0xE6, 0x80, 0xD0, 0xFC, 0xE6, 0x81, 0x85, 0x0D, 0xA5, 0x81, 0x85, 0x09)
    program.add(0x4C, loop & 255, loop >> 8)
    compare(program.image(), tmp_path, 8)
