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
