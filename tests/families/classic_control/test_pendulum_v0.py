# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pendulum-v0: Gymnasium's Pendulum-v1 with the angle moved before the speed is limited."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium.envs.classic_control.pendulum import PendulumEnv
from hypothesis import given
from hypothesis import strategies as st
from parallel_pool.testing import assert_same

try:
    import envpool
except ImportError:
    envpool = None


class Model(PendulumEnv):
    """The step of Gym's first version, written with Gymnasium's expressions."""

    def step(self, u: Any) -> Any:
        """Observation and reward of a step."""
        angle, speed = self.state
        g, m, length, dt = self.g, self.m, self.l, self.dt
        u = np.clip(u, -self.max_torque, self.max_torque)[0]
        normalized = ((angle + np.pi) % (2 * np.pi)) - np.pi
        cost = normalized**2 + 0.1 * speed**2 + 0.001 * (u**2)
        fast = speed + (3 * g / (2 * length) * np.sin(angle) + 3.0 / (m * length**2) * u) * dt
        self.state = np.array([angle + fast * dt, np.clip(fast, -self.max_speed, self.max_speed)])
        return self._get_obs(), -cost


@given(seed=st.integers(0, 2**60), g=st.sampled_from([10.0, 30.0]))
def test_equals_the_model(seed: int, g: float) -> None:
    """Bit for bit; strong gravity and torques reach the greatest speed."""
    envs = parallel_pool.make("Pendulum-v0", g=g)
    assert envs.spec is not None
    assert envs.spec.max_episode_steps == 200
    model, limited = Model(g=g), 0
    assert_same(envs.reset(seed=seed)[0][0], model.reset(seed=seed)[0])
    rng = np.random.default_rng(0)
    for _ in range(100):
        _, speed = model.state
        action = np.float32([np.sign(speed) * 2 if rng.random() < 0.8 else rng.uniform(-3, 3)])
        observation, reward = model.step(action)
        observations, rewards, *_ = envs.step(action[None])
        assert_same(observations[0], observation)
        assert_same(rewards[0], np.float64(reward))
        limited += abs(observation[2]) == 8
    assert limited > 0 or g < 30


@pytest.mark.filterwarnings("ignore")  # EnvPool's spaces warn of their own precision
@pytest.mark.skipif(envpool is None, reason="EnvPool is not installed")
@pytest.mark.parametrize("id", ["Pendulum-v0", "phys2d/Pendulum-v0"])
def test_envpool_has_the_same_rules(id: str) -> None:
    """Its angles move by the unlimited speed, too; its numbers are float32 and its own."""
    envs: Any = envpool.make_gymnasium(id, num_envs=1, seed=3)
    observations, _ = envs.reset()
    limited = 0
    for _ in range(199):
        cosine, sine, speed = (float(part) for part in observations[0])
        torque = 2.0 if speed >= 0 else -2.0
        observations, *_ = envs.step(np.array([[torque]], np.float32))
        fast = speed + (15.0 * sine + 3.0 * torque) * 0.05
        angle = np.arctan2(sine, cosine) + fast * 0.05
        expected = [np.cos(angle), np.sin(angle), np.clip(fast, -8, 8)]
        assert np.allclose(observations[0], expected, atol=1e-4)
        limited += abs(fast) > 8.01
    assert limited > 0
