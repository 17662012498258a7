# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A task in NumPy learns, as the example does."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

EXAMPLE = Path(__file__).parents[3] / "examples" / "mujoco_quadruped.py"


def test_the_quadruped_trains(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "--steps", "2048", "--num-envs", "32"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "2048 steps" in capsys.readouterr().out
