# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of steps within jitted programs."""

from __future__ import annotations

from collections.abc import Iterator

from parallel_pool.tools.bench.report import times

from benchmarks.markdown import measured, results, table, three_digits

COLUMNS = {
    "`pool.step`": "python_us",
    "`jax.step`": "scan_us",
    "`xla()`": "xla_us",
    "empty call": "empty_us",
}


def steps() -> Iterator[str]:
    """Microseconds of CPU time for a batch."""
    yield from table(
        ("batch", *COLUMNS, "EnvPool's `xla()`"),
        (
            (
                f"{row['num_envs']} {row['id'].removeprefix('ALE/')}",
                *(three_digits(row[name]) for name in COLUMNS.values()),
                f"{three_digits(row['envpool_xla_us'])}, {times(float(row['envpool_xla/xla']))}",
            )
            for row in results("jax")
        ),
    )
    yield from measured("jax")


TABLES = {"jax": steps}
