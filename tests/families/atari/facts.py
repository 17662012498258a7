# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of the Atari games."""

from __future__ import annotations

from tests.families.facts import Facts

# All games are of one make: these stand for them, and the tests in this folder play all of them.
FACTS = Facts(
    "parallel_pool.families.atari.native",
    representatives=frozenset({"Breakout-v5", "ALE-Pong-v5", "pong-v3"}),
    needs=("ale_py",),
)
