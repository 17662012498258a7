# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Planning with copies of environments plays better than chance."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> dict[str, Any]:
    """The names that an example defines."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_tree_search_balances_the_pole() -> None:
    """Random play lasts about 22 time steps."""
    assert example("mcts")["cartpole"](moves=60) == 60


def test_tree_search_shoots() -> None:
    """Random play scores nothing in this time."""
    assert example("mcts")["assault"](moves=12) > 0


def test_random_shooting_runs() -> None:
    """Random actions go nowhere: their return is about -3."""
    assert example("random_shooting")["main"](steps=12, plans=24, horizon=8) > 4
