# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One name for each game, whatever it is called elsewhere.

A game's name is that of its ROM, such as ``tic_tac_toe_3d``. Gymnasium's ids have ``TicTacToe3D``,
EnvPool's ``TicTacToe3d``, and both add versions and more.
"""

from __future__ import annotations

import difflib
import re

from parallel_pool.envs import atari
from parallel_pool.errors import UnknownEnvironmentError

# What ids add to a game's name: "ALE/" or "ALE-" in front; frame skips and a version behind.
_PREFIX = re.compile(r"^(parallel_pool/)?(ALE[/-])?")
_SUFFIX = re.compile(r"(NoFrameskip|Deterministic)?(-v\d+)?$")


def title(game: atari.Game) -> str:
    """The name as Gymnasium's ids have it: ``UpNDown`` for ``up_n_down``."""
    return "".join(word.title() for word in game.name.split("_"))


def envpool_title(game: atari.Game) -> str:
    """The name as EnvPool's ids have it, in which only a word's first character may be large."""
    return "".join(word.capitalize() for word in game.name.split("_"))


def find_game(id: str) -> atari.Game:
    """The game of a name or id.

    Args:
        id: a ROM's name (``up_n_down``), or an id with it: ``UpNDown-v5``, ``ALE/UpNDown-v5``,
            ``parallel_pool/ALE-UpNDown-v5``, ``UpNDownNoFrameskip-v4``. Case and underscores do
            not count.

    Raises:
        UnknownEnvironmentError: there is no such game; the message names the nearest.
    """
    if not isinstance(id, str):
        raise TypeError(f"a game's name is a str, got {type(id).__name__}")
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
