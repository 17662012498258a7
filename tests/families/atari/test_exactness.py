# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""All games on the emulator against ALE, frame by frame; `long_suite.py` plays for longer."""

from __future__ import annotations

import numpy as np
import pytest

from tests.families.atari.exactness import GAMES, KINDS, Act, Case, Outcome, Pair, all_setups, play
from tests.support import a_third

# All cartridges, television formats and controllers, and frames that take several calls.
VARIED = [
    "adventure", "air_raid", "breakout", "elevator_action", "klax", "pitfall2", "pong", "qbert",
    "robotank", "surround", "tutankham",
]  # fmt: skip
PADDLES = [game.name for game in GAMES.values() if "paddles" in game.controllers]


def check(case: Case) -> Outcome:
    outcome = play(case)
    assert not outcome.mismatches
    assert outcome.frames == case.frames * max(1, len(case.setups))
    return outcome


@pytest.mark.parametrize("name", a_third(2, GAMES))
def test_games(name: str) -> None:
    """The first 600 frames, with returns to saved states."""
    assert check(Case(name, seed=3, frames=600, restores=0.02)).restores > 0


@pytest.mark.parametrize(
    "name", a_third(0, [name for name in GAMES if len(all_setups(GAMES[name])) > 1])
)
def test_another_mode(name: str) -> None:
    """The last mode and difficulty; the long suite has them all."""
    check(Case(name, seed=5, setups=all_setups(GAMES[name])[-1:], frames=100, restores=0.02))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sticky", [0.0, 1.0])
@pytest.mark.parametrize("name", ["breakout", "klax", "surround"])
def test_each_kind_of_actions(name: str, sticky: float, kind: str) -> None:
    check(Case(name, sticky=sticky, kinds=(kind,), frames=250))


@pytest.mark.parametrize("name", PADDLES)
def test_paddles_turned_by_any_strength(name: str) -> None:
    check(Case(name, seed=8, frames=500, kinds=("full", "held"), restores=0.02))


def test_strengths_are_float32s() -> None:
    """One that rounds up to what turns by 7, not 6, and 7 the other way: errors would add up."""
    left, right = 4, 3
    almost, more = float(np.nextafter(7 / 23000, 0)), 7.5 / 23000
    assert int(23000 * almost) == 6
    assert int(23000 * float(np.float32(almost))) == int(23000 * more) == 7
    pair = Pair(Case("breakout", sticky=0.0))
    acts = [Act(left, almost), Act(right, more)] * 500 + [Act(right, more)] * 2000
    for number, act in enumerate(acts):  # the second part goes slowly through several positions
        assert pair.act(act) == "", number


@pytest.mark.parametrize("frame_skip", [1, 3])
@pytest.mark.parametrize("name", VARIED)
def test_frame_limits(name: str, frame_skip: int) -> None:
    """Also in the middle of a frame skip, and with actions on the episode that has ended."""
    outcome = check(
        Case(name, seed=2, frames=400, frame_skip=frame_skip, frame_limit=80, restores=0.02)
    )
    assert outcome.truncated > outcome.ended > 0


@pytest.mark.parametrize("name", ["asterix", "breakout", "tetris"])
def test_actions_on_a_game_that_is_over(name: str) -> None:
    assert check(Case(name, seed=1, frames=6000, kinds=("random",))).ended > 0


@pytest.mark.parametrize("name", ["adventure", "double_dunk", "video_cube"])
def test_modes_that_act_with_a_frame_skip(name: str) -> None:
    """Procedures that act, or draw from the generator of sticky actions, in other modes."""
    setups = all_setups(GAMES[name])[1::7]
    check(Case(name, setups=setups[:4], frames=50, frame_skip=4))
