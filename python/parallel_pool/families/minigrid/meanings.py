# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of Minigrid's levels mean, which are the same in all of them."""

from __future__ import annotations

from parallel_pool.meanings import Element, Meaning, Meanings

_MOVES = (Element("Turn left"), Element("Turn right"), Element("Move forward"))
_OBSERVED: dict[str, Meaning] = {
    "direction": (
        Element("The agent faces right"),
        Element("The agent faces down"),
        Element("The agent faces left"),
        Element("The agent faces up"),
    ),
    "image": "The 7x7 cells that the agent sees, by column and row; it stands in the middle of the "
    "last row. Each has three numbers: type (0 unseen, 1 empty, 2 wall, 3 floor, 4 door, 5 key, "
    "6 ball, 7 box, 8 goal, 9 lava), colour (0 red, 1 green, 2 blue, 3 purple, 4 yellow, 5 grey) "
    "and state of a door (0 open, 1 closed, 2 locked).",
    "mission": "What to do, in words.",
}
_ALL = Meanings(
    _OBSERVED,
    (
        *_MOVES,
        Element("Pick up the object in front"),
        Element("Drop the object that the agent carries"),
        Element("Toggle: open or close a door, open a box"),
        Element("Done: nothing, except where a mission asks for it"),
    ),
)
_WITHOUT_OBJECTS = Meanings(_OBSERVED, _MOVES)


def meanings(id: str) -> Meanings:
    """Of a level."""
    return _WITHOUT_OBJECTS if id.startswith("MiniGrid-Dynamic-Obstacles") else _ALL
