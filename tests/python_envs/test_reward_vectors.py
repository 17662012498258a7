# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rewards of several numbers, beside a loop over the environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces

from tests.python_envs.parity import MODES


class Goals(gymnasium.Env[int, int]):
    """Has a reward for each of two goals."""

    observation_space = spaces.Discrete(100)
    action_space = spaces.Discrete(3)

    def __init__(self, length: int = 3, numbers: int = 2) -> None:
        self.reward_space = spaces.Box(-9, 9, (2,), np.float32)
        self.length, self.numbers = length, numbers
        self.steps = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        self.steps = 0
        return 0, {}

    def step(self, action: int) -> Any:
        if action == 2:
            raise ValueError("asked to fail")
        self.steps += 1
        reward = np.array([self.steps, action, 7][: self.numbers], np.float32)
        info = {"even": 1} if self.steps % 2 == 0 else {}
        return self.steps, reward, self.steps == self.length, False, info


@pytest.mark.parametrize("mode", MODES[:2])
def test_rewards_have_a_row_for_each_environment(mode: str) -> None:
    envs = parallel_pool.make_python([Goals, lambda: Goals(2)], num_workers=2, autoreset_mode=mode)
    assert envs.reward_space == spaces.Box(-9, 9, (2,), np.float32)
    envs.reset(seed=0)
    rewards, infos = [], []
    for actions in ([1, 0], [0, 1], [1, 1], [0, 0]):
        result = envs.step(np.array(actions))
        assert result[1].dtype == np.float32
        rewards.append(result[1].tolist())
        infos.append({key for key in result[4] if not key.startswith("_")})
    next_step = [[[1, 1], [1, 0]], [[2, 0], [2, 1]], [[3, 1], [0, 0]], [[0, 0], [1, 0]]]
    same_step = [[[1, 1], [1, 0]], [[2, 0], [2, 1]], [[3, 1], [1, 1]], [[1, 0], [2, 0]]]
    assert rewards == (next_step if mode == "NextStep" else same_step)
    last = {"final_obs", "final_info"} if mode == "SameStep" else set()
    assert infos == [set(), {"even"} | last, last, set() if mode == "NextStep" else last]
    envs.close()


def test_in_async_mode_and_beside_a_failure() -> None:
    envs = parallel_pool.make_python(Goals, 4, batch_size=2, num_workers=2)
    envs.async_reset()
    first = envs.recv()
    assert first[1].tolist() == [[0, 0], [0, 0]]
    ids = first[4]["env_id"]
    envs.send(np.array([1, 1]), ids)
    assert envs.recv()[1].shape == (2, 2)
    envs.close()
    envs = parallel_pool.make_python(Goals, 2)
    envs.reset()
    with pytest.raises(parallel_pool.EnvironmentFailure) as caught:
        envs.step(np.array([2, 1]))
    assert caught.value.batch is not None
    assert caught.value.batch[1].tolist() == [[1, 1]]
    envs.close()


def test_what_needs_one_number_refuses_them() -> None:
    for keywords in ({"record_episode_statistics": True}, {"env_type": "gym"}):
        with pytest.raises(ValueError, match=r"rewards of Goals are vectors"):
            parallel_pool.make_python(Goals, 2, **keywords)
    with (
        parallel_pool.make_python(Goals, 2) as envs,
        pytest.raises(ValueError, match=r"one number for each reward"),
    ):
        envs.rollout(4)


def test_wrong_shapes_are_refused() -> None:
    with parallel_pool.make_python(lambda: Goals(numbers=3), 1) as envs:
        envs.reset()
        with pytest.raises(parallel_pool.EnvironmentFailure, match=r"shape \(3,\).* has \(2,\)"):
            envs.step(np.array([1]))
    with pytest.raises(parallel_pool.SpaceMismatchError, match="same reward space"):
        parallel_pool.make_python([Goals, lambda: gymnasium.Wrapper(_one_number())], num_workers=1)


def _one_number() -> Goals:
    env = Goals()
    del env.reward_space
    return env


class LinearReward(gymnasium.Wrapper):  # type: ignore[type-arg]
    """As MO-Gymnasium's: it makes a number of each reward."""

    def step(self, action: Any) -> Any:
        observation, reward, *rest = self.env.step(action)
        return observation, float(np.sum(reward)), *rest


def test_a_wrapper_that_makes_numbers_of_them() -> None:
    with parallel_pool.make_python(lambda: LinearReward(Goals()), 2) as envs:
        assert envs.reward_space is None
        envs.reset()
        assert envs.step(np.array([0, 1]))[1].tolist() == [1, 2]
