# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A single environment as a `dm_env.Environment`."""

from __future__ import annotations

from typing import Any

import dm_env

from parallel_pool import registry
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.faces.dm_specs import make_action_spec, make_spec
from parallel_pool.faces.single_env import OF_STEPS, speak_of_one, speaking_of_one
from parallel_pool.faces.single_members import SingleMembers
from parallel_pool.keywords import check_keywords
from parallel_pool.native import StepResult
from parallel_pool.pool.engine import Engine
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.spaces import batch_of_one, make_space, single


class DmEnv(SingleMembers, dm_env.Environment):  # type: ignore[misc]
    """A single environment that follows the dm_env contract exactly, without batches.

    Observations are nested like the environment's space: arrays and NumPy scalars in tuples and
    dicts. A time limit ends an episode with discount 1; the rules end it with discount 0.

    Args:
        id: the environment's id.
        seed: the seed of the first reset; None draws fresh entropy.
        max_episode_steps: the time limit; None keeps the id's own, -1 removes it.
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
        check_keywords(config, env_type, ["seed", "max_episode_steps"])
        self._arguments = {
            "id": id,
            "seed": seed,
            "max_episode_steps": max_episode_steps,
            **config,
        }
        self._open()
        setup = self._engine.setup
        if setup.spec["multi_player"]:
            self.close()
            raise ValueError(
                f"{env_type.id} is a multi-player environment: its number of rows changes, "
                "which a dm_env spec cannot express; use make_dm"
            )
        self._spec = setup.spec
        self._observation_space = make_space(setup.spec["observation"], make_text=None)
        self._action_space = make_space(setup.spec["action"])
        self._zero_discount: str | None = setup.spec["zero_discount"]
        self._fresh = True

    def reset(self) -> dm_env.TimeStep:
        """Starts a new episode.

        Returns:
            Its first time step, with reward and discount None.
        """
        with speaking_of_one():
            observations, _ = self._engine.reset(None, None, None)
        self._fresh = False
        return dm_env.restart(single(self._observation_space, observations, 0, plain=False))

    def step(self, action: Any) -> dm_env.TimeStep:
        """Steps the environment, or starts a new episode if the last one has ended.

        Args:
            action: an action that fits `action_spec`; ignored where an episode starts.

        Returns:
            The time step; its reward is a float.

        Raises:
            InvalidActionError: the action is out of range, NaN or infinite; nothing was stepped.
            EnvironmentFailure: the rules threw an exception; the next step starts an episode.
        """
        if self._fresh:
            return self.reset()
        observations, rewards, terminations, truncations, infos = self._step(action)
        observation = single(self._observation_space, observations, 0, plain=False)
        reward = float(rewards[0])
        self._fresh = bool(terminations[0] or truncations[0])
        if terminations[0]:
            return dm_env.termination(reward, observation)
        if truncations[0]:
            return dm_env.truncation(reward, observation)
        if self._zero_discount is not None and infos[self._zero_discount][0]:
            return dm_env.transition(reward, observation, discount=0.0)
        return dm_env.transition(reward, observation)

    def _step(self, action: Any) -> StepResult:
        try:
            return self._engine.pool.step(self._batch_of(action))
        except OF_STEPS as error:
            self._fresh |= isinstance(error, EnvironmentFailure)
            speak_of_one(error, self.action_spec(), action)
            raise

    def _batch_of(self, action: Any) -> Any:
        try:
            return batch_of_one(self._action_space, action)
        except (TypeError, KeyError, IndexError) as error:
            raise TypeError("actions") from error  # that it is nested otherwise

    def _open(self) -> None:
        self._engine = Engine(PoolSetup.checked(num_threads=1, **self._arguments))

    def __setstate__(self, state: tuple[dict[str, Any], bytes | None]) -> None:
        """See `SingleMembers`."""
        super().__setstate__(state)
        self._fresh |= state[1] is None

    def observation_spec(self) -> Any:
        """The specs of an observation, nested like the environment's space."""
        return make_spec(self._spec["observation"] | {"name": "observation"})

    def action_spec(self) -> Any:
        """The specs of an action, nested like the environment's space."""
        return make_action_spec(self._spec["action"])

    def close(self) -> None:
        """Frees the environment."""
        self._engine.close()
