# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures the table of EnvPool's paper (arXiv:2206.10558) on this machine, in one run.

    python benchmarks/paper/throughput.py --csv out.csv [--rounds 5] [--seconds 2] [--cpus 1 2]

Contenders are processes that are pinned to the same CPUs and take turns. As in the paper, a number
is frames a second: time steps times the frame skip, 4 for Atari and 5 for MuJoCo. Medians over the
rounds. Contenders whose package is missing are left out.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))
from paper.contenders import CONTENDERS, ONLY, TASKS
from turns import write

SCRIPT = Path(__file__).with_name("contenders.py")
ALONE = "CPU by CPU"


class Contender:
    """A process, or one for each CPU."""

    def __init__(self, name: str, task: str, cpus: int) -> None:
        """Starts it and waits until it is ready."""
        places = [(1, cpu) for cpu in range(cpus)] if ALONE in name else [(cpus, 0)]
        self.processes = [
            subprocess.Popen(
                [sys.executable, "-W", "ignore", SCRIPT, name, task, str(count), str(first)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for count, first in places
        ]
        self.lines = [self._read(process) for process in self.processes]

    def _read(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("ready") or line[0].isdigit():
                return line
        assert process.stderr is not None
        raise RuntimeError(process.stderr.read().strip().splitlines()[-1])

    def turn(self, seconds: float) -> float:
        """Time steps a second."""
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.write(f"{seconds}\n")
            process.stdin.flush()
        rate = 0.0
        for process in self.processes:
            steps, taken = map(float, self._read(process).split())
            rate += steps / taken
        return rate

    def close(self) -> None:
        """Ends the processes."""
        for process in self.processes:
            process.kill()
            process.wait()


def started(task: str, cpus: int) -> dict[str, Contender]:
    """All contenders that can be made here."""
    found = {}
    for name in CONTENDERS:
        if ONLY.get(name, task) != task or (ALONE in name and cpus == 1):
            continue
        try:
            found[name] = Contender(name, task, cpus)
        except RuntimeError as error:
            print(f"left out: {name}: {error}", file=sys.stderr)
    return found


def rows(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The rows of the table."""
    for task in TASKS:
        for cpus in arguments.cpus:
            contenders = started(task, cpus)
            rates: dict[str, list[float]] = {name: [] for name in contenders}
            names = list(contenders)
            for number in range(arguments.rounds):
                first = number % len(names)
                for name in names[first:] + names[:first]:
                    rates[name].append(contenders[name].turn(arguments.seconds))
            for contender in contenders.values():
                contender.close()
            for name, taken in rates.items():
                best = rates["parallel_pool, async"]
                ratio = statistics.median(ours / own for ours, own in zip(best, taken, strict=True))
                yield {
                    "date": time.strftime("%Y-%m-%d"),
                    "load": round(os.getloadavg()[0], 1),
                    "task": task,
                    "cpus": cpus,
                    "contender": name,
                    "frames_per_second": round(statistics.median(taken) * TASKS[task].frame_skip),
                    "async/this": round(ratio, 3),
                }


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--cpus", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    write(rows(arguments), arguments.csv)


if __name__ == "__main__":
    main()
