# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of Gymnasium-Robotics' environments beside a bare loop, EnvPool and the originals."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import compared, measured, results, short, table

PEERS = {"bare loop": "bare", "EnvPool": "envpool", "Gymnasium-Robotics": "reference"}


def robotics() -> Iterator[str]:
    """A row for each environment."""
    yield from table(
        ("environment", "64 environments", "8 environments", *PEERS),
        (
            (
                f"`{row['id']}`",
                short(float(row["pool"])),
                short(float(row["eight"])),
                *(compared(row[peer], row[f"pool/{peer}"]) for peer in PEERS.values()),
            )
            for row in results("robotics")
        ),
    )
    yield from measured("robotics")


TABLES = {"robotics": robotics}
