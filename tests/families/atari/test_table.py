# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of games against what ale-py says of them."""

from __future__ import annotations

import hashlib

import ale_py
import pytest
from ale_py import roms
from parallel_pool.families.atari import native as atari

from tests.families.atari.oracle import Oracle
from tests.support import a_third

GAMES = {game.name: game for game in atari.games}
# ROMs that ale-py lists, but for which it has no rules of a single player's game.
TWO_PLAYERS = {"combat", "joust", "maze_craze", "warlords"}


def test_all_games_are_there() -> None:
    assert set(roms.get_all_rom_ids()) - TWO_PLAYERS == set(GAMES)
    assert list(GAMES) == sorted(GAMES)


@pytest.mark.parametrize("name", a_third(2, GAMES))
def test_facts(name: str) -> None:
    """Image, actions, modes, difficulties and the picture's size."""
    game = GAMES[name]
    path = roms.get_rom_path(name)
    assert path is not None
    image = path.read_bytes()
    assert (game.size, game.md5) == (len(image), hashlib.md5(image).hexdigest())
    assert ale_py.ALEInterface.isSupportedROM(path) == name
    oracle = Oracle(name)
    ale = oracle.ale
    assert [action.value for action in ale.getMinimalActionSet()] == list(game.minimal_actions)
    assert [action.value for action in ale.getLegalActionSet()] == list(game.legal_actions)
    assert ale.getAvailableModes() == list(game.modes)
    assert ale.getAvailableDifficulties() == list(game.difficulties)
    assert ale.getScreenDims() == (game.height, 160)
    if name in ("backgammon", "blackjack"):
        assert ale.getInt("paddle_max") == game.paddle_max
