# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of Procgen's games beside EnvPool and Procgen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.markdown import measured, results, speeds, table

PEERS = {"EnvPool": "envpool", "Procgen": "reference"}


def learning() -> Iterator[str]:
    """The curve of a training run, and what its policy reaches."""
    yield from table(
        ("played", "steps of training", "mean return"),
        (
            (row["what"], f"{int(row['steps']):,}", row["return"])
            for row in results("procgen_learning")
        ),
    )
    yield from measured("procgen_learning")


TABLES = {
    "procgen": partial(speeds, "procgen", PEERS, "environment"),
    "procgen_learning": learning,
}
