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


@pytest.mark.parametrize("num_envs", [2, 3, 6, 12])
@pytest.mark.parametrize("start", [1e6, 1e30, 1e300])
def test_absurd_starts_fail_alone(start: float, num_envs: int) -> None:
    """Where the reference would loop for long, or forever, over the turns of an arm."""
    envs = parallel_pool.make("Acrobot-v1", num_envs=num_envs, seed=0)
    others = parallel_pool.make("Acrobot-v1", num_envs=num_envs - 1, seed=1)
    envs.reset()
    others.reset()
    mask = np.arange(num_envs) == 0
    envs.reset(options={"low": start, "high": start, "reset_mask": mask})
    actions = np.arange(num_envs) % 3
    with pytest.raises(EnvironmentFailure, match="radians in one step: reset with smaller") as info:
        envs.step(actions)
    assert info.value.env_ids.tolist() == [0]
    assert info.value.good_env_ids.tolist() == [*range(1, num_envs)]
    assert_same(info.value.batch[0], others.step(actions[1:])[0])
    envs.reset(options={"reset_mask": mask})
    envs.step(actions)


@pytest.mark.parametrize("num_envs", range(1, 12))
def test_groups_of_any_size_equal_single_environments(num_envs: int) -> None:
    """Some begin a new episode while others step, so that groups are made of other neighbours."""
    envs = parallel_pool.make("Acrobot-v1", num_envs=num_envs, seed=3, max_episode_steps=17)
    alone = [
        parallel_pool.make("Acrobot-v1", seed=3 + i, max_episode_steps=17) for i in range(num_envs)
    ]
    envs.reset()
    for env in alone:
        env.reset()
    rng = np.random.default_rng(0)
    for step in range(60):
        actions = rng.integers(3, size=num_envs)
        if step == 5:
            envs.reset(env_id=[num_envs // 2])
            alone[num_envs // 2].reset()
        together = envs.step(actions)
        for i, env in enumerate(alone):
            for ours, theirs in zip(together[:4], env.step(actions[i : i + 1])[:4], strict=True):
                assert_same(ours[i : i + 1], theirs)


def test_bad_options_are_refused() -> None:
    with pytest.raises(ValueError, match="book_or_nips must be 'book' or 'nips', got 'paper'"):
        parallel_pool.make("Acrobot-v1", num_envs=1, book_or_nips="paper")
    for noise in (np.inf, np.nan, 1e308):
        with pytest.raises(ValueError, match=r"torque_noise_max must be finite, got -?[in1]"):
            parallel_pool.make("Acrobot-v1", num_envs=1, torque_noise_max=noise)
