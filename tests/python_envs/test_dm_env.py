# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments of dm_env's in a pool, beside a loop over them."""

from __future__ import annotations

from functools import partial
from typing import Any

import dm_env
import numpy as np
import parallel_pool
import pytest
from dm_env import specs
from gymnasium import spaces


class Countdown(dm_env.Environment):
    """Ends after some steps, with the discount that it was made with."""

    def __init__(self, length: int, discount: float) -> None:
        self.length = length
        self.discount = discount
        self.steps = 0

    def reset(self) -> dm_env.TimeStep:
        self.steps = 0
        return dm_env.restart(self._observation())

    def step(self, action: int) -> dm_env.TimeStep:
        self.steps += 1
        if self.steps == self.length:
            last = dm_env.StepType.LAST
            return dm_env.TimeStep(last, float(action), self.discount, self._observation())
        return dm_env.transition(float(action), self._observation(), 0.9)

    def observation_spec(self) -> Any:
        return {
            "left": specs.BoundedArray((2,), np.float32, 0, [5, 9]),
            "free": specs.Array((), np.int64),
        }

    def action_spec(self) -> Any:
        return specs.DiscreteArray(4)

    def _observation(self) -> dict[str, np.ndarray]:
        left = np.array([self.length - self.steps, 1], np.float32)
        return {"left": left, "free": np.array(self.steps)}


def test_spaces_and_steps() -> None:
    envs = parallel_pool.make_python(
        [partial(Countdown, 3, 0.0), partial(Countdown, 3, 0.5)], num_workers=2
    )
    assert envs.single_action_space == spaces.Discrete(4, dtype=np.int32)
    assert envs.single_observation_space == spaces.Dict(
        left=spaces.Box(np.zeros(2, np.float32), np.array([5, 9], np.float32)),
        free=spaces.Box(np.iinfo(np.int64).min, np.iinfo(np.int64).max, (), np.int64),
    )
    observations = [envs.reset()[0]["left"][:, 0].tolist()]
    flags, discounts = [], []
    for _ in range(4):
        result = envs.step(np.array([2, 3]))
        observations.append(result[0]["left"][:, 0].tolist())
        flags.append((result[2].tolist(), result[3].tolist()))
        discounts.append(result[4].get("discount", np.zeros(0)).tolist())
    assert observations == [[3, 3], [2, 2], [1, 1], [0, 0], [3, 3]]
    nobody, first, second = [False] * 2, [True, False], [False, True]
    assert flags == [(nobody, nobody), (nobody, nobody), (first, second), (nobody, nobody)]
    assert discounts == [[0.9, 0.9], [0.9, 0.9], [0.0, 0.5], []]
    assert envs.get_attr("length") == (3, 3)
    with pytest.raises(parallel_pool.EnvironmentFailure, match="neither seeds nor options"):
        envs.reset(seed=1)
    envs.close()


def test_on_dm_env_s_face() -> None:
    pool = parallel_pool.make_python(partial(Countdown, 2, 0.0), 3, env_type="dm")
    first = pool.reset()
    assert first.step_type.tolist() == [0] * 3
    assert pool.step(np.array([1, 2, 3])).reward.tolist() == [1, 2, 3]
    last = pool.step(np.array([1, 2, 3]))
    assert last.step_type.tolist() == [2] * 3
    assert last.discount.tolist() == [0] * 3
    assert last.observation.left[:, 0].tolist() == [0] * 3
    pool.close()


class Match(dm_env.Environment):
    """Two players with lists of observations, actions and rewards."""

    def __init__(self, length: int, discount: float) -> None:
        self.length, self.discount = length, discount
        self.steps = 0

    def reset(self) -> dm_env.TimeStep:
        self.steps = 0
        return dm_env.TimeStep(dm_env.StepType.FIRST, None, None, self._observation())

    def step(self, actions: Any) -> dm_env.TimeStep:
        self.steps += 1
        kind = dm_env.StepType.LAST if self.steps == self.length else dm_env.StepType.MID
        rewards = [np.float32(actions[0]), np.float32(-actions[1])]
        return dm_env.TimeStep(kind, rewards, self.discount, self._observation())

    def observation_spec(self) -> Any:
        return [{"seen": specs.Array((1,), np.float64)}] * 2

    def action_spec(self) -> Any:
        return [specs.DiscreteArray(4)] * 2

    def reward_spec(self) -> Any:
        return [specs.Array((), np.float32)] * 2

    def _observation(self) -> list[dict[str, np.ndarray]]:
        return [{"seen": np.array([self.steps + 0.5 * i])} for i in range(2)]


def test_lists_of_rewards_are_those_of_agents() -> None:
    functions = [partial(Match, 2, 0.0), partial(Match, 3, 1.0)]
    envs = parallel_pool.make_python(functions, env_type="parallel", num_workers=2)
    assert envs.possible_agents == ["player_0", "player_1"]
    observations, _ = envs.reset()
    assert observations["player_1"]["seen"].tolist() == [[0.5], [0.5]]
    actions = {"player_0": np.array([1, 2]), "player_1": np.array([3, 0])}
    _, rewards, *_ = envs.step(actions)
    assert rewards["player_0"].tolist() == [1, 2]
    assert rewards["player_1"].tolist() == [-3, 0]
    observations, _, terminated, truncated, infos = envs.step(actions)
    assert observations["player_1"]["seen"].tolist() == [[2.5], [2.5]]
    assert terminated["player_0"].tolist() == [True, False]
    assert truncated["player_0"].tolist() == [False, False]
    assert infos["player_0"]["discount"].tolist() == [0, 1]
    _, _, terminated, truncated, _ = envs.step(actions)
    assert terminated["player_1"].tolist() == [False, False]
    assert truncated["player_1"].tolist() == [False, True]
    with pytest.raises(parallel_pool.EnvironmentFailure, match="neither seeds nor options"):
        envs.reset(seed=1)
    envs.close()
