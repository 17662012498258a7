# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Reads measured results, and writes them as tables in Markdown."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from parallel_pool.tools.bench.report import short, times

RESULTS = Path(__file__).parent / "results"
# What stands for a number that was not measured.
ABSENT = "\N{EN DASH}"
Row = Mapping[str, str]


def newest(kind: str) -> Path:
    """The file of the newest results of a kind, such as ``"bench"``."""
    return max(RESULTS.glob(f"{kind}-[0-9]*.csv"))


def results(kind: str) -> list[dict[str, str]]:
    """The rows of the newest results of a kind."""
    with newest(kind).open(newline="") as file:
        return list(csv.DictReader(file))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of a table."""
    for row in (head, ["---"] * len(head), *rows):
        yield "| " + " | ".join(str(cell) for cell in row) + " |"


def three_digits(value: str) -> str:
    """A number with three digits, or all that stand before the point."""
    number = float(value)
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def measured(*kinds: str) -> Iterator[str]:
    """When the results of these kinds were measured, and where the conditions are told.

    `{benchmarks}` stands for the way from the page to this folder.
    """
    dates = sorted({newest(kind).stem[-len("2026-01-01") :] for kind in kinds})
    yield ""
    yield f"*Measured on {' and '.join(dates)} ([conditions]({{benchmarks}}/NOTES.md#{kinds[0]})).*"


def per_second(speed: str) -> str:
    """A speed with three digits, or fewer if fewer were measured."""
    return speed if speed.isdigit() and len(speed) < 3 else short(float(speed))


def compared(speed: str, ratio: str) -> str:
    """A speed and how many times as fast the pool is; absent where there is none."""
    return f"{per_second(speed)}, {times(float(ratio))}" if speed else ABSENT


def speeds(kind: str, peers: Mapping[str, str], first: str, name: str = "id") -> Iterator[str]:
    """A row for each case: the pool's speed, and each peer's with the ratio.

    Args:
        kind: the results, in the columns of `benchmarks.turns.speeds`.
        peers: the column of each peer in the results, by its heading.
        first: the heading of the first column.
        name: the column of the results that says what a row is about.
    """
    yield from table(
        (first, "parallel_pool", *peers),
        (
            (
                f"`{row[name]}`",
                per_second(row["pool"]),
                *(compared(row[peer], row[f"pool/{peer}"]) for peer in peers.values()),
            )
            for row in results(kind)
        ),
    )
    yield from measured(kind)


def geometric_mean(values: Iterable[float]) -> float:
    """Of ratios."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs))
