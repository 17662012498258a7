# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Hindsight experience replay with goals of environments in C++."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from parallel_pool import sb3
from stable_baselines3 import SAC, HerReplayBuffer


def test_replay_rewards_the_goals_it_chooses() -> None:
    """Without crashes, all rewards are those of the goals: of its own, and of those played for."""
    env = sb3.make_vec_env(
        "parking-v0", 2, seed=0, env_kwargs={"config": {"add_walls": False, "duration": 5}}
    )
    model = SAC(
        "MultiInputPolicy",
        env,
        replay_buffer_class=HerReplayBuffer,
        replay_buffer_kwargs={"n_sampled_goal": 1},
        learning_starts=60,
        batch_size=16,
        seed=1,
        device="cpu",
        policy_kwargs={"net_arch": [8]},
    )
    model.learn(120)
    assert model.replay_buffer is not None
    found = model.replay_buffer.sample(200)
    reached = found.next_observations["achieved_goal"].double().numpy()
    wanted = found.next_observations["desired_goal"].double().numpy()
    # Of the environment's goals, which are spots, this one is 0: a cosine of the heading.
    assert 60 < np.count_nonzero(np.abs(wanted[:, 4]) > 1e-6) < 140
    weights = np.array([1, 0.3, 0, 0, 0.02, 0.02])
    rewards = found.rewards.numpy().ravel()
    np.testing.assert_allclose(rewards, -np.sqrt(np.abs(reached - wanted) @ weights), atol=1e-4)
    env.close()
