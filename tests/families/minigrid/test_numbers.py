# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The numbers of levels in the documents are those of the registry."""

from __future__ import annotations

from parallel_pool.families.minigrid import FAMILY

from tests.docs.numbers import ROOT


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
