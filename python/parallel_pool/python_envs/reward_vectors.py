# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rewards of several numbers: on their way they are an info of each row.

The native pool has one number for each row. A worker puts the vector into the infos, which have
columns of any shape, and the pool takes it out again.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from parallel_pool.errors import EnvironmentFailure, SpaceMismatchError
from parallel_pool.native import StepResult

_KEY = "parallel_pool.reward"


def reward_space_of(env: Any) -> gymnasium.spaces.Box | None:
    """The space of an environment's rewards, if they are vectors.

    A wrapper that makes numbers of them has a ``reward_space`` of its own that is no vector, such
    as None; MO-Gymnasium's LinearReward has none and is known by its name.
    """
    while True:
        if type(env).__name__ == "LinearReward":
            return None
        if not isinstance(env, gymnasium.Wrapper) or "reward_space" in vars(env):
            break
        env = env.env
    space = getattr(env, "reward_space", None)
    is_vector = isinstance(space, gymnasium.spaces.Box) and len(space.shape) == 1
    return space if is_vector else None


def with_reward_vectors(env: Any) -> Any:
    """The environment, wrapped if its rewards are vectors."""
    return env if reward_space_of(env) is None else RewardsAsInfos(env)


class RewardsAsInfos(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Puts each reward into the info; in a worker."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        """Takes over an environment that has a ``reward_space``."""
        super().__init__(env)
        space = reward_space_of(env)
        assert space is not None
        self._shape, self._dtype = space.shape, space.dtype

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One step.

        Raises:
            ValueError: the reward has another shape than its space.
        """
        observation, reward, terminated, truncated, info = self.env.step(action)
        vector = np.array(reward, self._dtype)
        if vector.shape != self._shape:
            raise ValueError(
                f"a reward has shape {vector.shape}, but the reward_space has {self._shape}"
            )
        return observation, 0.0, terminated, truncated, info | {_KEY: vector}


def common_reward_space(of_envs: list[Any]) -> gymnasium.spaces.Box | None:
    """The space of the rewards of a pool, or None if they are numbers.

    Raises:
        SpaceMismatchError: environments differ.
    """
    first: gymnasium.spaces.Box | None = of_envs[0]
    for env_id, space in enumerate(of_envs):
        if (space is None) != (first is None) or (space is not None and space != first):
            raise SpaceMismatchError(
                f"all environments must have the same reward space: env id 0 has {first}, env id "
                f"{env_id} has {space}"
            )
    return first


class RewardVectorPool:
    """Stands between a face and the pool, and takes the rewards out of the infos.

    Args:
        pool: the pool.
        space: of one reward.
    """

    def __init__(self, pool: Any, space: gymnasium.spaces.Box) -> None:
        """See the class."""
        self._pool = pool
        self._shape, self._dtype = space.shape, space.dtype

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """Steps the pool; rewards have the shape ``(rows, numbers)``."""
        try:
            result: StepResult = self._with_vectors(self._pool.step(actions, env_id))
            return result
        except EnvironmentFailure as failure:
            self._process(failure)
            raise

    def recv(self, timeout: float | None = None) -> StepResult:
        """As `step`."""
        try:
            result: StepResult = self._with_vectors(self._pool.recv(timeout))
            return result
        except EnvironmentFailure as failure:
            self._process(failure)
            raise

    def _process(self, failure: EnvironmentFailure) -> None:
        if failure.batch is not None and len(failure.batch) == 5:
            failure.batch = self._with_vectors(failure.batch)

    def _with_vectors(self, result: Any) -> Any:
        observations, rewards, terminated, truncated, infos = result
        vectors = np.zeros((len(rewards), *self._shape), self._dtype)
        # With SameStep, the info of a step that ends an episode is in "final_info".
        for told in (infos, infos.get("final_info", {})):
            column = told.pop(_KEY, None)
            if column is not None:
                rows = told.pop(f"_{_KEY}", slice(None))
                vectors[rows] = column[rows]
        return observations, vectors, terminated, truncated, infos
