# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The example in CleanRL's style solves CartPole."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs torch: `make test-adapters`")


SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 4, 5))]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", SEEDS)
def test_example_learns(seed: int) -> None:
    """In its default number of updates: the id's threshold, in the mean over 50 episodes."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        path = Path(__file__).parents[3] / "examples" / "cleanrl_ppo.py"
        assert runpy.run_path(str(path))["main"](seed=seed) >= 475
    finally:
        torch.set_num_threads(before)
