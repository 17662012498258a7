# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the page about TorchRL shows is run, and the example learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("torchrl", reason="needs TorchRL: `make test-adapters`")

import torch

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.filterwarnings("ignore")  # TorchRL's and its dependencies' own


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "torchrl.md") == []


@pytest.mark.timeout(600)
def test_the_example_learns() -> None:
    """The policy without training holds the pole for about 10 steps."""
    assert runpy.run_path(str(ROOT / "examples" / "torchrl_ppo.py"))["main"](25) >= 150


@pytest.mark.usefixtures("one_thread")
@pytest.mark.timeout(300)
def test_the_example_of_several_agents() -> None:
    """It trains on games of three agents; a few updates show that it runs."""
    pytest.importorskip("pettingzoo")
    returns = runpy.run_path(str(ROOT / "examples" / "torchrl_spread.py"))["main"](2, 100)
    assert len(returns) == 2
    assert all(-200 < value < 0 for value in returns)


def test_games_equal_the_reference_s_in_torchrl_s_wrapper() -> None:
    theirs = pytest.importorskip("pettingzoo.classic.rps_v2")
    from parallel_pool.pettingzoo import parallel_env
    from torchrl.envs import PettingZooWrapper

    rollouts = []
    for game in (parallel_env("rps-v2"), theirs.parallel_env()):
        torch.manual_seed(0)
        env = PettingZooWrapper(game, categorical_actions=True, seed=3)
        rollouts.append(env.rollout(60, break_when_any_done=False))
    for key in (("player", "observation"), ("player", "action"), ("next", "player", "reward")):
        assert torch.equal(rollouts[0][key], rollouts[1][key]), key
