# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of the DeepMind Control Suite per CPU-second: the pool beside its rivals, in turns.

The rivals are a bare loop in C over the same library, dm_control itself, and EnvPool in an
interpreter of its own: see contenders.py. All have one thread, random controls from one generator,
and no episode that ends. Each round runs each contender once, in an order that rotates. The fastest
turn of each counts: others on the machine only slow.
"""

from __future__ import annotations

import argparse
import csv
import logging
import math
import sys
from pathlib import Path
from typing import Any

from contenders import Task, untimed
from parallel_pool.families.dm_control import native

sys.path.append(str(Path(__file__).parents[1]))
from turns import cpu_seconds, fastest, speeds, write

PEERS = {"bare": "bare loop", "dm_control": "dm_control", "envpool": "EnvPool 1.2.7"}


def calibrated(id: str, envs: int, seconds: float) -> Task:
    """A task with as many steps as the bare loop does in this time."""
    task = Task(id, envs)
    turn = untimed(cpu_seconds(task.bare()))
    turn()
    task.controls = task.draw(max(2, round(2 * seconds / turn())))
    return task


def measure(task: Task, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table of speeds."""
    turns = {
        "bare": untimed(cpu_seconds(task.bare())),
        "pool": cpu_seconds(task.pool()),
        "dm_control": cpu_seconds(task.dm_control()),
    }
    if python is not None:
        turns["envpool"] = task.envpool(python)
    best = fastest(turns, rounds)
    best["dm_control"] *= task.envs / len(task.references)
    each = {name: best[name] / (task.envs * len(task.controls)) for name in turns}
    return {"id": task.id, "envs": task.envs, **speeds(each, 3)}


def shown(speed: float) -> str:
    """Three digits and a unit."""
    scale, unit = next(
        (scale, unit) for scale, unit in ((1e6, "M"), (1e3, "k"), (1, "")) if speed >= scale
    )
    number = speed / scale
    return f"{number:.{max(0, 2 - math.floor(math.log10(number)))}f}{unit}"


def table(file: Path) -> str:
    """The table of speeds as the documentation shows it."""
    with file.open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    lines = [f"| task | parallel_pool | {' | '.join(PEERS.values())} |", "|---" * 5 + "|"]
    for row in rows:
        cells = [f"{shown(float(row[peer]))}, {float(row[f'pool/{peer}']):.2f}x" for peer in PEERS]
        lines.append(f"| {' | '.join([row['id'], shown(float(row['pool'])), *cells])} |")
    return "\n".join(lines)


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=[*native.tasks()])
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=0.1, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    parser.add_argument("--show", type=Path, help="only print this CSV file as a table of Markdown")
    options = parser.parse_args()
    if options.show:
        print(table(options.show))
        return
    logging.getLogger("absl").setLevel(logging.ERROR)  # dm_control remarks on its own models
    tasks = (calibrated(id, options.envs, options.seconds) for id in options.ids)
    write((measure(task, options.rounds, options.envpool) for task in tasks), options.out)


if __name__ == "__main__":
    main()
