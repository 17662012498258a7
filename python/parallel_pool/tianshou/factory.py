# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Makes pools for Tianshou's high-level interface."""

from __future__ import annotations

from typing import Any

import gymnasium
from tianshou.env import BaseVectorEnv
from tianshou.highlevel.env import EnvFactory, EnvMode, VectorEnvType

from parallel_pool import registry
from parallel_pool.tianshou.pool import TianshouPool


class PoolEnvFactory(EnvFactory):
    """Makes the environments of an experiment: pools for training and testing, one to watch.

    It draws seeds like ``EnvFactoryRegistered``, so results are those of Gymnasium's environments.
    """

    def __init__(
        self,
        id: str,
        *,
        num_threads: int | None = None,
        render_mode_training: str | None = None,
        render_mode_test: str | None = None,
        render_mode_watch: str | None = "human",
        **config: Any,
    ) -> None:
        """Stores the arguments of the environments.

        Args:
            id: the environments' id.
            num_threads: the number of threads of each pool, as for `parallel_pool.make`.
            render_mode_training: the render mode of training pools.
            render_mode_test: the render mode of test pools.
            render_mode_watch: the render mode of the environment to watch.
            **config: ``max_episode_steps`` and the environment's own options.

        Raises:
            UnknownEnvironmentError: the id does not exist.
        """
        super().__init__(VectorEnvType.DUMMY)
        self.id = registry.find(id).id
        self.num_threads = num_threads
        self.render_modes = {
            EnvMode.TRAINING: render_mode_training,
            EnvMode.TEST: render_mode_test,
            EnvMode.WATCH: render_mode_watch,
        }
        self.config = config

    def _create_env(self, mode: EnvMode) -> gymnasium.Env[Any, Any]:
        return gymnasium.make(
            registry.gymnasium_id(self.id), render_mode=self.render_modes[mode], **self.config
        )

    def create_venv(self, num_envs: int, mode: EnvMode, seed: int | None = None) -> BaseVectorEnv:
        """Makes a seeded pool.

        Args:
            num_envs: the number of environments.
            mode: the purpose of the pool.
            seed: seeds the generator of the environments' seeds; None draws fresh entropy.

        Returns:
            A `TianshouPool` in sync mode.
        """
        rng = self._create_rng(seed)
        # Tianshou first draws seeds for the environments, and then replaces them with these.
        seeds = [self._next_seed(rng) for _ in range(2 * num_envs)][num_envs:]
        envs = TianshouPool(
            self.id,
            num_envs,
            num_threads=self.num_threads,
            render_mode=self.render_modes[mode],
            **self.config,
        )
        envs.seed(seeds)
        return envs
