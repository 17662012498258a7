# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of the classic games mean."""

from __future__ import annotations

from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meanings

_MASK = "1 for each move that is legal, else 0"


def _turns(observation: str | tuple[Element, ...], action: tuple[Element, ...]) -> Meanings:
    seen = {"observation": observation, "action_mask": _MASK}
    return Meanings({"player": seen}, {"player": action}, of_agents=True)


_MEANINGS = {
    "tictactoe": _turns(
        "The board by column and row, and for each cell two numbers: 1 if the player has it, 1 if "
        "the opponent has it.",
        (Element("Take the cell: column times 3 plus row", count=9),),
    ),
    "connect_four": _turns(
        "The board by row, from above, and column, and for each cell two numbers: 1 if the player "
        "has it, 1 if the opponent has it.",
        (Element("Drop a piece into the column", count=7),),
    ),
    "leduc_holdem": _turns(
        (
            Element("1 for the player's card: jack, queen or king", count=3),
            Element(
                "1 for the public card: jack, queen or king; zeros while it is hidden", count=3
            ),
            Element("1 for the number of chips that the player has bet, 0 to 14", count=15),
            Element("1 for the number of chips that the opponent has bet, 0 to 14", count=15),
        ),
        (Element("Call"), Element("Raise"), Element("Fold"), Element("Check")),
    ),
    "rps": Meanings(
        {
            "player": (
                Element("The opponent played rock"),
                Element("The opponent played paper"),
                Element("The opponent played scissors"),
                Element("Nobody has played yet"),
            )
        },
        {"player": (Element("Rock"), Element("Paper"), Element("Scissors"))},
        of_agents=True,
    ),
}


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    return _MEANINGS.get(rules_of(id))
