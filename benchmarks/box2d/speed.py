# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of the Box2D environments per CPU-second: the pool beside EnvPool and Gymnasium, in turns.

All have one thread and random actions; a reset counts as a step.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool

sys.path.append(str(Path(__file__).parents[1]))
import turns

# Environments of a pool.
CASES = {
    "LunarLander-v3": 64,
    "BipedalWalker-v3": 64,
    "BipedalWalkerHardcore-v3": 64,
    "CarRacing-v3": 8,
}
Play = Callable[[int], None]  # that many time steps of each environment


def pool_play(id: str, envs: int) -> Play:
    pool = parallel_pool.make(id, num_envs=envs, num_threads=1, seed=0)
    pool.reset()
    pool.action_space.seed(0)
    actions = [pool.action_space.sample() for _ in range(16)]

    def play(steps: int) -> None:
        for i in range(steps):
            pool.step(actions[i % 16])

    return play


def gymnasium_play(id: str) -> Play:
    """A single environment."""
    env = gymnasium.make(id, disable_env_checker=True)
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(64)]
    ended = False

    def play(steps: int) -> None:
        nonlocal ended
        for i in range(steps):
            if ended:
                env.reset()
                ended = False
            else:
                ended = any(env.step(actions[i % 64])[2:4])

    return play


def calibrated(play: Play, seconds: float) -> int:
    """How many steps take about so many CPU-seconds."""
    return max(2, round(seconds / turns.cpu_seconds(lambda: play(9))() * 9))


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    envs = CASES[id]
    pool, single = pool_play(id, envs), gymnasium_play(id)
    steps = {"pool": calibrated(pool, seconds), "gymnasium": calibrated(single, seconds)}
    contenders = {
        "pool": turns.cpu_seconds(lambda: pool(steps["pool"])),
        "gymnasium": turns.cpu_seconds(lambda: single(steps["gymnasium"])),
    }
    if python is not None:
        steps["envpool"] = max(2, steps["pool"] // 4)
        script = str(Path(__file__).with_name("envpool_turns.py"))
        command = [python, script, id, str(envs), str(steps["envpool"])]
        contenders["envpool"] = turns.in_other_interpreter(command)
    best = turns.fastest(contenders, rounds)
    rows = {"pool": envs, "gymnasium": 1, "envpool": envs}
    each = {name: best[name] / (rows[name] * steps[name]) for name in best}
    return {"id": id, "envs": envs, **turns.speeds(each, 2)}


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=[*CASES])
    parser.add_argument("--seconds", type=float, default=0.3, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    options = parser.parse_args()
    seconds, rounds = options.seconds, options.rounds
    rows = (measure(id, seconds, rounds, options.envpool) for id in options.ids)
    turns.write(rows, options.out)


if __name__ == "__main__":
    main()
