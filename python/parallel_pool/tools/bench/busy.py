# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The pool beside a trainer: ``step`` and ``send``/``recv``, on a quiet and on a busy machine.

For each number of environments, all contenders take part in the same rounds: ``step``, ``recv`` and
``send``, and EnvPool, with one thread and with two. They are measured on the machine as it is, and
then with a process on each CPU that computes all the time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from parallel_pool.family import Case
from parallel_pool.tools.bench.contenders import Contender, EnvPool, ParallelPool
from parallel_pool.tools.bench.measure import CaseResult, Plan, Result, Spread, measure
from parallel_pool.tools.bench.neighbours import Neighbours, allowed_cpus
from parallel_pool.tools.bench.progress import Display
from parallel_pool.tools.bench.report import absences, short, times
from parallel_pool.tools.bench.sessions import SendingSession, Session

THREADS = (1, 2)
SIZES = (1, 8, 64, 1024)

BUSY_CASES = (
    *(Case(id, size) for id in ("CartPole-v1", "FrozenLake-v1") for size in SIZES),
    Case("CartPole-v1", 1024, batch_size=256),
    Case("Pong-v5", 8),
    Case("Ant-v5", 8),
)


class Stepping(ParallelPool):
    """The pool by ``step``."""

    name = "step"

    def why_not(self, case: Case) -> str | None:
        """Async batches are received and sent."""
        return "it is for sync mode" if case.batch_size is not None else None


class Sending(ParallelPool):
    """The pool by ``send`` and ``recv``."""

    name = "recv+send"

    def open(self, case: Case, actions: list[Any]) -> Session:
        """A pool."""
        if case.batch_size is not None:
            return super().open(case, actions)
        envs = self.make(case)
        envs.reset()
        return SendingSession(envs, actions)


class WithThreads:
    """A contender with a number of threads of its own."""

    def __init__(self, contender: Contender, threads: int) -> None:
        """`threads` goes in place of what the case says."""
        self._contender = contender
        self._threads = threads
        self.name = f"{contender.name}, {threads}"

    def why_not(self, case: Case) -> str | None:
        """As the contender."""
        return self._contender.why_not(case)

    def open(self, case: Case, actions: list[Any]) -> Session:
        """The contender's environments."""
        own = dataclasses.replace(case, num_threads=self._threads)
        return self._contender.open(own, actions)


# The first one runs every case.
CONTENDERS: Sequence[Contender] = [
    WithThreads(contender, threads)
    for contender in (Sending(), Stepping(), EnvPool())
    for threads in THREADS
]


def compare_busy(cases: Sequence[Case], plan: Plan, console: Console) -> list[CaseResult]:
    """Measures the cases, quiet and busy, and prints the table of all."""
    cpus = allowed_cpus()
    results = []
    out = table()
    with Display(console, 2 * len(cases)) as display:
        for case in cases:
            for busy in ([], cpus):
                with Neighbours(busy):
                    result = measure(case, CONTENDERS[1:], plan, display, CONTENDERS[0])
                result.neighbours = len(busy)
                add_rows(out, result, "busy" if busy else "quiet")
                results.append(result)
    console.print(out)
    for text in absences(results):
        console.print(text, soft_wrap=True, highlight=False)
    console.print(KEY, soft_wrap=True, highlight=False)
    return results


def table() -> Table:
    """An empty table, to be filled by `add_rows`."""
    out = Table(box=box.SIMPLE_HEAD)
    for heading in ("environments", "machine"):
        out.add_column(heading, no_wrap=True)
    for heading in (
        "threads",
        "step",
        "recv+send",
        "of step",
        "EnvPool",
        "step",
        "recv+send",
        "2 threads to 1",
        "CPUs",
        "switches",
    ):
        out.add_column(heading, justify="right", no_wrap=True)
    return out


KEY = (
    "steps/s; 'of step': recv+send to step; the second 'step' and 'recv+send': how many times as "
    "fast as EnvPool; '2 threads to 1': recv+send with 2 threads to 1; 'CPUs' that recv+send kept "
    "busy; its context switches a batch. Ratios are taken in each round; all are medians"
)


def add_rows(out: Table, result: CaseResult, machine: str) -> None:
    """A row for each number of threads."""
    named = {one.contender: one for one in result.present}
    for threads in THREADS:
        step, sent, envpool = (
            named.get(f"{name}, {threads}") for name in ("step", "recv+send", "EnvPool")
        )
        case = result.case
        batches = f", batches of {case.batch_size}" if case.batch_size else ""
        out.add_row(
            f"{case.num_envs} {case.id}{batches}",
            machine,
            str(threads),
            _rate(step),
            _rate(sent),
            _ratio(sent, step),
            _rate(envpool),
            _ratio(step, envpool),
            _ratio(sent, envpool),
            _ratio(sent, named.get(f"recv+send, {THREADS[0]}")),
            _median([one.cpus for one in sent.slices if one.cpus] if sent else []),
            _switches(sent),
        )


def _rate(one: Result | None) -> str:
    return short(one.rate.median) if one is not None else "-"


def _ratio(one: Result | None, other: Result | None) -> str:
    if one is None or other is None:
        return "-"
    pairs = zip(one.slices, other.slices, strict=True)
    return times(Spread.of([a.rate / b.rate for a, b in pairs]).median)


def _median(values: Sequence[float]) -> str:
    return f"{Spread.of(values).median:.2f}" if values else "-"


def _switches(one: Result | None) -> str:
    slices = one.slices if one is not None else []
    return _median([piece.context_switches / piece.batches for piece in slices])
