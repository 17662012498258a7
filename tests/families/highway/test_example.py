# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The DQN example runs, and in full learns to overtake."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

FILE = Path(__file__).parents[3] / "examples" / "dqn_highway.py"


@pytest.fixture
def example() -> dict[str, Any]:
    return runpy.run_path(str(FILE))


def test_it_runs_and_draws(example: dict[str, Any], tmp_path: Path) -> None:
    network, mean = example["train"](steps=80)
    assert mean > 0
    actions, total = example["drive"](network, 3)
    assert 0 < total <= len(actions) <= 30
    pytest.importorskip("highway_env", reason="highway-env is not installed")
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    example["draw"](actions, 3, str(tmp_path / "drive.png"))
    with image.open(tmp_path / "drive.png") as drawn:
        assert drawn.size[0] == 600


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_learns(example: dict[str, Any]) -> None:
    """Random actions have a mean return of about 8."""
    network, _ = example["train"]()
    drives = [example["drive"](network, seed)[1] for seed in range(1000, 1050)]
    assert np.mean(drives) > 18
