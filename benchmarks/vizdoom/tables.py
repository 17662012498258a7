# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of ViZDoom's scenarios beside EnvPool and SyncVectorEnv."""

from __future__ import annotations

from collections.abc import Iterator

from parallel_pool.tools.bench.report import times

from benchmarks.markdown import measured, results, table


def scenarios() -> Iterator[str]:
    """CPU time of a step, engines included."""
    yield from table(
        ("scenario", "environments, threads", "parallel_pool", "peer"),
        (
            (
                f"`{row['id']}`",
                f"{row['environments']}, {row['threads']}",
                f"{row['CPU us a step']} µs",
                f"{row['rival']}: {row[f'rival{chr(39)}s CPU us a step']} µs, "
                f"{times(float(row['times in CPU time']))}",
            )
            for row in results("vizdoom")
        ),
    )
    yield from measured("vizdoom")


TABLES = {"vizdoom": scenarios}
