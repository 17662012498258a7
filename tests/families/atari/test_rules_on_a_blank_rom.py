# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rules of every game against ALE's, on memory that the test fills, in every mode."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from parallel_pool.families.atari import native as atari

from tests.families.atari.blank_rom import mode_cells, write_image
from tests.families.atari.oracle import Oracle
from tests.families.atari.telling_cells import SCENES, TELLING
from tests.support import a_third

GAMES = {game.name: game for game in atari.games}


class BlankConsole:
    """A console with the blank ROM, as our mode procedures drive it."""

    def __init__(self, game: atari.Game) -> None:
        self.game = game
        self.rules = atari.GameRules(game)
        self.memory = bytearray(128)
        self.copied = bytes(128)  # klax: what the ROM has copied into the cartridge's memory
        self.frame_number = 0

    def ram(self) -> bytes:
        return bytes(self.memory)

    def cartridge_ram(self) -> bytes:
        return self.copied

    def frame(self) -> None:
        self.copied = bytes(self.memory)
        if self.game.name == "double_dunk":
            self.memory[0x30] = (self.memory[0x30] + 1) % 256

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.frame()
            self.rules.frame(self.ram(), self.copied)

    def press_select(self, frames: int) -> None:
        for _ in range(frames):
            self.frame()
        self.frames(1)
        self.frame_number += 1

    def press_reset(self) -> None:
        self.frames(4)

    def act(self, action: int) -> None:
        if not self.rules.terminal:
            self.frames(1)
            self.frame_number += 1

    def draw(self) -> int:
        raise AssertionError("the mode is there, so nothing is to be drawn")

    def reset(self, mode: int) -> None:
        self.frames(60)
        self.press_reset()
        self.rules.reset()
        self.frame_number = 0
        self.rules.choose_mode(self, mode)
        self.press_reset()
        self.frames(len(self.game.starting_actions))

    def poke(self, cells: dict[int, int]) -> None:
        for cell, value in cells.items():
            self.memory[cell - 0x80] = value


class StuckConsole:
    """A console whose memory never shows anything."""

    def ram(self) -> bytes:
        return bytes([0xEE] * 128)

    def cartridge_ram(self) -> bytes:
        return self.ram()

    def press_select(self, frames: int) -> None: ...

    def press_reset(self) -> None: ...

    def act(self, action: int) -> None: ...

    def draw(self) -> int:
        return 0


def changes(game: atari.Game, rng: np.random.Generator) -> dict[int, int]:
    """What the next frame finds in memory."""
    telling = TELLING[game.name]
    kind = rng.random()
    if kind < 0.1:
        return {0x80 + i: int(value) for i, value in enumerate(rng.integers(0, 256, 128))}
    cells = {}
    if kind < 0.5:
        for cell in rng.integers(0x80, 0x100, 5):
            cells[int(cell)] = int(rng.integers(256))
    if kind < 0.3 and game.name in SCENES:
        cells |= SCENES[game.name](rng)
    if kind > 0.2:
        for cell, values in telling.items():
            if rng.random() < 0.5:
                cells[cell] = int(rng.choice(values))
    return {cell: value % 256 for cell, value in cells.items()}


def compare(game: atari.Game, mode: int, path: Path, frames: int, seed: int) -> dict[str, int]:
    """Plays both sides; says how often things happened."""
    rng = np.random.default_rng(seed)
    oracle, ours = Oracle(game.name, path), BlankConsole(game)
    oracle.ale.setMode(mode)
    seen = dict.fromkeys(("rewards", "ends", "lives"), 0)
    needs_reset = True
    name, quiet = game.name, 0  # frames without a change: some rules wait for them
    for step in range(frames):
        cells = changes(game, rng) if quiet == 0 else {}
        if quiet > 0:
            quiet -= 1
        elif rng.random() < 0.02:
            quiet = 60
            cells = {cell: values[0] for cell, values in TELLING[name].items()}
        if needs_reset:
            cells |= mode_cells(game, mode)
        oracle.poke(cells)
        ours.memory = bytearray(oracle.ram())
        if needs_reset:
            oracle.ale.reset_game()
            ours.reset(mode)
            assert ours.frame_number == oracle.ale.getEpisodeFrameNumber()
        else:
            lives = ours.rules.lives
            reward = oracle.act(0)
            ours.frames(1)
            what = f"frame {step}, memory {ours.ram().hex()}"
            assert ours.rules.reward == reward, what
            seen["rewards"] += reward != 0
            seen["lives"] += ours.rules.lives != lives
        assert (ours.rules.lives, ours.rules.terminal) == oracle.result(), step
        needs_reset = ours.rules.terminal or rng.random() < 0.01
        seen["ends"] += ours.rules.terminal
    return seen


def check(seen: dict[str, int]) -> None:
    """The play must have shown what is to be compared."""
    assert seen["rewards"] > 0
    assert seen["ends"] > 0


@pytest.mark.parametrize("name", a_third(0, GAMES))
def test_rules(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    check(compare(game, game.modes[0], write_image(game, tmp_path), 400, 1))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_rules_in_all_modes(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    path = write_image(game, tmp_path)
    # Not in each of them: the cell that shows human_cannonball's mode 6 also ends the game.
    seen: Counter[str] = Counter()
    for mode in game.modes:
        seen += Counter(compare(game, mode, path, 2000, mode))
    check(seen)


@pytest.mark.parametrize("name", a_third(1, GAMES))
def test_lives_to_lose(name: str, tmp_path: Path) -> None:
    """What ALE measures the loss of a life against, if that is to end an episode."""
    game = GAMES[name]
    if name == "atlantis2":
        return  # ALE never sets it
    oracle = Oracle(name, write_image(game, tmp_path), truncate_on_loss_of_life=True)
    rng = np.random.default_rng(0)
    for _ in range(40):
        oracle.poke(changes(game, rng) | mode_cells(game, game.modes[0]))
        oracle.ale.reset_game()
        lives, _ = oracle.result()
        assert oracle.ale.game_truncated() == (lives < game.fresh_lives)


def test_a_mode_that_never_shows() -> None:
    """An error, where ALE searches without end."""
    for game in GAMES.values():
        if not game.has_mode_procedure:
            continue
        with pytest.raises(RuntimeError, match="the game did not reach the mode in 10"):
            atari.GameRules(game).choose_mode(StuckConsole(), game.modes[-1])


@pytest.mark.parametrize("length", [0, 127, 129])
def test_memory_of_another_size(length: int) -> None:
    rules = atari.GameRules(GAMES["pong"])
    with pytest.raises(ValueError, match=f"ram has 128 bytes, got {length}"):
        rules.frame(bytes(length))
    with pytest.raises(ValueError, match=f"cartridge_ram has 128 bytes, got {length}"):
        rules.frame(bytes(128), bytes(length))


def test_a_saved_state() -> None:
    """Goes on as the original does."""
    rules, copy = (atari.GameRules(GAMES["breakout"]) for _ in range(2))
    memory = bytearray(128)
    memory[0x39] = 5  # lives: the game has started
    rules.frame(bytes(memory))
    copy.load(rules.save())
    memory[0x39] = 0
    for one in (rules, copy):
        one.frame(bytes(memory))
        assert one.terminal
    fresh = atari.GameRules(GAMES["breakout"])
    fresh.frame(bytes(memory))
    assert not fresh.terminal
    with pytest.raises(ValueError, match="this is not a state of GameRules"):
        rules.load(b"")
