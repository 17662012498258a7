# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Landings, walks and laps equal Gymnasium's to the last bit, pictures included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("Box2D", reason="Gymnasium's environments need it")
pygame = pytest.importorskip("pygame", reason="CarRacing's picture needs it")

from tests.families.box2d.references import (  # noqa: E402
    Policy,
    compare,
    drive,
    land,
    play_randomly,
    walk,
)

# pygame fills polygons with other pixels than its successor does.
EXACT_FILLS = pytest.mark.skipif(
    not getattr(pygame, "IS_CE", False), reason="the reference draws so with pygame-ce only"
)


MODES = ["Disabled", "NextStep", "SameStep"]


@pytest.mark.parametrize(
    "options", [{}, {"enable_wind": True}, {"gravity": -3.7}, {"continuous": True}], ids=str
)
def test_landings(options: dict[str, Any]) -> None:
    """Landers that come to rest fall asleep, which ends the episode."""
    assert 100 in compare("LunarLander-v3", land, 2500, 3, **options)


@pytest.mark.parametrize("id", ["BipedalWalker-v3", "BipedalWalkerHardcore-v3"])
def test_walks(id: str) -> None:
    """Many episodes in one world: what the tree went through decides the order of contacts."""
    assert len(compare(id, walk, 1800, 5)) >= 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", ["LunarLander-v3", "BipedalWalkerHardcore-v3"])
def test_autoreset_modes_in_lanes(id: str, mode: str) -> None:
    assert compare(id, play_randomly, 2500, 19, rows=9, autoreset_mode=mode, num_threads=2)


@EXACT_FILLS
@pytest.mark.parametrize("options", [{}, {"domain_randomize": True}], ids=str)
def test_drives(options: dict[str, Any]) -> None:
    compare("CarRacing-v3", drive, 130, 7, **options)


@EXACT_FILLS
def test_spins_with_discrete_actions() -> None:
    compare("CarRacing-v3", play_randomly, 130, 7, continuous=False)


# At length: all autoreset modes, environments alone and in lanes, one thread and two.


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("policy", [play_randomly, land])
@pytest.mark.parametrize(
    ("options", "mode", "rows"),
    [
        ({}, "NextStep", 8),
        ({"enable_wind": True}, "SameStep", 13),
        ({"continuous": True}, "Disabled", 1),
        ({"continuous": True, "enable_wind": True}, "Disabled", 8),
    ],
)
def test_landings_at_length(
    options: dict[str, Any], mode: str, rows: int, policy: Callable[[], Policy]
) -> None:
    last = compare(
        "LunarLander-v3",
        policy,
        125_000,
        11,
        rows=rows,
        autoreset_mode=mode,
        num_threads=2,
        **options,
    )
    assert 100 in last or policy is play_randomly


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("policy", [play_randomly, walk])
@pytest.mark.parametrize(("mode", "rows"), list(zip(MODES, [1, 8, 11], strict=True)))
@pytest.mark.parametrize("id", ["BipedalWalker-v3", "BipedalWalkerHardcore-v3"])
def test_walks_at_length(id: str, mode: str, rows: int, policy: Callable[[], Policy]) -> None:
    steps = 167_000 if id == "BipedalWalker-v3" else 50_000
    assert compare(id, policy, steps, 13, rows=rows, autoreset_mode=mode, num_threads=2)


@EXACT_FILLS
@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("policy", [play_randomly, drive])
@pytest.mark.parametrize("options", [{}, {"domain_randomize": True}], ids=str)
def test_laps_at_length(options: dict[str, Any], policy: Callable[[], Policy]) -> None:
    """A whole lap takes about 900 time steps."""
    assert compare("CarRacing-v3", policy, 75_000, 17, **options)
