# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium's toy text, and EnvPool's Catch and NChain."""

from __future__ import annotations

from typing import Any

from parallel_pool.families.toy_text import native
from parallel_pool.family import Case, EnvPoolNames, Family, later, rules_of
from parallel_pool.pool.arguments import choice

_LAKES = {4: "4x4", 8: "8x8"}


def _translate(id: str, options: dict[str, Any]) -> str:
    """In EnvPool, the map size of FrozenLake is an option."""
    if rules_of(id).startswith("FrozenLake") and "size" in options:
        options["map_name"] = choice(_LAKES, "size", options.pop("size"))
    return id


# EnvPool's classes whose names are not those of the ids.
_CLASSES = {"FrozenLake8x8": "FrozenLake", "CliffWalkingSlippery": "CliffWalking"}

FAMILY = Family(
    name="toy_text",
    module=native,
    # Gymnasium's ids with these names are other environments.
    aliases={
        "tabular/Blackjack-v0": "Blackjack-v1",
        "tabular/CliffWalking-v0": "CliffWalking-v1",
    },
    picture=later(f"{__name__}.pictures", "picture"),
    meanings=later(f"{__name__}.meanings", "meanings"),
    envpool=EnvPoolNames(
        rules=lambda id: _CLASSES.get(rules_of(id), rules_of(id)), translate=_translate
    ),
    bench=tuple(
        Case(id, 1024)
        for id in (
            "FrozenLake-v1",
            "CliffWalking-v1",
            "Taxi-v4",
            "Blackjack-v1",
            "Catch-v0",
            "NChain-v0",
        )
    ),
)
