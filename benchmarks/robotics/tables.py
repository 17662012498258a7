# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of Gymnasium-Robotics' environments beside a bare loop, EnvPool and the originals."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import compared, measured, results, short, table

# The column of a peer's speed, and that of the ratio.
PEERS = {
    "bare loop": ("bare", "pool/bare"),
    "EnvPool": ("envpool", "pool/envpool"),
    "EnvPool, 8": ("envpool_eight", "eight/envpool_eight"),
    "Gymnasium-Robotics": ("reference", "pool/reference"),
}


def robotics() -> Iterator[str]:
    """A row for each environment."""
    yield from table(
        ("environment", "64 environments", "8 environments", *PEERS),
        (
            (
                f"`{row['id']}`",
                short(float(row["pool"])),
                short(float(row["eight"])),
                *(compared(row[speed], row[ratio]) for speed, ratio in PEERS.values()),
            )
            for row in results("robotics")
        ),
    )
    yield from measured("robotics")


def learning() -> Iterator[str]:
    """What training runs reach after as many steps."""
    rows = results("robotics_learning")
    ids = list(dict.fromkeys(row["id"] for row in rows))
    shown = sorted({int(row["steps"]) for row in rows if int(row["steps"]) % 64_000 == 0})
    found = {(row["id"], int(row["steps"])): row for row in rows}
    yield from table(
        ("steps", *(f"`{id}`" for id in ids)),
        (
            (
                f"{steps:,}",
                *(
                    f"{float(row['success']):.0%}, {float(row['minutes']):.0f} min" if row else ""
                    for row in (found.get((id, steps)) for id in ids)
                ),
            )
            for steps in shown
        ),
    )
    yield from measured("robotics_learning")


TABLES = {"robotics": robotics, "robotics_learning": learning}
