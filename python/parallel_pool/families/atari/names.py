# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds a game by its name or by an id of any library.

A game's name is that of its ROM, such as ``tic_tac_toe_3d``. Gymnasium's ids have ``TicTacToe3D``,
EnvPool's ``TicTacToe3d``, and both add versions and more.
"""

from __future__ import annotations

import difflib
import re

from parallel_pool.errors import UnknownEnvironmentError
from parallel_pool.families.atari import native as atari

# What ids add to a game's name: the prefix "ALE/" or "ALE-", frame skips and a version.
_PREFIX = re.compile(r"^(parallel_pool/)?(ALE[/-])?")
_SUFFIX = re.compile(r"(NoFrameskip|Deterministic)?(-v\d+)?$")


def find_game(id: str) -> atari.Game:
    """The game of a name or id.

    Args:
        id: a ROM's name (``up_n_down``), or an id with it: ``UpNDown-v5``, ``ALE/UpNDown-v5``,
            ``parallel_pool/ALE-UpNDown-v5``, ``UpNDownNoFrameskip-v4``. Case and underscores do
            not matter.

    Raises:
        UnknownEnvironmentError: the game does not exist; the message names the nearest.
    """
    if not isinstance(id, str):
        raise TypeError(f"a game's name must be a str, got {type(id).__name__}")
    bare = _SUFFIX.sub("", _PREFIX.sub("", id), count=1)
    game = _GAMES.get(_key(bare))
    if game is None:
        raise UnknownEnvironmentError(f"there is no Atari game {id!r}{_nearest(bare)}")
    return game


def _key(name: str) -> str:
    return name.replace("_", "").lower()


def _nearest(bare: str) -> str:
    matches = difflib.get_close_matches(_key(bare), _GAMES, n=3, cutoff=0.5)
    if not matches:
        return ""
    return f", did you mean {' or '.join(repr(_GAMES[match].name) for match in matches)}?"


_GAMES = {_key(game.name): game for game in atari.games}
