# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments with the interface of gym, from before Gymnasium; gym itself is not needed."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces

# Spaces as packages without gym make them.
Box = namedtuple("Box", "low, high, shape, dtype")
Discrete = namedtuple("Discrete", "n")
MultiDiscrete = namedtuple("MultiDiscrete", "nvec")
DictSpace = namedtuple("DictSpace", "spaces")


class Old:
    """Gym's interface up to 0.21; it ends after some steps, by a time limit if it is even."""

    action_space = Discrete(3)
    observation_space = DictSpace(
        {"seen": Box(0, 9, (2,), np.float32), "kinds": MultiDiscrete(np.array([3, 4]))}
    )

    def __init__(self, length: int = 3) -> None:
        self.length = length
        self.steps = 0
        self.seeds: list[int] = []

    def seed(self, seed: int) -> None:
        self.seeds.append(seed)

    def reset(self) -> Any:
        self.steps = 0
        return self._observe()

    def step(self, action: int) -> Any:
        self.steps += 1
        done = self.steps == self.length
        info = {"TimeLimit.truncated": True} if done and self.length % 2 == 0 else {}
        return self._observe(), float(action), done, info

    def render(self, mode: str = "human") -> str:
        return f"drawn as {mode}"

    def _observe(self) -> dict[str, np.ndarray]:
        return {"seen": np.full(2, self.steps, np.float32), "kinds": np.array([1, 2])}


class Newer(gymnasium.Env[Any, Any]):
    """Gym's interface with Gymnasium's spaces: half ported, as many environments are."""

    action_space = spaces.Discrete(2)
    observation_space = spaces.Box(0, 9, (1,), np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return np.full(1, seed or 0, np.float32)

    def step(self, action: int) -> Any:  # type: ignore[override]
        return np.zeros(1, np.float32), 1.0, False, {}


def test_they_are_known_by_their_spaces() -> None:
    envs = parallel_pool.make_python([Old, lambda: Old(2)], num_workers=2)
    assert envs.single_action_space == spaces.Discrete(3)
    assert envs.single_observation_space == spaces.Dict(
        seen=spaces.Box(0, 9, (2,), np.float32), kinds=spaces.MultiDiscrete([3, 4])
    )
    observed, flags = [envs.reset(seed=5)[0]["seen"][:, 0].tolist()], []
    for _ in range(3):
        result = envs.step(np.array([1, 2]))
        observed.append(result[0]["seen"][:, 0].tolist())
        flags.append((result[2].tolist(), result[3].tolist()))
    assert observed == [[0, 0], [1, 1], [2, 2], [3, 0]]
    assert flags == [
        ([False, False], [False, False]),
        ([False, False], [False, True]),
        ([True, False], [False, False]),
    ]
    assert envs.get_attr("seeds") == ([5], [6])
    assert envs.render() == ("drawn as rgb_array",) * 2
    with pytest.raises(parallel_pool.EnvironmentFailure, match="takes no options"):
        envs.reset(options={"a": 1})
    envs.close()


def test_by_keyword() -> None:
    with (
        parallel_pool.make_python(Newer, 1) as envs,
        pytest.raises(parallel_pool.EnvironmentFailure, match="old_gym=True"),
    ):
        envs.reset(seed=4)
    with parallel_pool.make_python([Newer, Newer], old_gym=True) as envs:
        assert envs.reset(seed=4)[0].tolist() == [[4], [5]]
        assert envs.step(np.array([0, 1]))[1].tolist() == [1, 1]
    with pytest.raises(TypeError, match="old_gym=True needs a function"):
        parallel_pool.make_python("CartPole-v1", old_gym=True)
