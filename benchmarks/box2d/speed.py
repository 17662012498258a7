# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of the Box2D environments per CPU-second: the pool beside EnvPool and Gymnasium, in turns.

All have one thread and random actions; a reset counts as a step. Each round runs each contender
once, in an order that rotates. The fastest turn of each counts: others on the machine only slow.
"""

from __future__ import annotations

import argparse
import csv
import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import parallel_pool

# Environments of a pool.
CASES = {
    "LunarLander-v3": 64,
    "BipedalWalker-v3": 64,
    "BipedalWalkerHardcore-v3": 64,
    "CarRacing-v3": 8,
}
Turn = Callable[[int], float]  # the CPU-seconds of that many time steps of each environment


def pool_turn(id: str, envs: int) -> Turn:
    pool = parallel_pool.make(id, num_envs=envs, num_threads=1, seed=0)
    pool.reset()
    pool.action_space.seed(0)
    actions = [pool.action_space.sample() for _ in range(16)]

    def turn(steps: int) -> float:
        start = time.process_time()
        for i in range(steps):
            pool.step(actions[i % 16])
        return time.process_time() - start

    return turn


def gymnasium_turn(id: str) -> Turn:
    """Of a single environment."""
    env = gymnasium.make(id, disable_env_checker=True)
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(64)]
    ended = False

    def turn(steps: int) -> float:
        nonlocal ended
        start = time.process_time()
        for i in range(steps):
            if ended:
                env.reset()
                ended = False
            else:
                ended = any(env.step(actions[i % 64])[2:4])
        return time.process_time() - start

    return turn


def envpool_turn(python: str, id: str, envs: int, steps: int) -> Turn:
    command = [python, str(Path(__file__).with_name("envpool_turns.py")), id, str(envs)]
    rival = subprocess.Popen(
        [*command, str(steps)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def turn(steps: int) -> float:
        assert rival.stdin is not None
        assert rival.stdout is not None
        rival.stdin.write("\n")
        rival.stdin.flush()
        return float(rival.stdout.readline())

    return turn


def measure(id: str, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table."""
    envs = CASES[id]
    turns = {"pool": (envs, pool_turn(id, envs)), "gymnasium": (1, gymnasium_turn(id))}
    steps = {name: max(2, round(seconds / turn(9) * 9)) for name, (_, turn) in turns.items()}
    if python is not None:
        steps["envpool"] = max(2, steps["pool"] // 4)
        turns["envpool"] = envs, envpool_turn(python, id, envs, steps["envpool"])
    names = list(turns)
    best = dict.fromkeys(names, math.inf)
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            rows, turn = turns[name]
            best[name] = min(best[name], turn(steps[name]) / (rows * steps[name]))
    row: dict[str, Any] = {"id": id, "envs": envs}
    for name in names:
        row[name] = round(1 / best[name])
        if name != "pool":
            row[f"pool/{name}"] = round(best[name] / best["pool"], 2)
    return row


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=[*CASES])
    parser.add_argument("--seconds", type=float, default=0.3, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    options = parser.parse_args()
    rows = []
    for id in options.ids:
        rows.append(measure(id, options.seconds, options.rounds, options.envpool))
        print(rows[-1], file=sys.stderr, flush=True)
    with open(options.out or "/dev/stdout", "w", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
