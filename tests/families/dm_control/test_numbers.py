# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The number of tasks in the documents is that of the registry."""

from __future__ import annotations

from parallel_pool.families.dm_control import FAMILY

from tests.docs.numbers import ROOT


def test_the_number_of_tasks() -> None:
    tasks = f"all {len(FAMILY.ids)} tasks"
    for name in ("README.md", "CHANGELOG.md", "docs/environments/dm_control.md"):
        assert tasks in (ROOT / name).read_text().lower(), name
