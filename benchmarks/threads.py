# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How many times as fast two threads are as one.

A case is ``ID:ENVS``, which plays by ``step``, or ``ID:ENVS:BATCH``, which plays by ``recv`` and
``send``. Actions are random, and a reset counts as a step. There are three contenders: a pool with
one thread, a pool with two, and two independent processes that have a pool of one thread each. The
processes show what two CPUs of this machine can do without a common batch. Each round runs each
contender once, and each ratio is the median over the rounds.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import parallel_pool
import turns

CASES = (
    *(f"{id}:{envs}" for id in ("LunarLander-v3", "BipedalWalker-v3") for envs in (64, 1024)),
    *("BipedalWalkerHardcore-v3:64", "BipedalWalkerHardcore-v3:1024"),
    *("CarRacing-v3:8", "CarRacing-v3:32", "CarRacing-v3:16:8"),
    *("MiniGrid-Empty-8x8-v0:1024", "MiniGrid-DoorKey-8x8-v0:1024"),
    *("MiniGrid-MultiRoom-N6-v0:1024", "BabyAI-GoToLocal-v0:1024", "BabyAI-BossLevel-v0:1024"),
)


def player(id: str, envs: int, batch: int, threads: int) -> Callable[[int], None]:
    """A pool that plays that many batches."""
    pool = parallel_pool.make(
        id, num_envs=envs, batch_size=batch or envs, num_threads=threads, seed=0
    )
    space = pool.action_space
    space.seed(0)
    actions = [space.sample()[: batch or envs] for _ in range(16)]
    if batch:
        pool.async_reset()
    else:
        pool.reset()

    def play(batches: int) -> None:
        for i in range(batches):
            if batch:
                pool.send(actions[i % 16], pool.recv()[-1]["env_id"])
            else:
                pool.step(actions[i % 16])

    return play


def serve(pipe: Connection, id: str, envs: int, batch: int, threads: int) -> None:
    """Receives numbers of batches, plays as many, and answers with the seconds that they took."""
    play = player(id, envs, batch, threads)
    while batches := pipe.recv():
        start = time.perf_counter()
        play(batches)
        pipe.send(time.perf_counter() - start)


class Players:
    """Processes that play at the same time."""

    def __init__(self, threads: list[int], *case: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipes = []
        for count in threads:
            ours, theirs = context.Pipe()
            context.Process(target=serve, args=(theirs, *case, count), daemon=True).start()
            self.pipes.append(ours)

    def turn(self, batches: int) -> float:
        """The seconds until all have played."""
        for pipe in self.pipes:
            pipe.send(batches)
        return max(pipe.recv() for pipe in self.pipes)


def measure(cases: list[str], seconds: float, rounds: int) -> Iterator[dict[str, Any]]:
    """The rows of the table."""
    for case in cases:
        id, envs, batch = [*case.split(":"), "0"][:3]
        what = id, int(envs), int(batch)
        one, two, both = (Players(threads, *what) for threads in ([1], [2], [1, 1]))
        batches = 8
        while (took := one.turn(batches)) < seconds / 2:  # the first turns also warm up
            batches *= 2
        batches = max(1, round(batches * seconds / took))
        for players in (two, both):
            players.turn(batches)
        contenders = one, two, both
        took_by = [[players.turn(batches) for players in contenders] for _ in range(rounds)]
        for players in contenders:
            for pipe in players.pipes:
                pipe.send(0)
        yield {
            "id": id,
            "envs": what[1],
            "batch": what[2] or what[1],
            "steps/s of one": round(batches * (what[2] or what[1]) / median(t[0] for t in took_by)),
            "two threads": round(median(t[0] / t[1] for t in took_by), 3),
            "two processes": round(median(2 * t[0] / t[2] for t in took_by), 3),
        }


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=[*CASES])
    parser.add_argument("--seconds", type=float, default=0.3, help="of a turn, about")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--out", type=Path, help="the CSV file")
    options = parser.parse_args()
    turns.write(measure(options.cases, options.seconds, options.rounds), options.out)


if __name__ == "__main__":
    sys.exit(main())
