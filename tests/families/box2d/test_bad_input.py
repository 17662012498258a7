# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Bad options and actions are refused in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.families.box2d import fills


@pytest.mark.parametrize(
    ("id", "options", "message"),
    [
        ("LunarLander-v3", {"gravity": 0.0}, "gravity must lie between -12 and 0"),
        ("LunarLander-v3", {"gravity": -12.0}, "gravity must lie between -12 and 0"),
        ("LunarLander-v3", {"gravity": float("nan")}, "gravity must lie between -12 and 0"),
        ("LunarLander-v3", {"wind_power": float("inf")}, "wind_power must be finite, got inf"),
        (
            "LunarLander-v3",
            {"turbulence_power": float("nan")},
            "turbulence_power must be finite, got -?nan",
        ),
        ("CarRacing-v3", {"lap_complete_percent": 1.5}, "must be a fraction from 0 to 1, got 1.5"),
    ],
)
def test_bad_options(id: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(id, num_envs=1, **options)


def test_option_continuous_chooses_the_actions() -> None:
    space = parallel_pool.make("LunarLander-v3", continuous=True).single_action_space
    assert space == parallel_pool.make("LunarLanderContinuous-v3").single_action_space
    plain = parallel_pool.make("LunarLanderContinuous-v3", continuous=False).single_action_space
    assert plain == parallel_pool.make("LunarLander-v3").single_action_space


def test_nan_actions_are_refused_and_nothing_steps() -> None:
    envs = parallel_pool.make("BipedalWalker-v3", num_envs=2)
    before, _ = envs.reset(seed=0)
    with pytest.raises(ValueError, match="nan"):
        envs.step(np.full((2, 4), np.nan, np.float32))
    again, _ = parallel_pool.make("BipedalWalker-v3", num_envs=2).reset(seed=0)
    assert before.tobytes() == again.tobytes()


def test_doctor_checks_how_polygons_are_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    fits, finding = fills.check_fills()
    assert fits == getattr(pygame, "IS_CE", False), finding
    # Another fill of one pixel more.
    draw = pygame.draw.polygon
    monkeypatch.setattr(
        pygame.draw,
        "polygon",
        lambda surface, color, corners: draw(surface, color, corners) and surface.set_at((3, 3), 9),
    )
    fits, finding = fills.check_fills()
    assert not fits
    assert "pip uninstall pygame" in finding
