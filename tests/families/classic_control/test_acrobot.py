# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Acrobot where it is far from its usual states, and what it refuses."""

from __future__ import annotations

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.testing import assert_same


@pytest.mark.parametrize("rules", ["book", "nips"])
@pytest.mark.parametrize(
    ("low", "high"), [(-25.0, 25.0), (20.0, 30.0), (-1e-60, -1e-60), (-1e-40, 1e-40), (3.14, 3.15)]
)
def test_far_starts_equal_reference(rules: str, low: float, high: float) -> None:
    """Arms that turn many times in a step; negative zeros and denormals of float32."""
    reference = gymnasium.make("Acrobot-v1").unwrapped
    reference.book_or_nips = rules
    envs = parallel_pool.make("Acrobot-v1", num_envs=1, book_or_nips=rules)
    rng = np.random.default_rng(0)
    for seed in range(30):
        options = {"low": low, "high": high}
        expected, _ = reference.reset(seed=seed, options=options)
        assert_same(envs.reset(seed=seed, options=options)[0][0], expected)
        for _ in range(30):
            action = int(rng.integers(3))
            expected, reward, terminated, _, _ = reference.step(action)
            observations, rewards, terminations, _, _ = envs.step([action])
            assert_same(observations[0], expected)
            assert rewards[0] == reward
            assert terminations[0] == terminated
            if terminated:
                break


@pytest.mark.parametrize("start", [1e6, 1e30, 1e300])
def test_absurd_starts_fail_alone(start: float) -> None:
    """Where the reference would loop for long, or forever, over the turns of an arm."""
    envs = parallel_pool.make("Acrobot-v1", num_envs=2, seed=0)
    envs.reset()
    mask = np.array([True, False])
    envs.reset(options={"low": start, "high": start, "reset_mask": mask})
    with pytest.raises(EnvironmentFailure, match="radians in one step: reset with smaller") as info:
        envs.step([0, 0])
    assert info.value.env_ids.tolist() == [0]
    assert info.value.good_env_ids.tolist() == [1]
    envs.reset(options={"reset_mask": mask})
    envs.step([0, 0])


def test_bad_options_are_refused() -> None:
    with pytest.raises(ValueError, match="book_or_nips must be 'book' or 'nips', got 'paper'"):
        parallel_pool.make("Acrobot-v1", num_envs=1, book_or_nips="paper")
    for noise in (np.inf, np.nan, 1e308):
        with pytest.raises(ValueError, match="torque_noise_max must be finite"):
            parallel_pool.make("Acrobot-v1", num_envs=1, torque_noise_max=noise)
