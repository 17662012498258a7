# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Cars driven to the goal, the wall and their greatest speed, where random ones seldom get."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

MAX_SPEED = 0.07
STARTS = [None, {"low": -1.3, "high": 0.7}, {"low": 0.3, "high": 0.6}]


def swing(space: gymnasium.Space[Any], speed: float, rng: np.random.Generator) -> Any:
    """Mostly with the motion; forces on the bounds, beyond them, and next to them."""
    if isinstance(space, gymnasium.spaces.Discrete):
        return int(1 + np.sign(speed)) if rng.random() < 0.9 else int(rng.integers(3))
    forces = [np.sign(speed), np.sign(speed) * rng.uniform(0.8, 1.5), rng.uniform(-2, 2)]
    edges = [1.0, -1.0, np.nextafter(np.float32(1), np.float32(2))]
    return np.array([rng.choice(forces * 3 + edges)], dtype=np.float32)


@pytest.mark.parametrize("goal_velocity", [0, 0.03, MAX_SPEED, float(np.float32(MAX_SPEED)), 1])
@pytest.mark.parametrize("id", ["MountainCar-v0", "MountainCarContinuous-v0"])
def test_driven_cars_equal_references(id: str, goal_velocity: float) -> None:
    """Speeds cut to the greatest are compared with the goal's in another precision than others."""
    rng = np.random.default_rng(5)
    reference = gymnasium.make(id, goal_velocity=goal_velocity).unwrapped
    envs = parallel_pool.make(id, num_envs=1, goal_velocity=goal_velocity)
    terminated = at_wall = at_full_speed = 0
    for episode in range(36):
        options = STARTS[episode % len(STARTS)]
        expected, _ = reference.reset(seed=episode, options=options)
        assert_same(envs.reset(seed=episode, options=options)[0][0], expected)
        done = False
        for _ in range(150):
            action = swing(envs.single_action_space, expected[1], rng)
            expected, reward, done, _, _ = reference.step(action)
            observations, rewards, terminations, _, _ = envs.step(np.array([action]))
            assert_same(observations[0], expected)
            assert_same(rewards[0], np.float64(reward))
            assert terminations[0] == done
            at_wall += expected[0] == np.float32(-1.2)
            at_full_speed += abs(expected[1]) == np.float32(MAX_SPEED)
            terminated += done
            if done:
                break
    assert at_wall > 0
    assert at_full_speed > 0
    assert (terminated > 0) == (goal_velocity <= MAX_SPEED)
