# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of Procgen's games per CPU-second: the pool beside EnvPool and Procgen itself, in turns.

All step as many environments in one thread, with random actions; a reset counts as a step. The
environments of Procgen are those of the package that is installed.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool

sys.path.append(str(Path(__file__).parents[1]))
import plays

ENVS = 32
GAMES = ("coinrun", "starpilot", "bigfish", "caveflyer", "dodgeball", "maze")


def reference_play(game: str, actions: list[Any]) -> plays.Play:
    """The package's own batch, which its library steps in the caller's thread."""
    options = {"env_name": game, "distribution_mode": "easy", "num_threads": 0, "rand_seed": 0}
    if importlib.util.find_spec("procgen_gym"):
        from procgen_gym.env import ProcgenVecEnv

        envs = ProcgenVecEnv(num_envs=ENVS, **options)

        def play(steps: int) -> None:
            for i in range(steps):
                envs.step(actions[i % len(actions)])

        return play

    spec = importlib.util.find_spec("procgen")
    assert spec is not None
    sys.modules["procgen"] = importlib.util.module_from_spec(spec)  # whose own imports need gym
    from procgen.env import ProcgenGym3Env

    old = ProcgenGym3Env(num=ENVS, **options)

    def play_old(steps: int) -> None:
        for i in range(steps):
            old.act(actions[i % len(actions)])
            old.observe()

    return play_old


def measure(game: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    id = f"{game.capitalize()}Easy-v0"
    dice = np.random.default_rng(0)
    actions = [dice.integers(0, 15, ENVS) for _ in range(64)]
    pool = parallel_pool.make(id, num_envs=ENVS, num_threads=1, seed=0)
    contenders = {
        "pool": (plays.pool_play(pool, actions), ENVS),
        "reference": (reference_play(game, actions), ENVS),
    }
    return plays.row(id, contenders, seconds, rounds, plays.envpool(python, id))


if __name__ == "__main__":
    plays.main(__doc__, GAMES, measure)
