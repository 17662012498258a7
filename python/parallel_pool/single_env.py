# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One environment as a plain `gymnasium.Env`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool.spaces import batch_of_one, single, single_info
from parallel_pool.vector_env import PoolVectorEnv


class PoolEnv(gymnasium.Env[Any, Any]):
    """A pool of one environment without autoreset and time limit, for `gymnasium.make`.

    Args:
        id: the environment's id.
        render_mode: one of ``metadata["render_modes"]``, or None.
        **config: the environment's own options.
    """

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
        self.metadata = {
            key: value for key, value in self._envs.metadata.items() if key != "autoreset_mode"
        }
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One step.

        Args:
            action: in ``action_space``.

        Returns:
            Observation, reward (float), terminated, truncated (only if the rules truncate by
            themselves: time limits are `gymnasium.make`'s) and info. What has no shape is a plain
            Python value.

        Raises:
            InvalidActionError: an action out of range, NaN or infinite; nothing was stepped.
            ResetNeededError: the episode has ended, or never begun.
            EnvironmentFailure: the rules threw.
        """
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
        """A new episode.

        Args:
            seed: a non-negative int of any size starts a new stream; None goes on with the one
                there is.
            options: the environment's reset options, for this reset only.

        Returns:
            Observation and info.

        Raises:
            TypeError, ValueError: a bad seed or option; nothing was reset.
        """
        observations, infos = self._envs.reset(seed=seed, options=options)
        return single(self.observation_space, observations, 0), single_info(infos, 0)

    def render(self) -> Any:
        """A picture of the environment as it is now: its reference's own.

        Returns:
            A uint8 array of shape ``(height, width, 3)`` in mode ``"rgb_array"``, a str in mode
            ``"ansi"``; None in mode ``"human"``, and, with a warning, without a render mode.

        Raises:
            ResetNeededError: there was no reset yet.
            DependencyNotInstalled: pygame is missing; the extra ``render`` brings it.
        """
        frames = self._envs.render()
        return frames[0] if frames is not None else None

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
