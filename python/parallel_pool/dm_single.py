# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One environment as a plain `dm_env.Environment`."""

from __future__ import annotations

from typing import Any

import dm_env

from parallel_pool import registry
from parallel_pool.dm_specs import discounts_lives, make_spec
from parallel_pool.engine import Engine
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.pool_setup import PoolSetup
from parallel_pool.spaces import batch_of_one, make_space, single


class DmEnv(dm_env.Environment):  # type: ignore[misc]
    """One environment, to the letter of dm_env: nothing is batched.

    Observations are nested as the environment's space: arrays and NumPy scalars in tuples and
    dicts. A time limit ends an episode with discount 1, the rules with discount 0.

    Args:
        id: the environment's id.
        seed: of the first reset; None is fresh entropy.
        max_episode_steps: the time limit; None is the id's own, -1 is none.
        **config: the environment's own options.
    """

    def __init__(
        self,
        id: str,
        seed: int | None = None,
        max_episode_steps: int | None = None,
        **config: Any,
    ) -> None:
        """See the class."""
        env_type = registry.find(id)
        known = [*(name for name, _, _, _ in env_type.options), "seed", "max_episode_steps"]
        registry.check_names(config, known, f"{env_type.id}: keyword")
        setup = PoolSetup.checked(
            id, seed=seed, max_episode_steps=max_episode_steps, num_threads=1, **config
        )
        if setup.spec["multi_player"]:
            raise ValueError(
                f"{env_type.id} is a multi-player environment: the number of rows changes, "
                "which no spec of dm_env can say; use make_dm"
            )
        self._engine = Engine(setup)
        self._spec = setup.spec
        self._observation_space = make_space(setup.spec["observation"])
        self._action_space = make_space(setup.spec["action"])
        self._lives_count = discounts_lives(setup.config)
        self._fresh = True

    def reset(self) -> dm_env.TimeStep:
        """A new episode.

        Returns:
            Its first time step: reward and discount are None.
        """
        observations, _ = self._engine.reset(None, None, None)
        self._fresh = False
        return dm_env.restart(single(self._observation_space, observations, 0, plain=False))

    def step(self, action: Any) -> dm_env.TimeStep:
        """One step; a new episode if there is none or the last one has ended.

        Args:
            action: as `action_spec` says; ignored where an episode begins.

        Returns:
            The time step; its reward is a float.

        Raises:
            InvalidActionError: an action out of range, NaN or infinite; nothing was stepped.
            EnvironmentFailure: the rules threw; the next step begins an episode.
        """
        if self._fresh:
            return self.reset()
        actions = batch_of_one(self._action_space, action)
        try:
            observations, rewards, terminations, truncations, infos = self._engine.pool.step(
                actions
            )
        except EnvironmentFailure:
            self._fresh = True
            raise
        observation = single(self._observation_space, observations, 0, plain=False)
        reward = float(rewards[0])
        self._fresh = bool(terminations[0] or truncations[0])
        if terminations[0]:
            return dm_env.termination(reward, observation)
        if truncations[0]:
            return dm_env.truncation(reward, observation)
        if self._lives_count and infos["life_loss"][0]:
            return dm_env.transition(reward, observation, discount=0.0)
        return dm_env.transition(reward, observation)

    def observation_spec(self) -> Any:
        """Specs of an observation, nested like the environment's space."""
        return make_spec(self._spec["observation"] | {"name": "observation"})

    def action_spec(self) -> Any:
        """Specs of an action, nested like the environment's space."""
        return make_spec(self._spec["action"] | {"name": "action"})

    def close(self) -> None:
        """Frees the environment."""
        self._engine.close()
