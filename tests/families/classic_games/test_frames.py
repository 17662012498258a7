# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames equal those of PettingZoo's environments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from parallel_pool.pettingzoo import env, parallel_env
from parallel_pool.testing import assert_same

from tests.families.agents_alone import assert_same_frames
from tests.families.classic_games.games import TURNS, parallel_reference, pick, reference


@pytest.mark.parametrize("id", TURNS)
def test_frames_equal_the_reference(id: str) -> None:
    """Of whole games, with a few illegal moves."""
    look: dict[str, Any] = (
        {"screen_scaling": 3} if id.startswith("connect") else {"screen_height": 350}
    )
    ours = env(id, render_mode="rgb_array", **look)
    theirs = reference(id, render_mode="rgb_array", **look)
    for name in ("render_modes", "render_fps"):
        assert ours.metadata[name] == theirs.metadata[name]
    rng = np.random.default_rng(3)
    for game in range(4):
        for player in (ours, theirs):
            player.reset(seed=game)
        for _ in range(60):
            assert_same(ours.render(), theirs.render())
            observation, _, terminated, truncated, _ = theirs.last()
            if terminated or truncated:
                break
            move = pick(rng, observation["action_mask"], 0.03)
            ours.step(move)
            theirs.step(move)
        assert terminated or truncated


@pytest.mark.parametrize("num_actions", [3, 7])
def test_hands_equal_the_reference(num_actions: int) -> None:
    config: dict[str, Any] = {
        "render_mode": "rgb_array",
        "num_actions": num_actions,
        "max_cycles": 8,
    }
    ours, theirs = parallel_env("rps-v2", **config), parallel_reference("rps-v2", **config)
    assert_same_frames(ours, theirs, 20, 1)
