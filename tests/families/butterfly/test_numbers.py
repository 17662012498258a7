# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The speeds on the family's page are those of the newest results."""

from __future__ import annotations

from tests.docs.numbers import check_speeds


def test_speeds() -> None:
    check_speeds("butterfly", {"PettingZoo": "PettingZoo", "SuperSuit": "SuperSuit"})
