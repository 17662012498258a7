# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How many threads the queues of a pool can serve: a simulation with given costs of a shared line.

    python -m benchmarks.scale.contention --csv FILE [--line-ns 4 100 300]

Each thread runs a chunk of steps and then changes the atomic values that `src/core/queues` has it
change, whose numbers `tests/core/test_atomics.cpp` keeps:

- sync: a range of the thread's own part (a line of its own), and the count of written rows, which
  all threads change;
- async: the head of the queue, and for each group of 2 us the number of the next row and the count
  of written rows; all threads change all three.

A line that all threads change serves one after the other, and each change takes as long as moving
the line between CPUs. The simulation knows no memory bandwidth, no waking and no waits for the end
of a batch, so it gives upper limits: what the queues alone allow.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.turns import write

# As src/core/pool/schedule.h has them.
LEAST_CHUNK_NS, CHUNK_NS, ASYNC_CHUNK_NS, PUBLISH_NS = 2_000.0, 40_000.0, 3_000.0, 2_000.0
MOST_TASKS = 256
THREADS = (16, 64, 256)


@dataclass(frozen=True)
class Steps:
    """Environments: what a step takes, and how many a thread has in a batch."""

    step_ns: float
    envs: int


CASES = {"CartPole": Steps(21, 4096), "Pong": Steps(130_000, 16), "Ant": Steps(200_000, 16)}
HEAD, RESERVED, WRITTEN = range(3)


def sync_chunks(steps: Steps) -> list[int]:
    """How a thread takes its part of a batch: halves of what is left, between two limits."""
    least, most = (max(1, int(ns / steps.step_ns)) for ns in (LEAST_CHUNK_NS, CHUNK_NS))
    chunks, left = [], steps.envs
    while left > 0:
        chunks.append(min(max(least, min(left // 2, most)), left))
        left -= chunks[-1]
    return chunks


def async_chunk(steps: Steps) -> int:
    """How many tasks a thread takes from a queue that stays full."""
    share = max(1, steps.envs // 2)
    return min(share, MOST_TASKS, max(1, int(ASYNC_CHUNK_NS / steps.step_ns)))


def turns(steps: Steps, sync: bool) -> list[tuple[int, list[int]]]:
    """The chunks of a thread: how many steps, and the shared lines that it changes."""
    if sync:
        return [(chunk, [WRITTEN]) for chunk in sync_chunks(steps)]
    chunk = async_chunk(steps)
    groups = math.ceil(chunk / max(1, int(PUBLISH_NS / steps.step_ns)))
    return [(chunk, [HEAD] + [RESERVED, WRITTEN] * groups)]


def efficiency(steps: Steps, sync: bool, threads: int, line_ns: float, batches: int = 20) -> float:
    """The threads' time that goes into steps, as a share; steps vary by a tenth."""
    dice = random.Random(1)
    # What a thread works before it changes each line.
    plan = [
        (count * steps.step_ns if first else 0.0, line)
        for count, lines in turns(steps, sync) * batches
        for first, line in zip([True] + [False] * len(lines), lines, strict=False)
    ]
    free = [0.0, 0.0, 0.0]  # when each line is
    arriving = [(dice.random() * plan[0][0], thread, 0) for thread in range(threads)]
    worked = spent = sum(time for time, _, _ in arriving)
    heapq.heapify(arriving)
    while arriving:
        arrival, thread, number = heapq.heappop(arriving)
        line = plan[number][1]
        time = free[line] = max(arrival, free[line]) + line_ns
        spent += time - arrival
        if number + 1 < len(plan):
            work_ns = plan[number + 1][0] * dice.uniform(0.9, 1.1)
            worked, spent = worked + work_ns, spent + work_ns
            heapq.heappush(arriving, (time + work_ns, thread, number + 1))
    return worked / spent


def saturates_at(steps: Steps, sync: bool, line_ns: float) -> float:
    """The number of threads that keep the busiest line busy all the time."""
    plan = turns(steps, sync)
    tasks = sum(count for count, _ in plan)
    most = max(sum(lines.count(line) for _, lines in plan) for line in range(3))
    return tasks * steps.step_ns / (most * line_ns)


def rows(lines_ns: list[float]) -> Iterator[dict[str, Any]]:
    """A row for each case, mode and cost of a line."""
    for name, steps in CASES.items():
        for sync in (True, False):
            plan = turns(steps, sync)
            changes = sum(len(lines) for _, lines in plan) / sum(count for count, _ in plan)
            for line_ns in lines_ns:
                yield {
                    "case": name,
                    "mode": "sync" if sync else "async",
                    "line_ns": line_ns,
                    "shared_changes_per_step": round(changes, 4),
                    **{
                        f"{threads} threads": round(efficiency(steps, sync, threads, line_ns), 3)
                        for threads in THREADS
                    },
                    "saturates_at": round(saturates_at(steps, sync, line_ns)),
                }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--line-ns", type=float, nargs="+", default=[4.0, 100.0, 300.0])
    given = parser.parse_args()
    write(rows(given.line_ns), given.csv)
