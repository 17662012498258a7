# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of Butterfly's environments mean."""

from __future__ import annotations

from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meanings

_PADDLE = (Element("Do nothing"), Element("Move up"), Element("Move down"))
_SCREEN = "The screen: rows, columns, and red, green and blue. Both agents see the same."
_ROWS = (
    "27 rows of 5 numbers: distance, relative x and y, and direction x and y. The first row is the "
    "agent's own, with its place instead of distance and relative place; one row follows for each "
    "archer, knight, mace, arrow and zombie that there may be, zeros if there is none."
)
_FIGHTER = (
    Element("Go forward"),
    Element("Go backward"),
    Element("Turn left"),
    Element("Turn right"),
    Element("Attack"),
    Element("Do nothing"),
)
_MEANINGS = {
    "cooperative_pong": Meanings({"paddle": _SCREEN}, {"paddle": _PADDLE}, of_agents=True),
    "knights_archers_zombies": Meanings(
        {"archer": _ROWS, "knight": _ROWS},
        {"archer": _FIGHTER, "knight": _FIGHTER},
        of_agents=True,
    ),
}


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    return _MEANINGS.get(rules_of(id))
