# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The example in CleanRL's style solves CartPole."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs torch: `make test-adapters`")


@pytest.mark.timeout(900)
def test_example_learns() -> None:
    """In its default number of updates: the id's threshold, in the mean over 50 episodes."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        path = Path(__file__).parents[3] / "examples" / "cleanrl_ppo.py"
        assert runpy.run_path(str(path))["main"]() >= 475
    finally:
        torch.set_num_threads(before)
