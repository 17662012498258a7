# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of Minigrid's levels beside EnvPool and Minigrid itself."""

from __future__ import annotations

from collections.abc import Iterator

from parallel_pool.tools.bench.report import short, times

from benchmarks.markdown import ABSENT, Row, measured, results, table

PEERS = ("EnvPool", "SyncVectorEnv")


def levels() -> Iterator[str]:
    """Levels and forms of observation, with one thread."""
    found: dict[str, dict[str, Row]] = {}
    for row in results("minigrid"):
        if row["num_threads"] == "1":
            form = "" if row["observation"] == "dict" else f", {row['observation']}"
            found.setdefault(f"`{row['id']}`{form}", {})[row["contender"]] = row
    yield from table(
        ("level", "parallel_pool", "EnvPool", "Minigrid in SyncVectorEnv"),
        (
            (
                case,
                short(float(rows["parallel_pool"]["steps_per_cpu_second"])),
                *(_cell(rows.get(peer)) for peer in PEERS),
            )
            for case, rows in found.items()
        ),
    )
    yield from measured("minigrid")


def _cell(row: Row | None) -> str:
    if row is None:
        return ABSENT
    return f"{short(float(row['steps_per_cpu_second']))}, {times(float(row['ratio']))}"


TABLES = {"minigrid": levels}
