# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The method: contenders in turns, the best peer, and a table from the worst to the best.

Contenders of a way take turns in an order that rotates. The best peer is the one with the lowest
median, and the ratio is the median over the rounds of its cost divided by the pool's, so below 1
the pool is worse.
"""

from __future__ import annotations

import csv
import dataclasses
import statistics
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from parallel_pool.tools.bench.cpu_time import FamilyClock
from parallel_pool.tools.bench.measure import Plan, garbage_of_others_ignored
from parallel_pool.tools.bench.report import times
from parallel_pool.tools.machine import Facts

QUICK = Plan(rounds=3, seconds=0.01)
FULL = Plan(rounds=9, seconds=0.06)
# Ways that start programs take long, so they have fewer rounds.
_MOST_ROUNDS_OF_PROGRAMS = 5
OURS = "parallel_pool"
KEY = "ratio: the best peer's cost over the pool's, in the same round; all are medians over rounds"
COLUMNS = (
    "way",
    "unit",
    "contender",
    "absent",
    "cost",
    "ratio",
    "best",
    *(each.name for each in dataclasses.fields(Facts)),
)


class AbsentError(Exception):
    """A contender does not take part; the message is the reason."""


@dataclass(frozen=True)
class Call:
    """What is repeated, and what it uses.

    Attributes:
        run: makes one repetition. If it starts a program, it returns what that program measured.
        close: frees what it uses.
        parts: how often a repetition does what the way names.
    """

    run: Callable[[], Any]
    close: Callable[[], object] = lambda: None
    parts: int = 1


@dataclass(frozen=True)
class Way:
    """A way to use environments.

    Attributes:
        name: what is repeated.
        contenders: functions by name that open what each repeats, the pool's first. One that raises
            an exception does not take part.
        unit: ``"µs"`` of CPU time, over all threads and processes, of what the name says; or what
            programs measure: ``"ms"`` of CPU time, ``"MB"`` of memory.
    """

    name: str
    contenders: Mapping[str, Callable[[], Call]]
    unit: str = "µs"


@dataclass
class WayResult:
    """The cost of each contender in each round, and why others are absent."""

    way: Way
    costs: dict[str, list[float]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    @property
    def best(self) -> str | None:
        """The peer with the lowest median; None without a peer, or without the pool."""
        peers = {name: self.cost(name) for name in self.costs if name != OURS}
        return min(peers, key=peers.__getitem__) if peers and OURS in self.costs else None

    def cost(self, name: str) -> float:
        """The median over the rounds."""
        return statistics.median(self.costs[name])

    def ratio(self, name: str) -> float:
        """A contender's cost by the pool's, the median over the rounds."""
        pairs = zip(self.costs[name], self.costs[OURS], strict=True)
        return statistics.median(theirs / own for theirs, own in pairs)


def compare_ways(ways: Sequence[Way], plan: Plan, console: Console) -> list[WayResult]:
    """Measures ways and prints their table.

    Returns:
        The results from the worst to the best, and then those without a ratio.
    """
    results = []
    for number, way in enumerate(ways, 1):
        text = f"{number}/{len(ways)} {way.name}"
        with console.status(text):
            results.append(measure_way(way, plan))
        if not console.is_terminal:
            console.print(f"measured {text}", highlight=False)
    compared = sorted((one for one in results if one.best), key=_ratio_of_best)
    console.print(_table(compared))
    return compared + [one for one in results if not one.best]


def absences(results: Sequence[WayResult]) -> list[str]:
    """Says why contenders did not run, with a line for each reason."""
    ways: dict[tuple[str, str], list[str]] = {}
    for one in results:
        for name, reason in one.absent.items():
            ways.setdefault((name, reason), []).append(one.way.name)
    return [
        f"not run: {name}: {reason}" + (f" ({those[0]})" if len(those) == 1 else "")
        for (name, reason), those in ways.items()
    ]


def _ratio_of_best(result: WayResult) -> float:
    return result.ratio(result.best) if result.best else 0.0


def measure_way(way: Way, plan: Plan) -> WayResult:
    """Measures the contenders of a way in turns."""
    result = WayResult(way)
    timed = way.unit == "µs"
    rounds = plan.rounds if timed else min(plan.rounds, _MOST_ROUNDS_OF_PROGRAMS)
    with ExitStack() as stack, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        turns: dict[str, Callable[[], float]] = {}
        for name, make in way.contenders.items():
            clock = FamilyClock()
            try:
                call = make()
                stack.callback(call.close)
                turns[name] = _timed(call, clock, plan.seconds) if timed else call.run
            except Exception as error:  # one that cannot run must not end the others
                result.absent[name] = _reason(error)
                if name == OURS:
                    return result
        stack.enter_context(garbage_of_others_ignored())
        result.costs = {name: [] for name in turns}
        names = [*turns]
        for first in range(rounds):
            start = first % len(names)
            for name in names[start:] + names[:start]:
                result.costs[name].append(turns[name]())
    return result


def _reason(error: Exception) -> str:
    """Why a contender is absent, in one line."""
    if isinstance(error, ModuleNotFoundError):
        return f"{error.name} is not installed"
    kind = "" if isinstance(error, AbsentError) else f"{type(error).__name__}: "
    return f"{kind}{error}".partition("\n")[0]


def _timed(call: Call, clock: FamilyClock, seconds: float) -> Callable[[], float]:
    """A function that measures repetitions of about this many seconds, in µs of CPU time each."""
    run = call.run
    run()
    start = time.perf_counter()
    repetitions = 0
    while (elapsed := time.perf_counter() - start) < seconds / 2:
        run()
        repetitions += 1
    repetitions = max(1, round(repetitions * seconds / elapsed))

    def turn() -> float:
        before = clock()
        for _ in range(repetitions):
            run()
        return (clock() - before) / (repetitions * call.parts) * 1e6

    return turn


def amount(cost: float, unit: str) -> str:
    """Formats a cost with three digits, such as 2.53 ms."""
    if unit == "µs" and cost >= 999.5:
        cost, unit = cost / 1000, "ms"
    return f"{cost:,.0f} {unit}" if cost >= 99.95 else f"{cost:.3g} {unit}"


def _table(results: Iterable[WayResult]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("way")
    table.add_column("parallel_pool", justify="right", no_wrap=True)
    table.add_column("best peer", no_wrap=True)
    table.add_column("ratio", justify="right", no_wrap=True)
    for one in results:
        assert one.best is not None
        unit = one.way.unit
        table.add_row(
            one.way.name,
            amount(one.cost(OURS), unit),
            f"{one.best}, {amount(one.cost(one.best), unit)}",
            times(one.ratio(one.best)),
        )
    return table


def write_ways(path: Path, results: Sequence[WayResult], facts: Facts) -> None:
    """Writes a row for each contender of each way; ``best`` marks the best peer."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        for one in results:
            for name in one.way.contenders:
                row: dict[str, object] = {
                    "way": one.way.name,
                    "unit": one.way.unit,
                    "contender": name,
                    "absent": one.absent.get(name, ""),
                }
                if name in one.costs:
                    row["cost"] = f"{one.cost(name):.4g}"
                    row["ratio"] = f"{one.ratio(name):.4g}"
                    row["best"] = "yes" if name == one.best else ""
                writer.writerow(row | dataclasses.asdict(facts))
