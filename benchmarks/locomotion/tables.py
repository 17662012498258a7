# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of locomotion beside EnvPool and dm_control."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import compared, measured, per_second, results, table

PEERS = {"dm_control": "reference", "EnvPool": "envpool"}


def locomotion() -> Iterator[str]:
    """Two rows for each task: time steps per CPU-second without the camera and with it."""
    yield from table(
        ("environment", "camera", "parallel_pool", *PEERS),
        (
            (
                f"`{row['id']}`",
                row["camera"],
                per_second(row["pool"]),
                *(compared(row[peer], row[f"pool/{peer}"]) for peer in PEERS.values()),
            )
            for row in results("locomotion")
        ),
    )
    yield from measured("locomotion")


TABLES = {"locomotion": locomotion}
