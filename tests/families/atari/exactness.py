# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays the emulator and ALE side by side, and compares everything they show after each frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from parallel_pool.atari import load_rom
from parallel_pool.families.atari import native as atari

from tests.families.atari.oracle import Oracle, actions

STRETCH = 250  # frames with one kind of actions
KINDS = ("random", "held", "full", "idle")
GAMES = {game.name: game for game in atari.games}


@dataclass(frozen=True)
class Case:
    """What is played."""

    game: str
    seed: int = 0
    sticky: float = 0.25
    kinds: tuple[str, ...] = ()  # of actions; none: all, each for a while
    setups: tuple[tuple[int, int], ...] = ()  # modes and difficulties; none: as loaded
    frames: int = 1000  # in each of them
    frame_skip: int = 1
    frame_limit: int = 0  # of an episode; 0: none
    restores: float = 0.0  # the probability, at each frame, that a saved state is returned to
    leaves: float = 0.0002  # the same for a reset of a game that has not ended


@dataclass
class Outcome:
    """What came of it."""

    case: Case
    frames: int = 0
    episodes: int = 0
    setups: int = 0
    restores: int = 0
    truncated: int = 0  # frames after which the episode was
    ended: int = 0  # actions on a game that had ended
    mismatches: list[str] = field(default_factory=list)  # the first of each setup


@dataclass(frozen=True)
class Act:
    """What is done in a frame, and how it is looked at."""

    action: int
    strength: float = 1.0
    drawn: bool = True  # whether the frame's picture is asked for beforehand
    looked_at: bool = True


class Pair:
    """The emulator and the oracle with the same game."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.oracle = Oracle(
            case.game,
            seed=case.seed,
            sticky=case.sticky,
            frame_skip=case.frame_skip,
            frame_limit=case.frame_limit,
        )
        self.game = GAMES[case.game]
        self.image = load_rom(self.game)
        self.ours = self.emulator(case.seed)
        self.pixels = np.empty((self.game.height, 160), np.uint8)
        self.cells = np.empty(128, np.uint8)

    def emulator(self, seed: int) -> atari.Emulator:
        return atari.Emulator(
            self.case.game,
            self.image,
            seed,
            self.case.sticky,
            self.case.frame_skip,
            max_frames_per_episode=self.case.frame_limit,
        )

    def choose(self, mode: int, difficulty: int) -> None:
        self.oracle.ale.setMode(mode)
        self.ours.set_mode(mode)
        self.set_difficulty(difficulty)

    def set_difficulty(self, difficulty: int) -> None:
        self.oracle.ale.setDifficulty(difficulty)
        self.ours.set_difficulty(difficulty)

    def reset(self) -> str:
        self.oracle.ale.reset_game()
        self.ours.reset()
        return self.difference()

    def act(self, act: Act) -> str:
        """What differs after an action, or ''."""
        theirs = self.oracle.ale.act(act.action, act.strength)
        ours = self.ours.act(act.action, act.strength, act.drawn)
        if ours != theirs:
            return f"reward {ours}, not {theirs}"
        return self.difference(act.looked_at)

    def wander(self, rng: np.random.Generator) -> str:
        """Plays on without the oracle, or begins anew, and comes back by a saved state."""
        state = self.ours.save()
        if rng.random() < 0.5:
            self.ours = self.emulator(self.case.seed + 1)
        for action in rng.integers(18, size=rng.integers(30)):
            self.ours.act(int(action))
        if rng.random() < 0.5:
            self.ours.reset()
        self.ours.restore(state)
        wrong = self.difference()
        return f"after a return: {wrong}" if wrong else ""

    def difference(self, looked_at: bool = True) -> str:
        """What differs now, or ''."""
        ale, ours = self.oracle.ale, self.ours
        ale.getRAM(self.cells)
        if self.cells.tobytes() != ours.ram():
            cells = np.flatnonzero(self.cells != np.frombuffer(ours.ram(), np.uint8))
            return f"memory at {', '.join(f'${0x80 + cell:02X}' for cell in cells[:4])}"
        if looked_at:
            ale.getScreen(self.pixels)
            screen = ours.screen()
            if self.pixels.tobytes() != screen:
                picture = np.frombuffer(screen, np.uint8).reshape(self.pixels.shape)
                row, x = np.argwhere(self.pixels != picture)[0]
                return f"pixel in row {row}, column {x}"
        for what, mine, theirs in (
            ("lives", ours.lives, ale.lives()),
            ("game over", ours.terminal, ale.game_over(with_truncation=False)),
            ("truncated", ours.truncated, ale.game_truncated()),
            ("frame number", ours.frame_number, ale.getFrameNumber()),
            ("episode's frame number", ours.episode_frame_number, ale.getEpisodeFrameNumber()),
        ):
            if mine != theirs:
                return f"{what} {mine}, not {theirs}"
        return ""

    def colours(self) -> str:
        """What differs in the coloured and gray pictures, or ''."""
        if not np.array_equal(self.ours.rgb(), self.oracle.ale.getScreenRGB()):
            return "colours"
        if not np.array_equal(self.ours.grey(), self.oracle.ale.getScreenGrayscale()):
            return "shades of gray"
        return ""


def stretches(pair: Pair, rng: np.random.Generator) -> Iterator[Act]:
    """Actions of all kinds, one kind after the other, without end."""
    kinds = pair.case.kinds
    while True:
        kind = str(rng.choice(kinds or KINDS, p=None if kinds else [0.45, 0.3, 0.2, 0.05]))
        weak = rng.random() < 0.4  # paddles are turned a part of the way
        sparse = rng.random() < 0.4  # as a frame skip of 4 with a maximum of two frames looks
        for number, action in enumerate(actions(kind, pair.oracle, rng, STRETCH)):
            strength = float(rng.random()) if weak else 1.0
            drawn = not sparse or number % 4 > 1
            yield Act(action, strength, drawn, drawn or rng.random() < 0.05)


def play_setup(pair: Pair, rng: np.random.Generator, outcome: Outcome) -> str:
    """Plays from a reset; the first difference, or ''."""
    wrong = pair.reset()
    if wrong:
        return f"after the reset: {wrong}"
    outcome.episodes += 1
    acts = stretches(pair, rng)
    for number in range(pair.case.frames):
        over = pair.ours.terminal or pair.ours.truncated
        # Sometimes an ended game is acted on, and one that has not ended is left.
        if rng.random() < (0.3 if over else pair.case.leaves):
            outcome.episodes += 1
            over, wrong = False, pair.reset()
            if wrong:
                return f"frame {number}, after a reset: {wrong}"
        wrong = play_frame(pair, next(acts), rng, outcome)
        outcome.ended += over
        if not wrong and number % STRETCH == 0:
            wrong = pair.colours()
        if wrong:
            return f"frame {number}: {wrong}"
    return ""


def play_frame(pair: Pair, act: Act, rng: np.random.Generator, outcome: Outcome) -> str:
    """Plays a frame, on the way or back from a detour; what differs, or ''."""
    if pair.case.setups and rng.random() < 0.005:  # a switch is thrown while the game goes on
        pair.set_difficulty(int(rng.choice(pair.game.difficulties)))
    if rng.random() < pair.case.restores:
        outcome.restores += 1
        wrong = pair.wander(rng)
        if wrong:
            return wrong
    outcome.frames += 1
    wrong = pair.act(act)
    outcome.truncated += pair.ours.truncated
    return wrong


def play(case: Case) -> Outcome:
    """Plays a case through all its setups."""
    outcome = Outcome(case)
    pair = Pair(case)
    rng = np.random.default_rng(case.seed)
    for mode, difficulty in case.setups or [(None, None)]:
        if mode is not None and difficulty is not None:
            pair.choose(mode, difficulty)
        outcome.setups += 1
        wrong = play_setup(pair, rng, outcome)
        if wrong:
            where = "" if mode is None else f"mode {mode}, difficulty {difficulty}, "
            outcome.mismatches.append(f"seed {case.seed}, {where}{wrong}")
            pair = Pair(case)
    return outcome


def all_setups(game: atari.Game) -> tuple[tuple[int, int], ...]:
    """Every mode with every difficulty."""
    return tuple((mode, level) for mode in game.modes for level in game.difficulties)
