# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays the emulator and ALE side by side and compares all that can be seen after every frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from oracle import Oracle, actions
from parallel_pool.atari import load_rom
from parallel_pool.envs import atari

STRETCH = 250  # frames with one kind of actions
KINDS = ("random", "held", "full", "idle")


@dataclass(frozen=True)
class Case:
    """What is played."""

    game: str
    seed: int = 0
    sticky: float = 0.25
    setups: tuple[tuple[int, int], ...] = ()  # modes and difficulties; none: as loaded
    frames: int = 1000  # in each of them
    restores: bool = False


@dataclass
class Outcome:
    """What came of it."""

    case: Case
    frames: int = 0
    episodes: int = 0
    setups: int = 0
    mismatches: list[str] = field(default_factory=list)  # the first of each setup


class Pair:
    """The emulator and the oracle with the same game."""

    def __init__(self, case: Case) -> None:
        self.oracle = Oracle(case.game, seed=case.seed, sticky=case.sticky)
        game = next(game for game in atari.games if game.name == case.game)
        self.ours = atari.Emulator(case.game, load_rom(game), case.seed, case.sticky)
        self.pixels = np.empty((game.height, 160), np.uint8)
        self.cells = np.empty(128, np.uint8)

    def choose(self, mode: int, difficulty: int) -> None:
        self.oracle.ale.setMode(mode)
        self.oracle.ale.setDifficulty(difficulty)
        self.ours.set_mode(mode)
        self.ours.set_difficulty(difficulty)

    def reset(self) -> str:
        self.oracle.ale.reset_game()
        self.ours.reset()
        return self.difference()

    def act(self, action: int) -> str:
        """What differs after an action, or ''."""
        theirs = self.oracle.act(action)
        ours = self.ours.act(action)
        return f"reward {ours}, not {theirs}" if ours != theirs else self.difference()

    def difference(self) -> str:
        """What differs now, or ''."""
        ale, ours = self.oracle.ale, self.ours
        ale.getRAM(self.cells)
        if self.cells.tobytes() != ours.ram():
            cells = np.flatnonzero(self.cells != np.frombuffer(ours.ram(), np.uint8))
            return f"memory at {', '.join(f'${0x80 + cell:02X}' for cell in cells[:4])}"
        ale.getScreen(self.pixels)
        if self.pixels.tobytes() != ours.screen():
            screen = np.frombuffer(ours.screen(), np.uint8).reshape(self.pixels.shape)
            row, x = np.argwhere(self.pixels != screen)[0]
            return f"pixel in row {row}, column {x}"
        for what, mine, theirs in (
            ("lives", ours.lives, ale.lives()),
            ("game over", ours.terminal, ale.game_over(with_truncation=False)),
            ("frame number", ours.frame_number, ale.getFrameNumber()),
        ):
            if mine != theirs:
                return f"{what} {mine}, not {theirs}"
        return ""


def stream(pair: Pair, rng: np.random.Generator, frames: int) -> Iterator[int]:
    """Actions of all kinds, one kind after the other."""
    for start in range(0, frames, STRETCH):
        kind = KINDS[int(rng.choice(4, p=[0.45, 0.3, 0.2, 0.05]))]
        yield from actions(kind, pair.oracle, rng, min(STRETCH, frames - start))


def play_setup(pair: Pair, rng: np.random.Generator, case: Case, outcome: Outcome) -> str:
    """Plays from a reset; the first difference, or ''."""
    wrong = pair.reset()
    if wrong:
        return f"after the reset: {wrong}"
    outcome.episodes += 1
    for number, action in enumerate(stream(pair, rng, case.frames)):
        # Sometimes an ended game is acted on, and one that has not ended is left.
        if rng.random() < (0.9 if pair.ours.terminal else 0.0002):
            outcome.episodes += 1
            wrong = pair.reset()
            if wrong:
                return f"frame {number}, after a reset: {wrong}"
        wrong = pair.act(action)
        outcome.frames += 1
        if wrong:
            return f"frame {number}: {wrong}"
    return ""


def play(case: Case) -> Outcome:
    """Plays a case through all its setups."""
    outcome = Outcome(case)
    pair = Pair(case)
    rng = np.random.default_rng(case.seed)
    for mode, difficulty in case.setups or [(None, None)]:
        if mode is not None and difficulty is not None:
            pair.choose(mode, difficulty)
        outcome.setups += 1
        wrong = play_setup(pair, rng, case, outcome)
        if wrong:
            where = "" if mode is None else f"mode {mode}, difficulty {difficulty}, "
            outcome.mismatches.append(f"seed {case.seed}, {where}{wrong}")
            pair = Pair(case)
    return outcome


def all_setups(game: atari.Game) -> tuple[tuple[int, int], ...]:
    """Every mode with every difficulty."""
    return tuple((mode, level) for mode in game.modes for level in game.difficulties)
