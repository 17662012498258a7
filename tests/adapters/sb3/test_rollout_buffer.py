# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Policies learn the same with the pool's rollout buffer as with SB3's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

import torch
from parallel_pool import sb3
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.buffers import RolloutBuffer


@pytest.mark.parametrize(
    ("algorithm", "id", "policy", "options"),
    [
        (PPO, "CartPole-v1", "MlpPolicy", {"n_steps": 40, "batch_size": 40}),
        (PPO, "Pendulum-v1", "MlpPolicy", {"n_steps": 210, "batch_size": 210, "n_epochs": 2}),
        (PPO, "FrozenLake-v1", "MlpPolicy", {"n_steps": 16, "batch_size": 16}),
        (A2C, "CartPole-v1", "MlpPolicy", {"n_steps": 7}),
    ],
)
def test_weights_equal_those_with_the_plain_buffer(
    algorithm: Any, id: str, policy: str, options: dict[str, Any]
) -> None:
    """Bit for bit, after several rollouts, with time limits and with terminations."""
    weights = []
    for buffer in (RolloutBuffer, sb3.PoolRolloutBuffer):
        env = sb3.make_vec_env(id, n_envs=3, seed=1)
        model = algorithm(policy, env, rollout_buffer_class=buffer, seed=2, device="cpu", **options)
        model.learn(options["n_steps"] * 3 * 4)
        weights.append(torch.cat([one.flatten() for one in model.policy.parameters()]))
        env.close()
    assert torch.equal(*weights)


def test_samples_are_reused_memory() -> None:
    env = sb3.make_vec_env("CartPole-v1", n_envs=2, seed=1)
    model = PPO(
        "MlpPolicy", env, n_steps=8, batch_size=8, rollout_buffer_class=sb3.PoolRolloutBuffer
    )
    buffer = model.rollout_buffer
    with pytest.raises(RuntimeError, match="not full"):
        next(buffer.get(4))
    model.learn(16)
    assert {sample.observations.data_ptr() for sample in buffer.get(5)} == {
        next(buffer.get(5)).observations.data_ptr()
    }
    whole = next(buffer.get())
    np.testing.assert_allclose(np.sort(whole.returns), np.sort(buffer.returns, axis=None))
    before = buffer.observations
    model.learn(16)
    assert buffer.observations is before
    env.close()
