# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Landings, walks and laps equal Gymnasium's to the last bit, pictures included."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("Box2D", reason="Gymnasium's environments need it")
pygame = pytest.importorskip("pygame", reason="CarRacing's picture needs it")

from tests.families.box2d.references import (  # noqa: E402
    compare,
    drive,
    land,
    random_policy,
    walker,
)

# pygame fills polygons with other pixels than its successor does.
EXACT_FILLS = pytest.mark.skipif(
    not getattr(pygame, "IS_CE", False), reason="the reference draws so with pygame-ce only"
)


@pytest.mark.parametrize(
    "options", [{}, {"enable_wind": True}, {"gravity": -3.7}, {"continuous": True}], ids=str
)
def test_landings(options: dict[str, Any]) -> None:
    """Landers that come to rest fall asleep, which ends the episode."""
    assert 100 in compare("LunarLander-v3", land, 2500, 3, **options)


@pytest.mark.parametrize("id", ["BipedalWalker-v3", "BipedalWalkerHardcore-v3"])
def test_walks(id: str) -> None:
    """Many episodes in one world: what the tree went through decides the order of contacts."""
    assert len(compare(id, walker(), 1800, 5)) >= 3


@EXACT_FILLS
@pytest.mark.parametrize("options", [{}, {"domain_randomize": True}], ids=str)
def test_drives(options: dict[str, Any]) -> None:
    compare("CarRacing-v3", drive, 130, 7, **options)


@EXACT_FILLS
def test_spins_with_discrete_actions() -> None:
    compare("CarRacing-v3", random_policy(1), 130, 7, continuous=False)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("policy", ["random", "land"])
@pytest.mark.parametrize(
    "options",
    [{}, {"enable_wind": True}, {"continuous": True}, {"continuous": True, "enable_wind": True}],
    ids=str,
)
def test_landings_at_length(policy: str, options: dict[str, Any]) -> None:
    chosen = land if policy == "land" else random_policy(0)
    compare("LunarLander-v3", chosen, 125_000, 11, **options)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("policy", ["random", "walk"])
@pytest.mark.parametrize("id", ["BipedalWalker-v3", "BipedalWalkerHardcore-v3"])
def test_walks_at_length(id: str, policy: str) -> None:
    steps = 500_000 if id == "BipedalWalker-v3" else 150_000
    compare(id, walker() if policy == "walk" else random_policy(0), steps, 13)


@EXACT_FILLS
@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("policy", ["random", "drive"])
@pytest.mark.parametrize("options", [{}, {"domain_randomize": True}], ids=str)
def test_laps_at_length(policy: str, options: dict[str, Any]) -> None:
    chosen = drive if policy == "drive" else random_policy(0)
    compare("CarRacing-v3", chosen, 75_000, 17, **options)
