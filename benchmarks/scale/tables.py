# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of pools with a growing number of threads, for the notes."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import results, table
from benchmarks.scale.contention import THREADS
from benchmarks.scale.table import lines


def scale() -> Iterator[str]:
    """Speeds, with the share of the limit."""
    yield from lines(results("scale"))


def contention_model() -> Iterator[str]:
    """What the queues allow: efficiency, and where the busiest line saturates."""
    columns = [f"{threads} threads" for threads in THREADS]
    yield from table(
        ("", "a line takes", "shared changes a step", *columns, "saturates at"),
        (
            (
                f"{row['case']}, {row['mode']}",
                f"{float(row['line_ns']):.0f} ns",
                row["shared_changes_per_step"],
                *(f"{100 * float(row[column]):.0f} %" for column in columns),
                f"{int(row['saturates_at']):,} threads",
            )
            for row in results("contention_model")
        ),
    )


TABLES = {"scale": scale, "contention_model": contention_model}
