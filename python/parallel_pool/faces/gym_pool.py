# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The EnvPool-style face: a pool for scripts that were written for EnvPool's ``"gym"``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv

from parallel_pool.faces.envpool_members import EnvPoolMembers, formed
from parallel_pool.pool.arguments import Seed
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.rendering import render_metadata
from parallel_pool.when_asked import when_asked


class GymPool(EnvPoolMembers, VectorEnv[Any, Any, Any], gymnasium.Env[Any, Any]):  # type: ignore[misc, override]
    """Environments of one id in a C++ thread pool, as EnvPool presents them.

    It is a `gymnasium.Env` and a `gymnasium.vector.VectorEnv`, so wrappers of both kinds accept it.
    The spaces are those of one environment, but `step` takes and returns batches. Rewards are
    float32. Infos have plain arrays, among them always ``env_id``, ``players`` and
    ``elapsed_step``.

    Attributes:
        num_envs: the number of environments.
        observation_space, action_space: the spaces of one environment;
            ``single_observation_space`` and ``single_action_space`` are the same.
        is_vector_env: True.
        spec: a `PoolSpec`.
        metadata: the autoreset mode and the render modes.
        render_mode: the render mode, or None.
    """

    _result_format = "gym"

    def __init__(
        self,
        id: str,
        gym_reset_return_info: bool = False,
        legacy_step: bool = False,
        **options: Any,
    ) -> None:
        """See `parallel_pool.make`."""
        for name, flag in (
            ("gym_reset_return_info", gym_reset_return_info),
            ("legacy_step", legacy_step),
        ):
            if not isinstance(flag, bool | np.bool_):
                raise TypeError(f"{name} must be a bool, got {flag!r}")
        setup = PoolSetup.checked(id, **options)
        self._returns_info = bool(gym_reset_return_info)
        self._legacy_step = bool(legacy_step)
        face = {"gym_reset_return_info": self._returns_info, "legacy_step": self._legacy_step}
        self._start(setup, face, "gym")
        self.num_envs = setup.engine.num_envs
        self.observation_space = self.spec.observation_space
        self.action_space = self.spec.action_space
        self.single_observation_space = self.observation_space
        self.single_action_space = self.action_space
        self.is_vector_env = True
        self.metadata = render_metadata(setup.env_type) | {"autoreset_mode": setup.autoreset_mode}
        self.render_mode = setup.render_mode

    def __del__(self) -> None:
        """Leaves the end to the engine. Gymnasium before 1.3 closes also what was never made."""

    def step(self, action: Any, env_id: Any = None) -> Any:
        """Steps environments and returns a batch.

        Args:
            action: as for `send`.
            env_id: as for `send`.

        Returns:
            Observations, rewards (float32), terminations, truncations (bool), each with a leading
            axis of rows, and infos. With ``legacy_step``, four values: observations, rewards, dones
            and infos, which then also have ``TimeLimit.truncated``.

        Raises:
            As `PoolVectorEnv.step`.
        """
        actions, ids = self._reader.read(action, env_id)
        return formed(self._form, self._pool.step, actions, ids)

    def recv(
        self, reset: bool = False, return_info: bool = True, timeout: float | None = None
    ) -> Any:
        """Waits for a batch of ``batch_size`` rows, or fewer if fewer are in flight.

        Args:
            reset: return only observations and infos.
            return_info: if False, `reset` returns only observations.
            timeout: the maximum number of seconds to wait; None waits until there is a batch.

        Returns:
            As `step`. Rows of a reset have reward 0, False flags and elapsed_step 0.

        Raises:
            As `PoolVectorEnv.recv`.
        """
        form = self._form if not reset else self._first_form if return_info else _first
        return formed(form, self._pool.recv, timeout)

    def reset(
        self,
        env_id: Any = None,
        *,
        seed: Seed = None,
        options: Mapping[str, Any] | None = None,
    ) -> Any:
        """Resets environments.

        Args:
            env_id: the environments to reset. None resets all; async mode then returns the first
                batch of them.
            seed: as for `PoolVectorEnv.reset`.
            options: the environment's reset options, and ``"reset_mask"``: a bool array of shape
                ``(num_envs,)`` that selects the environments instead of `env_id`.

        Returns:
            Observations; with ``gym_reset_return_info`` observations and infos.

        Raises:
            As `PoolVectorEnv.reset`.
        """
        parsed, mask = self._engine.parse_reset_options(options)
        if mask is not None:
            if env_id is not None:
                raise ValueError(
                    "options['reset_mask'] and env_id were both given: give only one of them"
                )
            env_id = np.flatnonzero(mask).astype(np.int32)
        form = self._first_form if self._returns_info else _first
        return formed(form, self._engine.reset, seed, parsed, env_id)

    def close(self, **kwargs: Any) -> None:
        """Stops the threads and frees the environments; returned arrays stay valid.

        Args:
            **kwargs: ignored, as by EnvPool.
        """
        super().close()

    @when_asked
    def _form(self) -> Callable[..., Any]:
        return _of_four if self._legacy_step else _of_five

    @staticmethod
    def _first_form(observations: Any, *rest: Any) -> tuple[Any, dict[str, Any]]:
        return observations, rest[-1]


def _first(observations: Any, *_: Any) -> Any:
    return observations


def _of_five(*batch: Any) -> tuple[Any, ...]:
    return batch


def _of_four(
    observations: Any, rewards: Any, terminations: Any, truncations: Any, infos: dict[str, Any]
) -> tuple[Any, ...]:
    infos["TimeLimit.truncated"] = truncations & ~terminations
    return observations, rewards, terminations | truncations, infos
