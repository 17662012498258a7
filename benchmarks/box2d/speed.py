# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of the Box2D environments per CPU-second: the pool beside EnvPool and Gymnasium, in turns.

All have one thread and random actions; a reset counts as a step.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool

sys.path.append(str(Path(__file__).parents[1]))
import plays

# Environments of a pool.
CASES = {
    "LunarLander-v3": 64,
    "BipedalWalker-v3": 64,
    "BipedalWalkerHardcore-v3": 64,
    "CarRacing-v3": 8,
}


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    pool = parallel_pool.make(id, num_envs=CASES[id], num_threads=1, seed=0)
    single = gymnasium.make(id, disable_env_checker=True)
    contenders = {
        "pool": (plays.pool_play(pool), CASES[id]),
        "gymnasium": (plays.env_play(single), 1),
    }
    return plays.row(id, contenders, seconds, rounds, plays.envpool(python, id))


if __name__ == "__main__":
    plays.main(__doc__, [*CASES], measure)
