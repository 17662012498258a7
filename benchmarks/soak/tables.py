# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What soaks came to: the tables that ``make soak`` writes."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import measured, results, table


def soak() -> Iterator[str]:
    """What was done, of each family and of environments in Python."""
    rows = results("soak")
    counted = [name for name in rows[0] if name != "subject"]
    sums = [sum(int(row[name]) for row in rows) for name in counted]
    yield from table(
        ("", *counted),
        (
            *((row["subject"], *(f"{int(row[name]):,}" for name in counted)) for row in rows),
            ("together", *(f"{number:,}" for number in sums)),
        ),
    )
    yield from measured("soak")


TABLES = {"soak": soak}
