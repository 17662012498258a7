# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How many threads a pool can keep busy: a model with measured costs.

    python -m benchmarks.scale.contention --csv FILE [--line-ns 40 160 300]

Two things limit a pool on a machine with many CPUs:

- *Lines that all threads change.* Each thread runs a chunk of steps and then changes the atomic
  values that `src/core/queues` has it change, whose numbers `tests/core/test_atomics.cpp` keeps. In
  sync mode that is the count of written rows (and a range of the thread's own part, in a line of
  its own). In async mode it is the head of the queue, and for each group of 2 us the number of the
  next row and the count of written rows. A line serves one thread after the other, and each change
  takes as long as moving the line between CPUs. This is simulated, for several costs of a line.
- *The calling thread*, which checks and sends actions and delivers batches. In sync mode the other
  threads wait meanwhile, in async mode they work. Its time for each row is measured
  (`benchmarks.scale.calling_thread`).

The model knows no memory bandwidth and no threads that sleep, so it gives upper limits. The table
`two_threads` compares it with measured pools of one and two threads (`benchmarks/threads.py`).
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

from benchmarks.markdown import results
from benchmarks.turns import write

# As src/core/pool/schedule.h has them.
LEAST_CHUNK_NS, CHUNK_NS, ASYNC_CHUNK_NS, PUBLISH_NS = 2_000.0, 40_000.0, 3_000.0, 2_000.0
SHARE_NS = 25_000.0
MOST_TASKS = 256
THREADS = (16, 64, 256)
HEAD, RESERVED, WRITTEN = range(3)
SYNC, ASYNC = "sync", "async"


@dataclass(frozen=True)
class Steps:
    """Environments: what a step takes, and how many a thread has in a batch."""

    step_ns: float
    envs: int


CASES = {"CartPole": Steps(22, 4096), "Pong": Steps(44_000, 16), "Ant": Steps(150_000, 16)}


def caller_ns(case: str, mode: str) -> float:
    """What the calling thread does for each row, as it was measured."""
    [row] = [row for row in results("calling_thread") if (row["case"], row["mode"]) == (case, mode)]
    return float(row["row_ns"])


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


def turns(steps: Steps, mode: str) -> list[tuple[int, list[int]]]:
    """The chunks of a thread: how many steps, and the shared lines that it changes."""
    if mode == SYNC:
        return [(chunk, [WRITTEN]) for chunk in sync_chunks(steps)]
    chunk = async_chunk(steps)
    groups = math.ceil(chunk / max(1, int(PUBLISH_NS / steps.step_ns)))
    return [(chunk, [HEAD] + [RESERVED, WRITTEN] * groups)]


def busy_with_steps(
    steps: Steps, mode: str, threads: int, line_ns: float, batches: int = 20
) -> float:
    """The share of the threads' time that goes into steps; the rest are waits for lines.

    Steps vary by a tenth.
    """
    dice = random.Random(1)
    # What a thread works before it changes each line.
    plan = [
        (count * steps.step_ns if first else 0.0, line)
        for count, lines in turns(steps, mode) * batches
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


def speedup(steps: Steps, mode: str, threads: int, line_ns: float, calling_ns: float) -> float:
    """How many times as fast a pool is as its rules alone in one thread.

    In async mode, the calling thread takes its time from that of the threads, and rows cannot come
    faster than it handles them.
    """
    step_ns = steps.step_ns / busy_with_steps(steps, mode, threads, line_ns)
    if mode == SYNC:
        return steps.step_ns / (calling_ns + step_ns / threads)
    return steps.step_ns / max(calling_ns, (step_ns + calling_ns) / threads)


def two_threads(step_ns: float, batch: int, mode: str, calling_ns: float) -> float:
    """How many times as fast two threads are as one, on two CPUs, where a line costs nothing.

    Args:
        step_ns: what a step takes in a pool of one thread, when both CPUs are in use.
        batch: its rows; less work than a hand-over is worth stays in the calling thread.
        mode: of the pool.
        calling_ns: what the calling thread, which has no third CPU, does for each row.
    """
    if batch * step_ns < SHARE_NS:
        return 1.0
    return 2 * step_ns / (step_ns + calling_ns * (2 if mode == SYNC else 1))


def line_saturates_at(steps: Steps, mode: str, line_ns: float) -> float:
    """The number of threads that keep the busiest line busy all the time."""
    plan = turns(steps, mode)
    tasks = sum(count for count, _ in plan)
    most = max(sum(lines.count(line) for _, lines in plan) for line in range(3))
    return tasks * steps.step_ns / (most * line_ns)


def caller_saturates_at(steps: Steps, calling_ns: float) -> float:
    """The number of threads that make as many rows as the calling thread can handle.

    In sync mode, where it handles none while they work, no pool is so many times as fast as one
    thread.
    """
    return steps.step_ns / calling_ns


def rows(lines_ns: list[float]) -> Iterator[dict[str, Any]]:
    """A row for each case, mode and cost of a line."""
    for case, steps in CASES.items():
        for mode in (SYNC, ASYNC):
            calling_ns = caller_ns(case, mode)
            plan = turns(steps, mode)
            changes = sum(len(lines) for _, lines in plan) / sum(count for count, _ in plan)
            for line_ns in lines_ns:
                yield {
                    "case": case,
                    "mode": mode,
                    "line_ns": line_ns,
                    "shared_changes_per_step": round(changes, 4),
                    **{
                        f"{threads} threads": round(
                            speedup(steps, mode, threads, line_ns, calling_ns) / threads, 3
                        )
                        for threads in THREADS
                    },
                    "line_saturates_at": round(line_saturates_at(steps, mode, line_ns)),
                    "caller_saturates_at": round(caller_saturates_at(steps, calling_ns)),
                }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--line-ns", type=float, nargs="+", default=[40.0, 160.0, 300.0])
    given = parser.parse_args()
    write(rows(given.line_ns), given.csv)
