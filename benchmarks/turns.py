# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Contenders measured in turns.

Each round runs each contender once, in an order that rotates. The fastest turn of each counts,
because other work on the machine can only slow a turn.
"""

from __future__ import annotations

import contextlib
import csv
import math
import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Turn = Callable[[], float]  # returns its seconds


def _timed(call: Callable[[], object], clock: Callable[[], float]) -> Turn:
    def turn() -> float:
        start = clock()
        call()
        return clock() - start

    return turn


def cpu_seconds(call: Callable[[], object]) -> Turn:
    """A turn, measured by the CPU time of all threads."""
    return _timed(call, time.process_time)


def wall_seconds(call: Callable[[], object]) -> Turn:
    """A turn, measured by the clock."""
    return _timed(call, time.perf_counter)


def fastest(turns: Mapping[str, Turn], rounds: int) -> dict[str, float]:
    """The seconds of each contender's fastest turn."""
    best = dict.fromkeys(turns, math.inf)
    names = list(turns)
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            best[name] = min(best[name], turns[name]())
    return best


def speeds(seconds_a_step: Mapping[str, float], digits: int) -> dict[str, float]:
    """The cells of a row: steps a second, and how many times as fast the pool is as each peer."""
    row: dict[str, float] = {}
    for name, seconds in seconds_a_step.items():
        row[name] = round(1 / seconds) if seconds < 0.01 else float(f"{1 / seconds:.3g}")
        if name != "pool":
            row[f"pool/{name}"] = round(seconds / seconds_a_step["pool"], digits)
    return row


def _end(process: subprocess.Popen[str]) -> None:
    """Kills a process and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Process:
    """A contender in a process of its own, which answers each line with numbers.

    It is killed with this object, and so are the processes that it started: EnvPool and what it
    starts may not end by themselves.
    """

    def __init__(self, command: Sequence[str | Path]) -> None:
        """Starts it."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.pid = self._process.pid
        self.end = weakref.finalize(self, _end, self._process)

    def ask(self, line: object = "") -> list[float]:
        """Sends a line; the numbers of the answer."""
        self.tell(line)
        return self.answer()

    def tell(self, line: object = "") -> None:
        """Sends a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def answer(self) -> list[float]:
        """The numbers of the answer to the first line that has none yet."""
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self._process.args} has ended; it says why above")
        return [float(number) for number in answer.split()]


def in_other_interpreter(command: Sequence[str | Path]) -> Turn:
    """A contender that prints the seconds of a turn for each line that it reads."""
    rival = Process(command)
    return lambda: rival.ask()[0]


def write(rows: Iterable[Mapping[str, Any]], file: Path | None) -> None:
    """Writes rows as CSV to a file or to standard output, each as soon as it is there."""
    with open(file or "/dev/stdout", "w", newline="") as out:
        writer = None
        for row in rows:
            print(row, file=sys.stderr, flush=True)
            if writer is None:
                writer = csv.DictWriter(out, list(row), lineterminator="\n")
                writer.writeheader()
            writer.writerow(row)
            out.flush()
