# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of soccer beside EnvPool and dm_control."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import compared, measured, results, short, table

PEERS = {"EnvPool": "envpool", "dm_control": "reference"}


def soccer() -> Iterator[str]:
    """A row for each kind of players: time steps per CPU-second, and milliseconds of a reset."""
    yield from table(
        ("environment", "parallel_pool", *PEERS, "reset", "reset of dm_control"),
        (
            (
                f"`{row['id']}`",
                short(float(row["pool"])),
                *(compared(row[peer], row[f"pool/{peer}"]) for peer in PEERS.values()),
                f"{float(row['reset_ms']):.1f} ms",
                f"{float(row['reference_reset_ms']):.0f} ms",
            )
            for row in results("soccer")
        ),
    )
    yield from measured("soccer")


TABLES = {"soccer": soccer}
