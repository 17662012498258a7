# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of highway-env's scenes per CPU-second: the pool beside EnvPool and highway-env, in turns.

All have one thread and random actions; a reset counts as a step.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool

sys.path.append(str(Path(__file__).parents[1]))
import turns

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
Play = Callable[[int], None]  # that many time steps of each environment


def pool_play(id: str) -> Play:
    """A pool."""
    pool = parallel_pool.make(id, num_envs=ENVS, num_threads=1, seed=0)
    pool.reset()
    pool.action_space.seed(0)
    actions = [pool.action_space.sample() for _ in range(64)]

    def play(steps: int) -> None:
        for i in range(steps):
            pool.step(actions[i % 64])

    return play


def reference_play(id: str) -> Play:
    """A single environment of highway-env."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an id has a newer version
        env = gymnasium.make(f"highway_env:{id}", disable_env_checker=True)
    env.reset(seed=0)
    env.action_space.seed(0)
    ended = False

    def play(steps: int) -> None:
        nonlocal ended
        for _ in range(steps):
            if ended:
                env.reset()
                ended = False
            else:
                ended = any(env.step(env.action_space.sample())[2:4])

    return play


def calibrated(play: Play, seconds: float) -> int:
    """How many steps take about so many CPU-seconds."""
    return max(2, round(seconds / turns.cpu_seconds(lambda: play(9))() * 9))


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    pool, single = pool_play(id), reference_play(id)
    steps = {"pool": calibrated(pool, seconds), "reference": calibrated(single, seconds)}
    contenders = {
        "pool": turns.cpu_seconds(lambda: pool(steps["pool"])),
        "reference": turns.cpu_seconds(lambda: single(steps["reference"])),
    }
    if python is not None:
        steps["envpool"] = max(2, steps["pool"] // 3)
        script = str(Path(__file__).with_name("envpool_turns.py"))
        command = [python, script, id, str(ENVS), str(steps["envpool"])]
        contenders["envpool"] = turns.in_other_interpreter(command)
    best = turns.fastest(contenders, rounds)
    each = {name: best[name] / steps[name] / (1 if name == "reference" else ENVS) for name in best}
    return {"id": id, "envs": ENVS, **turns.speeds(each, 2)}


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=[*IDS])
    parser.add_argument("--seconds", type=float, default=0.5, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()
    rows = (measure(id, given.seconds, given.rounds, given.envpool) for id in given.ids)
    turns.write(rows, given.out)


if __name__ == "__main__":
    main()
