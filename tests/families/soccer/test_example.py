# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The example of self-play runs."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("dm_control")
pytest.importorskip("torch")

pytestmark = pytest.mark.filterwarnings("ignore")
EXAMPLES = Path(__file__).parents[3] / "examples"


def test_self_play_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two updates, and matches of half a second against random play, which nobody wins."""
    monkeypatch.syspath_prepend(EXAMPLES)
    example = importlib.import_module("self_play_soccer")
    monkeypatch.setattr(example, "LIMIT", 0.5)
    settings = replace(example.SETTINGS, num_envs=2, horizon=4, minibatches=1)
    policy = example.train(2, settings, tmp_path / "player.pt")
    assert (tmp_path / "player.pt").exists()
    assert example.results_against_random(policy, 2, 0) == (0, 2, 0)
