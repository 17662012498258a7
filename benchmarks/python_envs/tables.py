# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of environments in Python beside other pools of processes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from parallel_pool.tools.bench.report import short, times

from benchmarks.markdown import ABSENT, Row, measured, results, table

CASES = {
    "cartpole_64": "CartPole-v1, 64 environments",
    "cartpole_8": "CartPole-v1, 8 environments",
    "image_64": "84x84x4 images, 64",
    "dict_64": "Dict of five, 64",
    "typed_info_64": "infos of four floats, 64",
    "busy_64": "1 ms of computing, 64",
    "asleep_64": "1 ms of sleep, 64, 64 workers",
    "uneven_64": "uneven sleeps, 64, 64 workers",
    "half_cheetah_64": "HalfCheetah-v5, 64",
}
# The contenders, each with its heading.
PEERS = {
    "bare": "bare loop, 1 CPU",
    "bare, 2 processes": "two bare loops",
    "bare, 2 threads": "two bare loops in threads",
    "AsyncVectorEnv": "AsyncVectorEnv",
    "PufferLib, 1 workers": "PufferLib, 1 worker",
}


def pools(kind: str) -> Iterator[str]:
    """Steps per second, and the two ratios of each peer: to sync and to async mode."""
    found: dict[str, dict[str, Row]] = {}
    for row in results(kind):
        found.setdefault(row["case"], {})[row["contender"]] = row
    peers = [name for name in PEERS if any(name in rows for rows in found.values())]
    yield from table(
        ("case", "sync", "async", *(PEERS[name] for name in peers)),
        (
            (
                CASES[case],
                *(short(float(rows[mode]["steps_per_s"])) for mode in ("sync", "async")),
                *(_cell(rows.get(name)) for name in peers),
            )
            for case, rows in found.items()
        ),
    )
    yield from measured(kind)


def _cell(row: Row | None) -> str:
    if row is None:
        return ABSENT
    ratios = (times(float(row[name])) for name in ("sync/this", "async/this"))
    return ", ".join((short(float(row["steps_per_s"])), *ratios))


TABLES = {
    kind: partial(pools, kind)
    for kind in ("python_envs", "python_envs_busy", "python_envs_threads")
}
