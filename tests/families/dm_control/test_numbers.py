# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The numbers in the documents are those of the registry and of the results."""

from __future__ import annotations

from parallel_pool.families.dm_control import FAMILY

from tests.docs.numbers import ROOT, check_speeds


def test_the_number_of_tasks() -> None:
    tasks = f"all {len(FAMILY.ids)} tasks"
    for name in ("README.md", "CHANGELOG.md", "docs/environments/dm_control.md"):
        assert tasks in (ROOT / name).read_text().lower(), name


def test_the_table_of_speeds() -> None:
    peers = {"bare loop": "bare", "dm_control": "dm_control", "EnvPool 1.2.7": "envpool"}
    check_speeds("dm_control", peers)
