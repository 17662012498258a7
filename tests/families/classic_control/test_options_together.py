# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments with unlike options, where several are stepped in one call of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import PerEnv

UNLIKE = [
    ("Acrobot-v1", "book_or_nips", ["book", "nips"]),
    ("Acrobot-v1", "torque_noise_max", [0.0, 0.5]),
    ("CartPole-v1", "gravity", [9.8, 3.7]),
    ("CartPole-v1", "masscart", [1.0, 2.5]),
    ("CartPole-v1", "masspole", [0.1, 0.4]),
    ("CartPole-v1", "length", [0.5, 1.5]),
    ("CartPole-v1", "force_mag", [10.0, 7.0]),
    ("CartPole-v1", "sutton_barto_reward", [False, True]),
]


@pytest.mark.parametrize(("id", "option", "values"), UNLIKE)
def test_each_follows_its_own_option(id: str, option: str, values: list[Any]) -> None:
    own = [values[i % 2] for i in range(8)]
    together = parallel_pool.make(id, num_envs=8, **{option: PerEnv(own)})
    alone = [parallel_pool.make(id, num_envs=1, **{option: value}) for value in own]
    together.reset(seed=3)
    for i, env in enumerate(alone):
        env.reset(seed=3 + i)
    actions = np.random.default_rng(0).integers(0, 2, size=(60, 8))
    for row in actions:
        observations, rewards, terminations, _, _ = together.step(row)
        for i, env in enumerate(alone):
            observation, reward, terminated, _, _ = env.step(row[i : i + 1])
            np.testing.assert_array_equal(observation[0], observations[i])
            assert (reward[0], terminated[0]) == (rewards[i], terminations[i])
