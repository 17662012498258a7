# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rollouts equal those of Stable-Baselines3's own vector environment over the references."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from parallel_pool.testing import assert_same

from tests.adapters.sb3.sb3_twins import (
    IDS,
    assert_same_rollout,
    draw_actions,
    twins,
)


@pytest.mark.parametrize("n_envs", [1, 5])
@pytest.mark.parametrize("id", IDS)
def test_rollouts_equal(id: str, n_envs: int) -> None:
    """Observations, rewards, dones and infos, with episodes that end by themselves."""
    own, expected = twins(id, n_envs)
    assert_same_rollout(own, expected, 300)


@pytest.mark.parametrize("id", IDS)
def test_rollouts_equal_with_a_time_limit(id: str) -> None:
    """Episodes that the limit ends, too, and some that end by both."""
    own, expected = twins(id, 3, max_episode_steps=9)
    assert assert_same_rollout(own, expected, 60) >= 3 * 6


def test_seeds_hold_for_one_reset() -> None:
    own, expected = twins("CartPole-v1", 3)
    for env in (own, expected):
        env.seed(123)
    assert_same_rollout(own, expected, 30)
    assert_same_rollout(own, expected, 30)  # without a seed: on with the same streams
    assert own.seed(5) == expected.seed(5) == [5, 6, 7]
    assert_same_rollout(own, expected, 30)


def test_random_seeds_differ() -> None:
    own, _ = twins("CartPole-v1", 3, seed=None)
    first = own.reset()
    assert len(np.unique(first)) == first.size


def test_the_action_space_is_seeded_as_there() -> None:
    own, expected = twins("Pendulum-v1", 2, seed=11)
    drawn = [[env.action_space.sample() for _ in range(5)] for env in (own, expected)]
    assert np.array_equal(*drawn)


@pytest.mark.parametrize(
    "options",
    [
        {"low": -0.2, "high": 0.1},
        [{"low": -0.2, "high": 0.1}, {}, {"low": 0.01, "high": 0.03}],
        [{}, {}, {}],
    ],
)
def test_options_hold_for_one_reset(options: dict[str, float] | list[dict[str, float]]) -> None:
    """One dict for all, or one for each environment."""
    own, expected = twins("CartPole-v1", 3)
    for env in (own, expected):
        env.set_options(options)
    assert_same_rollout(own, expected, 60)
    assert_same_rollout(own, expected, 10)


def test_a_reset_within_an_episode() -> None:
    own, expected = twins("FrozenLake-v1", 2)
    for _ in range(3):
        assert_same_rollout(own, expected, 4)


def test_what_was_returned_stays() -> None:
    """Later steps neither change nor share what the caller got."""
    own, _ = twins("CartPole-v1", 8)
    own.reset()
    rng = np.random.default_rng(0)
    kept = [own.step(draw_actions(own, rng)) for _ in range(60)]
    copies = [
        (observations.copy(), rewards.copy(), dones.copy(), [dict(info) for info in infos])
        for observations, rewards, dones, infos in kept
    ]
    for observations, rewards, _, infos in kept:
        observations += 1
        rewards += 1
        for info in infos:
            info["mine"] = True
    own.step(draw_actions(own, rng))
    for (observations, rewards, dones, infos), before in zip(kept, copies, strict=True):
        assert np.array_equal(observations, before[0] + 1)
        assert np.array_equal(rewards, before[1] + 1)
        assert np.array_equal(dones, before[2])
        assert rewards.dtype == np.float32
        for info in infos:
            assert info.pop("mine")
        assert_same(infos, before[3])
