# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of the Box2D environments."""

from __future__ import annotations

from tests.families.facts import Facts

FACTS = Facts(
    "parallel_pool.families.box2d.native",
    # References of CarRacing make 130 steps a second: it has tests of its own.
    representatives=frozenset(
        {
            "BipedalWalker-v3",
            "BipedalWalkerHardcore-v3",
            "LunarLander-v3",
            "LunarLanderContinuous-v3",
        }
    ),
    also_on_page=frozenset({"CarRacing-v3"}),
    simulates=True,
    # A font that the installed pygame brings draws part of CarRacing's picture.
    has_trace=lambda id: not id.startswith("CarRacing"),
    needs=("Box2D", "pygame"),
    all_of_envpool=True,
)
