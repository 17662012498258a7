# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of the DeepMind Control Suite beside its peers."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import compared, geometric_mean, measured, results, table

PEERS = {"bare loop": "bare", "dm_control": "dm_control", "EnvPool": "envpool"}
SHOWN = (
    "CheetahRun-v1",
    "WalkerWalk-v1",
    "HumanoidRun-v1",
    "QuadrupedRun-v1",
    "DogRun-v1",
    "FingerSpin-v1",
    "ReacherEasy-v1",
    "PointMassEasy-v1",
)


def suite() -> Iterator[str]:
    """Some tasks, and the mean of all."""
    from parallel_pool.tools.bench.report import short, times

    rows = {row["id"]: row for row in results("dm_control")}
    lines = [
        (
            f"`{id}`",
            short(float(rows[id]["pool"])),
            *(compared(rows[id][peer], rows[id][f"pool/{peer}"]) for peer in PEERS.values()),
        )
        for id in SHOWN
    ]
    means = (
        times(geometric_mean(float(row[f"pool/{peer}"]) for row in rows.values()))
        for peer in PEERS.values()
    )
    lines.append((f"geometric mean of {len(rows)} tasks", "", *means))
    yield from table(("task", "parallel_pool", *PEERS), lines)
    yield from measured("dm_control")


def frames() -> Iterator[str]:
    """Frames as observations, with dm_control's wrapper beside them."""
    pools = {"pool, 1 thread": "pool, 1 threads", "pool, 2 threads": "pool, 2 threads"}
    yield from table(
        ("task", "dm_control", *pools),
        (
            (
                f"`{row['id']}`",
                row["dm_control"],
                *(f"{row[p]}, {float(row[f'{p}/dm_control']):.2f}x" for p in pools.values()),
            )
            for row in results("dm_control_frames")
        ),
    )
    yield from measured("dm_control_frames")


TABLES = {"dm_control": suite, "dm_control_frames": frames}
