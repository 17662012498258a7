# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""All games on the emulator against ALE, frame by frame."""

from __future__ import annotations

import pytest
from exactness import Case, all_setups, play
from parallel_pool.envs import atari

GAMES = {game.name: game for game in atari.games}


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    """Through several episodes where a game has them, with sticky actions."""
    outcome = play(Case(name, seed=3, frames=2000))
    assert not outcome.mismatches
    assert outcome.frames == 2000


@pytest.mark.parametrize("name", [name for name in GAMES if len(all_setups(GAMES[name])) > 1])
def test_another_mode(name: str) -> None:
    """The last mode and difficulty; the long suite has them all."""
    outcome = play(Case(name, seed=5, setups=all_setups(GAMES[name])[-1:], frames=100))
    assert not outcome.mismatches
