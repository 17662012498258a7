# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The example in LeanRL's style solves CartPole, and runs compiled."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs torch: `make test-adapters`")


@pytest.fixture
def example() -> Iterator[Any]:
    before = torch.get_num_threads()
    yield runpy.run_path(str(Path(__file__).parents[3] / "examples" / "leanrl_ppo.py"))["main"]
    torch.set_num_threads(before)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [1, *(pytest.param(i, marks=pytest.mark.slow) for i in (2, 3))])
def test_example_learns(example: Any, seed: int) -> None:
    """In its default number of updates: the id's threshold, in the mean over 50 episodes."""
    assert example(seed=seed, device="cpu") >= 475


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.filterwarnings("ignore:`torch.jit.script_method` is")  # of torch's own compiler
def test_example_learns_compiled(example: Any) -> None:
    assert example(device="cpu", compiled=True) >= 475
