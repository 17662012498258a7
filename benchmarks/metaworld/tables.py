# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of MetaWorld's environments beside a bare loop, EnvPool and the originals."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import ABSENT, compared, measured, results, short, table

PEERS = {
    "bare loop": ("bare", "pool/bare"),
    "EnvPool, 64": ("envpool", "pool/envpool"),
    "EnvPool, 8": ("envpool_eight", "eight/envpool_eight"),
    "MetaWorld": ("reference", "pool/reference"),
}


def metaworld() -> Iterator[str]:
    """A row for each environment."""
    yield from table(
        ("environment", "64 environments", "8 environments", *PEERS),
        (
            (
                f"`{row['id']}`" if row["eight"] else f"`{row['id']}`, {row['envs']} environments",
                short(float(row["pool"])),
                short(float(row["eight"])) if row["eight"] else ABSENT,
                *(compared(row[peer], row[ratio]) for peer, ratio in PEERS.values()),
            )
            for row in results("metaworld")
        ),
    )
    yield from measured("metaworld")


TABLES = {"metaworld": metaworld}
