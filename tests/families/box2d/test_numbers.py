# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of speeds is that of the results."""

from __future__ import annotations

from tests.docs.numbers import check_speeds


def test_the_table_of_speeds() -> None:
    check_speeds("box2d", {"EnvPool 1.2.7": "envpool", "Gymnasium": "gymnasium"})
