# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rules as a pytest test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from parallel_pool.testing.rules import RULES, check


def conformance_test(
    id: str, *, config: Mapping[str, Any] | None = None, random: bool = True
) -> Callable[[str], None]:
    """Makes a pytest test with a case for each rule; assign it to a name that pytest collects.

    Args:
        id: the id of an environment.
        config: its options.
        random: False for an environment without randomness.

    Returns:
        A test function. A case raises `ConformanceError` if the environment breaks its rule.
    """
    import pytest

    def test(rule: str) -> None:
        check(id, config=config, random=random, rules=[rule])

    test.__doc__ = f"{id} keeps a rule of the conformance kit."
    parametrized: Callable[[str], None] = pytest.mark.parametrize("rule", RULES)(test)
    return parametrized
