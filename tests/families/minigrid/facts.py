# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of Minigrid's grids."""

from __future__ import annotations

from tests.families.facts import Facts

# 172 ids of few makes: these stand for them, and the tests in this folder play all of them.
FACTS = Facts(
    "parallel_pool.families.minigrid.native",
    representatives=frozenset(
        {
            "BabyAI-BossLevel-v0",
            "BabyAI-PutNextS5N2Carrying-v0",
            "MiniGrid-DoorKey-8x8-v0",
            "MiniGrid-Dynamic-Obstacles-Random-5x5-v0",
            "MiniGrid-LavaCrossingS9N1-v0",
        }
    ),
    needs=("minigrid",),
)
