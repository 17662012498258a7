# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tutorial's two-player environment against its rules in plain Python."""

from __future__ import annotations

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same


class Twin:
    """One environment."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.reset()

    def reset(self) -> None:
        self.rope = self.rng.uniform(-2.0, 2.0)
        self.strength = [10.0, 10.0]
        self.rewards = [0.0, 0.0]
        self.over = False

    def step(self, pulls: list[int]) -> None:
        if self.over:
            self.reset()
            return
        for player, side in enumerate((1.0, -1.0)):
            pull = min(float(pulls[player]), self.strength[player])
            self.strength[player] = min(self.strength[player] - pull + 0.5, 10.0)
            self.rope += side * pull
        self.rope = min(max(self.rope, -8.0), 8.0)
        self.over = abs(self.rope) == 8.0
        self.rewards = [side * self.rope / 8.0 if self.over else 0.0 for side in (1.0, -1.0)]

    def views(self) -> list[list[float]]:
        return [[self.rope, self.strength[0]], [-self.rope, self.strength[1]]]


@pytest.mark.parametrize("num_threads", [1, 3])
def test_pool_equals_twins(num_threads: int) -> None:
    envs = parallel_pool.make("TugOfWar-v0", num_envs=4, num_threads=num_threads)
    twins = [Twin(7 + i) for i in range(4)]
    observations, _ = envs.reset(seed=7)
    rng = np.random.default_rng(0)
    episodes = 0
    for _ in range(180):
        views = np.array([view for twin in twins for view in twin.views()], dtype=np.float32)
        assert_same(observations, views)
        pulls = rng.integers(0, 3, 8)
        pulls[1::2] //= 2  # so that somebody wins
        for i, twin in enumerate(twins):
            twin.step(pulls[2 * i : 2 * i + 2].tolist())
        observations, rewards, terminations, truncations, infos = envs.step(pulls)
        assert_same(rewards, np.array([reward for twin in twins for reward in twin.rewards]))
        assert_same(terminations, np.array([twin.over for twin in twins]))
        assert not truncations.any()
        assert infos["players"]["env_id"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
        episodes += sum(twin.over for twin in twins)
    assert episodes >= 4
