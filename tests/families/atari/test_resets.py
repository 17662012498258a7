# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A reset that is remembered leads to the same state as one that is emulated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from parallel_pool.atari import find_game, load_rom
from parallel_pool.families.atari import native as atari

from tests.families.atari.oracle import Oracle
from tests.families.atari.random_programs import START, Program

GAME = "koolaid"  # whose rules look at one cell only, and which has no modes
RIGHT = 3

# What each program does at its start and in every frame. All but those that are about the timer set
# it first: what it was is of no account then.
SET_TIMER = [0xA9, 0x20, 0x8D, 0x96, 0x02]
PROGRAMS = {
    "nothing": ([], []),
    "reads a byte before it writes it": ([0xA5, 0x90, 0x85, 0x91], [0xE6, 0x90]),
    "changes a byte before it writes it": ([0xE6, 0x90], [0xE6, 0x90, 0xE6, 0x90]),
    "reads the timer": ([0xAD, 0x84, 0x02, 0x85, 0x92], []),
    "waits for the timer": ([0xAD, 0x84, 0x02, 0xD0, 0xFB], []),
    "reads the timer later": ([], [0xAD, 0x84, 0x02, 0x85, 0x92]),
    "leaves a byte alone": ([], [0xAD, 0x80, 0x02, 0x30, 0x02, 0xE6, 0x94]),
    "leaves to the rules": ([], [0xAD, 0x80, 0x02, 0x30, 0x04, 0xA9, 0x80, 0x85, 0xD1]),
    "reads the stack": ([0xA2, 0x90, 0x9A, 0x68, 0x85, 0x95], [0xE6, 0x91]),
    "reads by a pointer": (
        [0xA9, 0x90, 0x85, 0xA0, 0xA9, 0, 0x85, 0xA1, 0xA8, 0xB1, 0xA0, 0x85, 0x95],
        [0xE6, 0x90],
    ),
    "is executed in memory": (
        [0xA9, 0xA9, 0x85, 0xB0, 0xA9, 0x60, 0x85, 0xB2, 0x20, 0xB0, 0x00, 0x85, 0x95],
        [0xE6, 0xB1],
    ),
}


def image(what: str) -> bytes:
    start, frame = PROGRAMS[what]
    program = Program()
    if "timer" not in what:
        program.add(*SET_TIMER)
    program.add(*start)
    loop = START + len(program.code)
    program.add(0xA9, 2, 0x85, 0, 0x85, 2, 0x85, 2, 0x85, 2, 0xA9, 0, 0x85, 0)  # VSYNC
    program.add(*frame)
    program.add(0xA5, 0x95, 0x85, 0x09, 0xA2, 250, 0x85, 2, 0xCA, 0xD0, 0xFB)
    program.add(0x4C, loop & 255, loop >> 8)
    return program.image()


@pytest.mark.parametrize("what", PROGRAMS)
def test_what_a_reset_depends_on(what: str, tmp_path: Path) -> None:
    """A snapshot that was taken too widely shows up at once against ALE."""
    rom = image(what)
    path = tmp_path / f"{GAME}.bin"
    path.write_bytes(rom)
    for seed in range(2):  # the second one finds what the first has left
        oracle, ours = Oracle(GAME, path, seed=seed), atari.Emulator(GAME, rom, seed, 0.0)
        rng = np.random.default_rng(seed)
        pixels = np.empty(oracle.ale.getScreenDims(), np.uint8)
        for episode in range(8):
            for frame in range(int(rng.integers(1, 9))):
                assert ours.ram() == oracle.ram(), (episode, frame)
                oracle.ale.getScreen(pixels)
                assert ours.screen() == pixels.tobytes(), (episode, frame)
                assert (ours.lives, ours.terminal) == oracle.result()
                action = RIGHT if rng.random() < 0.3 else 0
                assert ours.act(action) == oracle.act(action)
            oracle.ale.reset_game()
            ours.reset()


@pytest.mark.parametrize("name", [game.name for game in atari.games])
def test_a_known_television_need_not_be_detected(name: str) -> None:
    """All that a console is made from, but for its settings, is fixed, so this is proof."""
    image = load_rom(find_game(name))
    for settings in ((5, 0.25, 1), (6, 0.5, 3)):
        consoles = []
        for detect in (True, False):
            atari._forget_resets()
            consoles.append(atari.Emulator(name, image, *settings, detect_television=detect))
        assert consoles[0].television == consoles[1].television
        assert consoles[0].save() == consoles[1].save()


@pytest.mark.parametrize("name", [game.name for game in atari.games])
def test_from_any_state(name: str) -> None:
    """With all other resets remembered, each does what it does when none is."""
    rng = np.random.default_rng(17)
    console = atari.Emulator(name, load_rom(find_game(name)), 5, 0.25)
    states = []
    for _ in range(7):
        for action in rng.integers(0, 18, rng.integers(1, 80)):
            console.act(int(action), 1.0, False)
        states.append(console.save())
        if rng.random() < 0.3:
            console.reset()

    def after_reset(state: bytes) -> list[bytes]:
        console.restore(state)
        console.reset()
        shown = [console.save()]
        for action in (0, 1, 2, 3):
            console.act(action, 1.0, True)
            shown += [console.ram(), console.screen()]
        return shown

    emulated = []
    for state in states:
        atari._forget_resets()
        emulated.append(after_reset(state))
    for index in [*rng.permutation(len(states)), *range(len(states))]:
        assert after_reset(states[index]) == emulated[index]
