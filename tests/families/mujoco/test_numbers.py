# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of speeds is that of the results."""

from __future__ import annotations

from tests.docs.numbers import agrees, results, table

# The columns of the table, each with that of the results.
COLUMNS = {
    "bare loop": "bare",
    "`mujoco.rollout`": "rollout",
    "`mujoco.batch`": "batch",
    "EnvPool": "envpool",
    "Gymnasium": "gymnasium",
}


def test_the_table_of_speeds() -> None:
    measured = {row["id"]: row for row in results("mujoco")}
    rows = table("docs/benchmarks.md", "MuJoCo")
    assert set(rows) == set(measured)
    for id, row in rows.items():
        assert agrees(row["parallel_pool"], measured[id]["pool"]), id
        for column, name in COLUMNS.items():
            speed, _, ratio = row[column].partition(", ")
            assert agrees(speed, measured[id][name]), (id, column)
            assert agrees(ratio, measured[id][f"pool/{name}"]), (id, column)
