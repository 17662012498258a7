# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One environment as a plain `gymnasium.Env`."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool.spaces import batch_of_one, single, single_info
from parallel_pool.vector_env import PoolVectorEnv


class PoolEnv(gymnasium.Env[Any, Any]):
    """A pool of one environment without autoreset and time limit, for `gymnasium.make`.

    Args:
        id: the environment's id.
        render_mode: how `render` shows it.
        **config: the environment's own options.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}  # type: ignore[misc]

    def __init__(self, id: str, render_mode: str | None = None, **config: Any) -> None:
        """See the class."""
        self._envs = PoolVectorEnv(
            id,
            num_threads=1,
            autoreset_mode=AutoresetMode.DISABLED,
            max_episode_steps=-1,
            render_mode=render_mode,
            **config,
        )
        self.render_mode = render_mode
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One step; see `gymnasium.Env.step` and, for exceptions, `PoolVectorEnv.step`."""
        actions = batch_of_one(self.action_space, action)
        observations, rewards, terminations, truncations, infos = self._envs.step(actions)
        return (
            single(self.observation_space, observations, 0),
            float(rewards[0]),
            bool(terminations[0]),
            bool(truncations[0]),
            single_info(infos, 0),
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new episode; see `gymnasium.Env.reset`."""
        observations, infos = self._envs.reset(seed=seed, options=options)
        return single(self.observation_space, observations, 0), single_info(infos, 0)

    @property
    def _np_random(self) -> np.random.Generator | None:
        """A copy of the environment's generator as it stands now; None before the first reset."""
        if self._envs.np_random_seed[0] is None:
            return None
        return self._envs.np_random[0]

    @_np_random.setter  # type: ignore[override]
    def _np_random(self, value: np.random.Generator) -> None:
        self._envs.np_random = (value,)

    @property
    def _np_random_seed(self) -> int | None:
        return self._envs.np_random_seed[0]

    @_np_random_seed.setter
    def _np_random_seed(self, value: int | None) -> None:
        pass  # the pool keeps the seeds

    def close(self) -> None:
        """Frees the environment."""
        self._envs.close()
