# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of toy text mean."""

from __future__ import annotations

from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meanings

_CLIFF = Meanings(
    "The player's cell: row times 12 plus column, from the upper left corner. The cliff is in the "
    "last row, between the start (36) and the goal (47).",
    (Element("Move up"), Element("Move right"), Element("Move down"), Element("Move left")),
)
_LAKE = Meanings(
    "The player's tile: row times the number of columns plus column, from the upper left corner.",
    (Element("Move left"), Element("Move down"), Element("Move right"), Element("Move up")),
)
_MEANINGS = {
    "Blackjack": Meanings(
        {
            "0": "Sum of the player's cards",
            "1": "The card that the dealer shows, 1 for an ace",
            "2": "1 if the player has an ace that counts 11, else 0",
        },
        (Element("Stick"), Element("Take another card")),
    ),
    "Catch": Meanings(
        "The board of rows and columns: 1 at the ball and at the paddle, 0 elsewhere.",
        (
            Element("Move the paddle to the left"),
            Element("Do not move"),
            Element("Move the paddle to the right"),
        ),
    ),
    "CliffWalking": _CLIFF,
    "CliffWalkingSlippery": _CLIFF,
    "FrozenLake": _LAKE,
    "FrozenLake8x8": _LAKE,
    "NChain": Meanings(
        "The state's place in the chain.",
        (Element("Go on to the next state"), Element("Go back to the first state")),
    ),
    "Taxi": Meanings(
        "((row * 5 + column) * 5 + passenger) * 4 + destination: the taxi's row and column on the "
        "5x5 grid; where the passenger is (0: red, 1: green, 2: yellow, 3: blue, 4: in the taxi); "
        "the destination (0 to 3, the same stops).",
        (
            Element("Move down"),
            Element("Move up"),
            Element("Move right"),
            Element("Move left"),
            Element("Pick the passenger up"),
            Element("Drop the passenger off"),
        ),
    ),
}


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    return _MEANINGS.get(rules_of(id))
