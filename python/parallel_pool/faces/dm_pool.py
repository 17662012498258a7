# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The dm_env face: a pool as a `dm_env.Environment` whose time steps are batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import dm_env
import numpy as np
from dm_env import specs
from gymnasium.vector import AutoresetMode

from parallel_pool.faces.dm_specs import BatchSpecs
from parallel_pool.faces.envpool_members import EnvPoolMembers, formed
from parallel_pool.pool.arguments import Seed
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.when_asked import when_asked


class DmPool(EnvPoolMembers, dm_env.Environment):  # type: ignore[misc]
    """Environments of one id in a C++ thread pool, as dm_env presents them, in batches.

    Every field of a `dm_env.TimeStep` has a leading axis of rows. Step types are int32. The first
    row of an episode has reward 0 and discount 1. The discount is 0 where the rules end an episode
    and where the environment itself says so (after a lost life, for example), and 1 where a time
    limit truncates it.
    Observations are named tuples with ``env_id``, ``players``, the environment's infos, and ``obs``
    or the entries of a Dict observation. The step after the last one of an episode resets the
    environment, whatever the action.
    """

    _result_format = "dm"

    def __init__(self, id: str, **options: Any) -> None:
        """See `parallel_pool.make`."""
        setup = PoolSetup.checked(id, **options)
        if setup.autoreset_mode != AutoresetMode.NEXT_STEP:
            raise ValueError(
                "autoreset_mode must be 'NextStep' on the dm_env face, because a time step cannot "
                "be both the last of an episode and the first of the next, got "
                f"{setup.autoreset_mode.value!r}"
            )
        self._start(setup, {}, "dm")
        self._specs = BatchSpecs(setup.spec)

    def step(self, action: Any, env_id: Any = None) -> dm_env.TimeStep:
        """Steps environments and returns a batch.

        Args:
            action: as for `send`.
            env_id: as for `send`.

        Returns:
            A time step of arrays.

        Raises:
            As `PoolVectorEnv.step`.
        """
        actions, ids = self._reader.read(action, env_id)
        return formed(self._form, self._pool.step, actions, ids)

    def recv(self, timeout: float | None = None) -> dm_env.TimeStep:
        """Waits for a batch of ``batch_size`` rows, or fewer if fewer are in flight.

        Args:
            timeout: the maximum number of seconds to wait; None waits until there is a batch.

        Returns:
            As `step`.

        Raises:
            As `PoolVectorEnv.recv`.
        """
        return formed(self._form, self._pool.recv, timeout)

    def reset(
        self,
        env_id: Any = None,
        *,
        seed: Seed = None,
        options: Mapping[str, Any] | None = None,
    ) -> dm_env.TimeStep:
        """Resets environments.

        Args:
            env_id: the environments to reset. None resets all; async mode then returns the first
                batch of them.
            seed: as for `PoolVectorEnv.reset`.
            options: the environment's reset options.

        Returns:
            The first time step of their episodes.

        Raises:
            As `PoolVectorEnv.reset`.
        """
        parsed, mask = self._engine.parse_reset_options(options)
        if mask is not None:
            raise ValueError("reset takes env_id, not options['reset_mask']")
        return formed(self._form, self._engine.reset, seed, parsed, env_id)

    def observation_spec(self) -> Any:
        """A named tuple with the specs of one row."""
        return self._specs.observation

    def action_spec(self) -> Any:
        """The specs of one environment's action, nested like the action space."""
        return self._specs.action

    def reward_spec(self) -> specs.Array:
        """The spec of one row's reward: float32."""
        return specs.Array((), np.float32, "reward")

    def discount_spec(self) -> specs.BoundedArray:
        """The spec of one row's discount: float32, 0 or 1."""
        return specs.BoundedArray((), np.float32, 0.0, 1.0, "discount")

    @when_asked
    def _form(self) -> Callable[..., Any]:
        return partial(_time_step, self._specs)


def _time_step(
    names: BatchSpecs,
    observations: Any,
    rewards: Any,
    discounts: Any,
    step_types: Any,
    infos: dict[str, Any],
) -> dm_env.TimeStep:
    return dm_env.TimeStep(step_types, rewards, discounts, names.name(observations, infos))
