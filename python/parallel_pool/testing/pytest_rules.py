# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rules as a test for pytest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from parallel_pool.testing.rules import RULES, check


def conformance_test(
    id: str, *, config: Mapping[str, Any] | None = None, random: bool = True
) -> Callable[[str], None]:
    """A test for pytest with a case for each rule, to be assigned to a name that pytest finds.

    Args:
        id: an environment's id.
        config: its options.
        random: False for an environment without any randomness.

    Returns:
        A test function; its cases raise `ConformanceError` where a rule is broken.
    """
    import pytest

    def test(rule: str) -> None:
        check(id, config=config, random=random, rules=[rule])

    test.__doc__ = f"{id} keeps a rule of the conformance kit."
    parametrized: Callable[[str], None] = pytest.mark.parametrize("rule", RULES)(test)
    return parametrized
