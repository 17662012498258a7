# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What observations and actions of Procgen's games mean."""

from __future__ import annotations

from parallel_pool.meanings import Element, Meanings

GAMES = (
    *("bigfish", "bossfight", "caveflyer", "chaser", "climber", "coinrun", "dodgeball"),
    *("fruitbot", "heist", "jumper", "leaper", "maze", "miner", "ninja", "plunder", "starpilot"),
)
# What the keys for left, right, down and up do; "" is nothing.
_MOVE = ("move left", "move right", "move down", "move up")
_RUN = ("run left", "run right", "", "jump")
_STEER = ("move left", "move right", "", "")
_KEYS = {
    "caveflyer": ("turn left", "turn right", "thrust backwards", "thrust"),
    "climber": _RUN,
    "coinrun": ("run left", "run right", "drop from a crate", "jump"),
    "fruitbot": _STEER,
    "jumper": _RUN,
    "ninja": ("run left", "run right", "", "charge a jump"),
    "plunder": _STEER,
}
# In these games, only the key for left or right counts if another one is pressed too.
_STRAIGHT = ("leaper", "maze", "miner")
# What the keys D, A, W, S, Q and E do, as far as they do something.
_FIRE = ("fire",)
_SPECIAL = {
    "bossfight": _FIRE,
    "caveflyer": _FIRE,
    "dodgeball": ("throw a ball",),
    "fruitbot": ("throw a key",),
    "ninja": (
        "throw a star ahead",
        "throw a star ahead and up",
        "throw a star up",
        "throw a star ahead and down",
    ),
    "plunder": _FIRE,
    "starpilot": ("fire", "fire backwards", "fire", "fire", "fire", "fire"),
}


def meanings(id: str) -> Meanings | None:
    """Of a game, by its id or by one of EnvPool's."""
    game = game_of(id)
    axis = "red, green and blue, each 64 rows of 64 columns"
    if id.startswith("procgen-"):
        axis = "64 rows of 64 columns of red, green and blue"
    return Meanings(f"What the player sees: {axis}", actions(game))


def game_of(id: str) -> str:
    """``coinrun`` of ``procgen-coinrun-v0`` and of ``CoinrunEasy-v0``."""
    name = id.removeprefix("procgen-").lower()
    return next(game for game in GAMES if name.startswith(game))


def actions(game: str) -> tuple[Element, ...]:
    """What each action does in a game."""
    left, right, down, up = _KEYS.get(game, _MOVE)
    found = []
    for across in (left, "", right):
        for along in (down, "", up):
            both = (across,) if across and game in _STRAIGHT else (across, along)
            found.append(" and ".join(key for key in both if key).replace(" and move ", " and "))
    special = _SPECIAL.get(game, ())
    found += [*special, *("",) * (6 - len(special))]
    return tuple(Element(what[:1].upper() + what[1:] or "Nothing") for what in found)
