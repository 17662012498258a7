# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a step takes before and after a change: two installations play in turns.

    python benchmarks/before_after.py BEFORE AFTER [case ...] [--out FILE]

BEFORE and AFTER are Python interpreters, each with its installation of parallel_pool. A case is
``ID:ENVS:THREADS:WAY``; the way is ``step``, ``send`` (send and recv), or ``python``, environments
in Python by step. The fastest turn of each counts, because other work on the machine can only slow
a turn. Times are microseconds of a batch: CPU time of the process and its children, and by the
clock. All cases take about four minutes on a quiet machine.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import turns

POOLS = (
    *(f"CartPole-v1:{envs}" for envs in (1, 64, 1024)),
    *("FrozenLake-v1:64", "Pong-v5:8", "Ant-v5:8", "LunarLander-v3:64"),
    "MiniGrid-DoorKey-8x8-v0:64",
)
CASES = (
    *(f"{pool}:1:{way}" for pool in POOLS for way in ("step", "send")),
    *(f"{pool}:2:{way}" for pool in POOLS[1:] for way in ("step", "send")),
    *(f"CartPole-v1:8:{threads}:python" for threads in (1, 2)),
)


def player(case: str) -> Callable[[int], None]:
    """A pool that plays that many batches."""
    import parallel_pool

    id, envs, threads, way = case.split(":")
    if way == "python":
        pool: Any = parallel_pool.make_python(id, int(envs), num_workers=int(threads), seed=0)
    else:
        pool = parallel_pool.make(id, num_envs=int(envs), num_threads=int(threads), seed=0)
    pool.action_space.seed(0)
    actions = [pool.action_space.sample() for _ in range(16)]
    pool.reset()

    def play(batches: int) -> None:
        for i in range(batches):
            if way == "send":
                pool.send(actions[i % 16])
                pool.recv()
            else:
                pool.step(actions[i % 16])

    return play


def cpu_seconds() -> float:
    """Of this process and of its living children."""
    seconds = time.process_time()
    own = Path(f"/proc/{os.getpid()}")
    if own.exists():
        pids = [int(pid) for at in own.glob("task/*/children") for pid in at.read_text().split()]
        while pids:
            child = Path(f"/proc/{pids.pop()}")
            with contextlib.suppress(OSError):  # it has just ended
                for task in child.glob("task/*"):
                    seconds += int((task / "schedstat").read_text().split()[0]) / 1e9
                    pids += map(int, (task / "children").read_text().split())
    return seconds


def serve() -> None:
    """Reads lines of a case and a number of batches; answers with CPU-seconds and seconds."""
    play, playing = player(CASES[0]), CASES[0]
    for line in sys.stdin:
        case, batches = line.split()
        if case != playing:
            play, playing = player(case), case
            play(64)
        cpu, wall = cpu_seconds(), time.perf_counter()
        play(int(batches))
        wall = time.perf_counter() - wall
        print(cpu_seconds() - cpu, wall, flush=True)


def measure(
    case: str, players: dict[str, turns.Process], seconds: float, rounds: int
) -> dict[str, Any]:
    """A row of the table."""
    batches = 1
    while (took := min(one.ask(f"{case} {batches}")[0] for one in players.values())) < seconds / 4:
        batches *= 4
    batches = max(1, round(batches * seconds / took))
    best = {name: [float("inf")] * 2 for name in players}
    for number in range(rounds):
        for name in sorted(players, reverse=number % 2 == 0):
            took_now = players[name].ask(f"{case} {batches}")
            best[name] = [min(both) for both in zip(best[name], took_now, strict=True)]
    row: dict[str, Any] = {"case": case}
    for place, clock in enumerate(("cpu", "wall")):
        for name in players:
            row[f"{name} {clock} us"] = round(best[name][place] / batches * 1e6, 3)
        row[f"after/before {clock}"] = round(best["after"][place] / best["before"][place], 3)
    return row


def rows(
    cases: list[str], commands: dict[str, list[str]], seconds: float, rounds: int
) -> Iterator[dict[str, Any]]:
    """The rows of the table."""
    players = {name: turns.Process(command) for name, command in commands.items()}
    for case in cases:
        yield measure(case, players, seconds, rounds)


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("cases", nargs="*", default=[*CASES])
    parser.add_argument("--seconds", type=float, default=0.4, help="of CPU time of a turn, about")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()
    commands = {name: [getattr(given, name), __file__, "serve"] for name in ("before", "after")}
    turns.write(rows(given.cases, commands, given.seconds, given.rounds), given.out)


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
