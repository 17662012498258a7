# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The numbers in the documents are those of the registry and of the results."""

from __future__ import annotations

from parallel_pool.families.minigrid import FAMILY

from tests.docs.numbers import ROOT, agrees, results, table


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


def test_the_numbers_of_levels() -> None:
    counts = {
        prefix: sum(id.startswith(f"{prefix}-") for id in FAMILY.ids)
        for prefix in ("MiniGrid", "BabyAI")
    }
    assert sum(counts.values()) == len(FAMILY.ids)
    assert f"| {len(FAMILY.ids)} levels, such as" in (ROOT / "README.md").read_text()
    said = f"{counts['MiniGrid']} `MiniGrid-*`{{}} and {counts['BabyAI']} `BabyAI-*` levels"
    page = (ROOT / "docs" / "environments" / "minigrid.md").read_text()
    assert said.format(" levels") in page
    assert said.format("") in (ROOT / "CHANGELOG.md").read_text()
