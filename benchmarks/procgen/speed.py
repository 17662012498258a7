# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of Procgen's games per CPU-second: the pool beside EnvPool and Procgen itself, in turns.

All step as many environments in one thread, with random actions; a reset counts as a step. The
environments of Procgen are those of the package that is installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool

sys.path.append(str(Path(__file__).parents[1]))
import turns

ENVS = 32
GAMES = ("coinrun", "starpilot", "bigfish", "caveflyer", "dodgeball", "maze")
Play = Callable[[int], None]  # that many time steps of each environment


def pool_play(id: str, actions: list[Any]) -> Play:
    """A pool."""
    pool = parallel_pool.make(id, num_envs=ENVS, num_threads=1, seed=0)
    pool.reset()

    def play(steps: int) -> None:
        for i in range(steps):
            pool.step(actions[i % len(actions)])

    return play


def reference_play(game: str, actions: list[Any]) -> Play:
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
    pool, reference = pool_play(id, actions), reference_play(game, actions)
    pool(9)
    steps = max(2, round(seconds / turns.cpu_seconds(lambda: pool(9))() * 9))
    contenders = {
        "pool": turns.cpu_seconds(lambda: pool(steps)),
        "reference": turns.cpu_seconds(lambda: reference(steps)),
    }
    if python is not None:
        script = Path(__file__).parents[1] / "highway" / "envpool_turns.py"
        command = [python, str(script), id, str(ENVS), str(steps)]
        contenders["envpool"] = turns.in_other_interpreter(command)
    best = turns.fastest(contenders, rounds)
    each = {name: best[name] / steps / ENVS for name in best}
    return {"id": id, "envs": ENVS, **turns.speeds(each, 2)}


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*GAMES])
    parser.add_argument("--seconds", type=float, default=0.5, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()
    rows = (measure(game, given.seconds, given.rounds, given.envpool) for game in given.games)
    turns.write(rows, given.out)


if __name__ == "__main__":
    main()
