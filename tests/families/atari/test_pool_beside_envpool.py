# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool 1.2.7 itself beside the pool, under the same seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.atari import find_game

from tests.faces.rival import envpool, needs_envpool, quiet

pytestmark = [needs_envpool, quiet]

GAMES = (
    "Amidar-v5", "Asteroids-v5", "BattleZone-v5", "Breakout-v5", "Enduro-v5", "Freeway-v5",
    "MsPacman-v5", "Pong-v5", "Qbert-v5", "Seaquest-v5", "SpaceInvaders-v5", "TicTacToe3d-v5",
)  # fmt: skip


def play(id: str, steps: int, **options: Any) -> None:
    """Up to the first end of an episode, whose observation EnvPool makes by a rule of its own."""
    peer = envpool.make_gymnasium(id, num_envs=2, seed=3, **options)
    envs = parallel_pool.make(id, num_envs=2, seed=3, **options)
    theirs, ours = peer.reset()[0], envs.reset()[0]
    assert np.array_equal(ours, theirs)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        actions = rng.integers(envs.single_action_space.n, size=2).astype(np.int32)
        other, mine = peer.step(actions), envs.step(actions)
        if (other[2] | other[3]).any():
            break
        for what in range(4):
            assert np.array_equal(mine[what], other[what])
        for name in ("lives", "reward", "terminated", "ram"):
            assert mine[4][name].dtype == other[4][name].dtype
            assert np.array_equal(mine[4][name], other[4][name])
    peer.close()
    envs.close()


@pytest.mark.parametrize("id", GAMES)
def test_games(id: str) -> None:
    assert find_game(id).height == 210  # of taller screens EnvPool shows the first 210 rows
    play(id, 60)


@pytest.mark.parametrize(
    "options",
    [
        {"episodic_life": True},
        {"gray_scale": False, "use_inter_area_resize": False},
        {"full_action_space": True, "noop_max": 3, "reward_clip": True, "use_fire_reset": False},
        {"frame_skip": 2, "stack_num": 2, "img_height": 50, "img_width": 40},
        {"repeat_action_probability": 0.25},
        {"mode": 4, "difficulty": 1},
    ],
)
def test_options(options: dict[str, Any]) -> None:
    play("Breakout-v5", 100, **options)
