# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of pools in actors of Ray."""

from __future__ import annotations

from collections.abc import Iterator

from parallel_pool.tools.bench.report import short

from benchmarks.markdown import ABSENT, Row, measured, results, table


def actors() -> Iterator[str]:
    """Rows per second, and the driver's work."""
    yield from table(
        (
            "case",
            "local batch",
            "local",
            "1 actor",
            "2 actors",
            "of Ray's transport",
            "driver's CPU a batch",
        ),
        (
            (
                row["case"],
                _time(row["local: us a batch"]),
                short(float(row["local: rows/s"])),
                _cell(row, "1 actors"),
                _cell(row, "2 actors"),
                _ratio(row["2 actors/transport"] or row["1 actors/transport"]),
                _time(row["1 actors: driver us"] or row["2 actors: driver us"]),
            )
            for row in results("ray")
        ),
    )
    yield from measured("ray")


def _cell(row: Row, who: str) -> str:
    speed = row[f"{who}: rows/s"]
    return f"{short(float(speed))}, {float(row[f'{who}/local']):.2g}x" if speed else ABSENT


def _ratio(value: str) -> str:
    return f"{float(value):.2g}x" if value else ABSENT


def _time(microseconds: str) -> str:
    value = float(microseconds)
    return f"{value:.0f} µs" if value < 1e3 else f"{value / 1e3:.1f} ms"


TABLES = {"ray": actors}
