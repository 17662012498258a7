# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures time steps of MuJoCo's robots per CPU-second: the pool, a bare loop and peers, in turns.

All have one thread, the same controls, and about as many resets; a reset counts as a step. Each
round runs each contender once, in an order that rotates. The fastest turn of each counts, because
other work on the machine can only slow a turn.
"""

from __future__ import annotations

import argparse
import resource
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import contenders
import parallel_pool

sys.path.append(str(Path(__file__).parents[1]))
from turns import cpu_seconds, fastest, speeds, wall_seconds, write

IDS = [
    "Ant-v5",
    "HalfCheetah-v5",
    "Humanoid-v5",
    "Hopper-v5",
    "HumanoidStandup-v5",
    "InvertedDoublePendulum-v5",
    "InvertedPendulum-v5",
    "Pusher-v5",
    "Reacher-v5",
    "Swimmer-v5",
    "Walker2d-v5",
]


def untimed(turn: Callable[[], float]) -> Callable[[], float]:
    """The same turn without MuJoCo's timer."""

    def inner() -> float:
        with contenders.without_timer():
            return turn()

    return inner


def measure(
    id: str, envs: int, seconds: float, rounds: int, python: str | None
) -> dict[str, float | str]:
    """One row of the table."""
    one = contenders.task_of(id, envs, 20)
    probe = untimed(cpu_seconds(contenders.bare_steps(one)))
    probe()
    steps = max(4, int(20 * seconds / probe()))
    task = contenders.task_of(id, envs, steps)
    turns = {
        "bare": untimed(cpu_seconds(contenders.bare_steps(task))),
        "pool": cpu_seconds(contenders.pool_steps(task)),
        "rollout": cpu_seconds(contenders.rollout_steps(task)),
    }
    if contenders.Batch is not None:
        turns["batch"] = cpu_seconds(contenders.batch_steps(task))
    if python is not None:
        turns["envpool"] = contenders.envpool_turn(task, python)
    turns["gymnasium"] = cpu_seconds(contenders.gymnasium_steps(task))
    best = fastest(turns, rounds)
    each = {name: seconds / (envs * steps) for name, seconds in best.items()}
    return {"id": id, **speeds(each, 3)}


def measure_threads(id: str, envs: int, rounds: int) -> tuple[float, float]:
    """How many times as fast two threads are as one, by wall time, and two bare loops as one.

    The loops know nothing of each other: they tell what the machine can give.
    """
    task = contenders.task_of(id, envs, 40)
    loops = [contenders.bare_steps(task) for _ in range(2)]

    def both_loops() -> None:
        threads = [threading.Thread(target=loop) for loop in loops]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    turns = (
        wall_seconds(contenders.pool_steps(task, 1)),
        wall_seconds(contenders.pool_steps(task, 2)),
        untimed(wall_seconds(loops[0])),
        untimed(wall_seconds(both_loops)),
    )
    rows = zip(*([turn() for turn in turns] for _ in range(rounds)), strict=True)
    one, two, loop, both = map(min, rows)
    return one / two, 2 * loop / both


def measure_making(envs: int) -> tuple[float, float]:
    """Seconds and megabytes that a pool of Ants takes."""

    def resident() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6

    parallel_pool.make("Ant-v5").close()
    before, start = resident(), time.perf_counter()
    pool = parallel_pool.make("Ant-v5", num_envs=envs, seed=0)
    made = time.perf_counter() - start
    pool.reset()
    pool.step(pool.action_space.sample())
    return made, resident() - before


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=IDS)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=0.1, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    options = parser.parse_args()
    made, megabytes = measure_making(1000)
    print(f"1000 Ants: {made:.2f} s, {megabytes:.0f} MB", file=sys.stderr)
    pool, loops = measure_threads("Ant-v5", options.envs, options.rounds)
    print(f"two threads: {pool:.2f} times one; bare loops: {loops:.2f} times", file=sys.stderr)
    seconds, rounds, python = options.seconds, options.rounds, options.envpool
    write((measure(id, options.envs, seconds, rounds, python) for id in options.ids), options.out)


if __name__ == "__main__":
    main()
