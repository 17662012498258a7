# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How the pool's speed grows with its threads, and where they wait.

The same environments with 1, 2, 4, ... threads, up to the CPUs allowed, in the same rounds.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from parallel_pool import _core
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.family import Case
from parallel_pool.tools.bench.contenders import ParallelPool
from parallel_pool.tools.bench.measure import CaseResult, Plan, Result, Spread, measure
from parallel_pool.tools.bench.progress import Display
from parallel_pool.tools.bench.report import short
from parallel_pool.tools.bench.sessions import Session

# Enough work in a batch for many threads; in async mode a quarter of the environments is a batch.
SCALE_CASES = tuple(
    Case(id, size, batch_size=batch)
    for id, size in (("CartPole-v1", 16384), ("Pong-v5", 256), ("Ant-v5", 256))
    for batch in (None, size // 4)
)


def thread_counts(most: int) -> list[int]:
    """1, 2, 4, ..., and `most` itself."""
    counts = [1]
    while 2 * counts[-1] < most:
        counts.append(2 * counts[-1])
    return counts if counts[-1] == most else [*counts, most]


class Waits:
    """Where a pool's threads have waited while it was stepped.

    Attributes:
        for_tasks: seconds that the workers waited for the action queue, all together.
        for_results: seconds that the calling thread waited for the state queue.
        wall: seconds of stepping.
    """

    def __init__(self) -> None:
        """Nothing yet."""
        self.for_tasks = 0.0
        self.for_results = 0.0
        self.wall = 0.0


class _Watched:
    """A session that notes its pool's waits."""

    def __init__(self, session: Session, native: Any, waits: Waits) -> None:
        self.settling = session.settling
        self._session = session
        self._native = native
        self._waits = waits

    def run(self, batches: int) -> None:
        tasks, results = self._native.waited
        start = time.perf_counter()
        self._session.run(batches)
        self._waits.wall += time.perf_counter() - start
        tasks_after, results_after = self._native.waited
        self._waits.for_tasks += tasks_after - tasks
        self._waits.for_results += results_after - results

    def close(self) -> None:
        self._session.close()


class Threads(ParallelPool):
    """The pool with a number of threads.

    Attributes:
        threads: that number.
        waits: of its latest session.
    """

    def __init__(self, threads: int) -> None:
        """See the class."""
        self.name = f"{threads} threads" if threads > 1 else "1 thread"
        self.threads = threads
        self.waits = Waits()

    def open(self, case: Case, actions: list[Any]) -> Session:
        """A pool whose waits are noted."""
        self.waits = Waits()
        session = super().open(case, actions)
        return _Watched(session, self._native, self.waits)

    def make(self, case: Case) -> PoolVectorEnv:
        """The pool of a case, with as many threads."""
        envs = super().make(dataclasses.replace(case, num_threads=self.threads))
        self._native = envs._engine.pool
        return envs


def compare_scale(cases: Sequence[Case], plan: Plan, console: Console) -> list[CaseResult]:
    """Measures the cases and prints a table of each."""
    contenders = [Threads(count) for count in thread_counts(_core.available_parallelism())]
    results = []
    with Display(console, len(cases)) as display:
        for case in cases:
            results.append(measure(case, contenders[1:], plan, display, contenders[0]))
            console.print(table(results[-1], contenders))
    console.print(KEY, soft_wrap=True, highlight=False)
    return results


def table(result: CaseResult, contenders: Sequence[Threads]) -> Table:
    """A row for each number of threads."""
    case = result.case
    batches = f", batches of {case.batch_size}" if case.batch_size else ""
    title = f"{case.id}, {case.num_envs} environments{batches}"
    out = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left")
    for heading in (
        "threads",
        "steps/s",
        "efficiency",
        "CPUs",
        "switches/batch",
        "workers wait",
        "caller waits",
    ):
        out.add_column(heading, justify="right", no_wrap=True)
    for contender, one in zip(contenders, result.results, strict=True):
        waits, threads = contender.waits, contender.threads
        busy = [piece.cpus for piece in one.slices if piece.cpus]
        switches = [piece.context_switches / piece.batches for piece in one.slices]
        out.add_row(
            str(threads),
            short(one.rate.median),
            f"{efficiency(one, result.results[0], threads):.0%}",
            f"{Spread.of(busy).median:.2f}" if busy else "-",
            f"{Spread.of(switches).median:.2f}",
            f"{waits.for_tasks / (threads * waits.wall):.1%}",
            f"{waits.for_results / waits.wall:.1%}",
        )
    return out


def efficiency(one: Result, single: Result, threads: int) -> float:
    """Speed by speed of one thread and number of threads, the median over the rounds."""
    pairs = zip(one.slices, single.slices, strict=True)
    return Spread.of([a.rate / b.rate / threads for a, b in pairs]).median


KEY = (
    "efficiency: steps/s to those of one thread, by the number of threads; 'workers wait': for "
    "tasks, as a share of their time; 'caller waits': for results, as a share of the wall time. "
    "While the workers do everything, as with one thread in async mode, the caller waits for them"
)
