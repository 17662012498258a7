# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of SISL's environments mean."""

from __future__ import annotations

from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meanings

_MEANINGS = {
    "pursuit": Meanings(
        {
            "pursuer": "The 7x7 cells around the agent by y and x, each with three numbers: 1 for "
            "a wall, the number of pursuers, the number of evaders."
        },
        {
            "pursuer": (
                Element("Move left"),
                Element("Move right"),
                Element("Move up"),
                Element("Move down"),
                Element("Stay"),
            )
        },
        of_agents=True,
    )
}


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    return _MEANINGS.get(rules_of(id))
