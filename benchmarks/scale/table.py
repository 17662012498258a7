# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of pools with a growing number of threads.

python -m benchmarks.scale.table FILE
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence

from parallel_pool.tools.bench.report import short

from benchmarks.markdown import ABSENT, Row, table
from benchmarks.scale.cases import CASES, CONTENDERS, PROCESSES


def lines(rows: Sequence[Row]) -> Iterator[str]:
    """A row for each case and contender: speeds, with the share of the limit."""
    counts = sorted({int(row["threads"]) for row in rows})
    cell = {
        (row["case"], row["contender"], int(row["threads"]), row["busy"]): (
            f"{short(float(row['steps_per_second']))}"
            + ("" if row["contender"] == PROCESSES else f", {float(row['of_limit']):.2f}")
        )
        for row in rows
    }
    heads = [f"{count} thread{'s' * (count > 1)}" for count in counts]
    shown = [(case, name) for case in CASES for name in CONTENDERS]
    yield from table(
        ("", *heads, f"{heads[-1]}, busy"),
        (
            (
                f"{case}, {name}",
                *(cell.get((case, name, count, "0"), ABSENT) for count in counts),
                cell.get((case, name, counts[-1], "1"), ABSENT),
            )
            for case, name in shown
            if (case, name, counts[0], "0") in cell
        ),
    )


if __name__ == "__main__":
    with open(sys.argv[1], newline="") as file:
        print("\n".join(lines(list(csv.DictReader(file)))))
