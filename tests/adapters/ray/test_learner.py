# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The example in the shape of IMPALA learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")
import torch

EXAMPLE = Path(__file__).parents[3] / "examples" / "ray_impala.py"


@pytest.mark.usefixtures("cluster", "one_thread")
def test_it_learns() -> None:
    assert runpy.run_path(str(EXAMPLE))["main"](100) >= 60


@pytest.mark.slow
@pytest.mark.usefixtures("cluster", "one_thread")
def test_it_learns_cartpole() -> None:
    assert runpy.run_path(str(EXAMPLE))["main"]() >= 300


def test_targets_of_the_value_follow_their_definition() -> None:
    """As sums over later errors, for a policy that the actor's copy differs from."""
    v_trace = runpy.run_path(str(EXAMPLE))["v_trace"]
    torch.manual_seed(0)
    ratios, rewards, discounts = torch.rand(6, 1) * 2, torch.rand(6, 1), torch.rand(6, 1)
    values = torch.rand(7, 1)
    targets, advantages = v_trace(ratios, rewards, discounts, values)
    clipped = ratios.clamp(max=1)
    errors = clipped * (rewards + discounts * values[1:] - values[:-1])
    for t in range(6):
        expected = values[t].clone()
        for later in range(t, 6):
            expected += errors[later] * (discounts[t:later] * clipped[t:later]).prod(0)
        assert torch.allclose(targets[t], expected)
        following = targets[t + 1] if t < 5 else values[6]
        expected = clipped[t] * (rewards[t] + discounts[t] * following - values[t])
        assert torch.allclose(advantages[t], expected)
