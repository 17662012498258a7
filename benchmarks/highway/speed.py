# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of highway-env's scenes per CPU-second: the pool beside EnvPool and highway-env, in turns.

All have one thread and random actions; a reset counts as a step.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool

sys.path.append(str(Path(__file__).parents[1]))
import plays

ENVS = 32
IDS = (
    "highway-v0",
    "highway-fast-v0",
    "intersection-v0",
    "roundabout-v0",
    "merge-v0",
    "parking-v0",
    "racetrack-v0",
    "u-turn-v0",
    "two-way-v0",
    "exit-v0",
)


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an id has a newer version
        single = gymnasium.make(f"highway_env:{id}", disable_env_checker=True)
    pool = parallel_pool.make(id, num_envs=ENVS, num_threads=1, seed=0)
    contenders = {
        "pool": (plays.pool_play(pool), ENVS),
        "reference": (plays.env_play(single), 1),
    }
    return plays.row(id, contenders, seconds, rounds, plays.envpool(python, id))


if __name__ == "__main__":
    plays.main(__doc__, IDS, measure)
