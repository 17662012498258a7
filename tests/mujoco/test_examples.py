# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches of simulations plan, and find the parameters of robots."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> dict[str, Any]:
    """The names that an example defines."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_predictive_sampling_swings_the_pole_up() -> None:
    """And keeps it there."""
    angles = example("mujoco_mpc")["swing_up"](4.5, num_threads=2)
    assert abs(angles[0]) > 3
    assert np.abs(angles[-25:]).max() < 0.3


def test_parameters_are_identified() -> None:
    """Exactly, where nothing disturbs the record."""
    names = example("mujoco_identification")
    truth = np.array([1.7, 0.35])
    recorded = names["Arm"](1).swing(truth[None])[0]
    np.testing.assert_allclose(names["identify"](recorded, np.array([1.0, 0.1])), truth, rtol=1e-6)
