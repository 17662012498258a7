# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What observations and actions of Atari games mean."""

from __future__ import annotations

from parallel_pool.families.atari.names import find_game
from parallel_pool.meanings import Element, Meanings

# The console's actions, in the order of their numbers.
ACTIONS = (
    "NOOP",
    "FIRE",
    "UP",
    "RIGHT",
    "LEFT",
    "DOWN",
    "UPRIGHT",
    "UPLEFT",
    "DOWNRIGHT",
    "DOWNLEFT",
    "UPFIRE",
    "RIGHTFIRE",
    "LEFTFIRE",
    "DOWNFIRE",
    "UPRIGHTFIRE",
    "UPLEFTFIRE",
    "DOWNRIGHTFIRE",
    "DOWNLEFTFIRE",
)
_FRAMES = (
    "The last four frames in grey, 84x84 pixels each, the newest last; each is the brighter of two "
    "consecutive screens, pixel by pixel"
)


_PARTY = Meanings(
    "The screen, the same for all players: rows, columns, and red, green and blue",
    "The actions that the game needs, in the console's order: do nothing, fire, the eight "
    "directions, and these with fire",
)


def meanings(id: str) -> Meanings:
    """Of a game."""
    if not id.endswith("-v5"):
        return _PARTY
    game = find_game(id)
    return Meanings(_FRAMES, tuple(Element(ACTIONS[number]) for number in game.minimal_actions))
