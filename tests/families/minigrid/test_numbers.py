# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The numbers of the page are those that were measured."""

from __future__ import annotations

from tests.docs.numbers import agrees, results, table


def test_the_table_of_speed() -> None:
    rows = {
        (row["id"], row["observation"], row["contender"]): row
        for row in results("minigrid")
        if row["num_threads"] == "1"
    }
    shown = table("docs/environments/minigrid.md", "Speed")
    assert len(shown) == len({key[:2] for key in rows})
    for name, cells in shown.items():
        id, _, form = name.replace("`", "").partition(", ")
        case = (f"{id}-v0", form or "dict")
        assert agrees(
            cells["steps per CPU-second"], rows[*case, "parallel_pool"]["steps_per_cpu_second"]
        )
        for column, cell in cells.items():
            rival = column.removeprefix("times ")
            if rival != column and (*case, rival) in rows:
                assert agrees(cell, rows[*case, rival]["ratio"]), (name, column)
