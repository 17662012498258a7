# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool as a native environment of PufferLib."""

from __future__ import annotations

import operator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pufferlib
from gymnasium.vector import AutoresetMode

from parallel_pool.faces.library_requirements import LibraryRequirements
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.pufferlib.observations import Observations, check_actions

_REQUIREMENTS = LibraryRequirements(
    library="PufferLib",
    adapter="PoolEnv",
    autoreset_mode=AutoresetMode.SAME_STEP,
    refused_options={
        "batch_size": "PufferLib's trainer needs rows in the order of the environments; leave it "
        "out, or let pufferlib.vector.Multiprocessing run several PoolEnvs",
        "autoreset_mode": "PufferLib's native environments reset within the step; leave it out",
        "array_type": "PufferLib takes NumPy arrays; leave it out",
    },
)


class PoolEnv(pufferlib.PufferEnv):
    """Environments of one id in a C++ thread pool, as one native environment of PufferLib.

    Its agents are the environments. Episodes are reset within the step that ends them, as in
    PufferLib's own environments: the observation is then the first of the next episode.

    Where the environment owns its buffers, ``observations``, ``terminals`` and ``truncations`` are
    the pool's arrays, without a copy, and each step replaces them by other arrays. Dict and Tuple
    observations are copied into a flat buffer. Buffers that PufferLib gives are written in place.

    Attributes:
        envs: the pool, for example to save states.
    """

    observations: np.ndarray
    rewards: np.ndarray
    terminals: np.ndarray
    truncations: np.ndarray

    def __init__(
        self,
        env: str | PoolVectorEnv,
        num_envs: int = 1,
        *,
        buf: dict[str, np.ndarray] | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        """Makes the pool.

        Args:
            env: the environments' id, or a pool with ``autoreset_mode="SameStep"``.
            num_envs: the number of environments, if `env` is an id.
            buf: buffers to write into, which PufferLib's vector environments give.
            seed: seeds the first reset, unless that call has a seed of its own.
            **options: as for `parallel_pool.make`, without ``batch_size``, ``autoreset_mode`` and
                ``array_type``.

        Raises:
            TypeError: PufferLib cannot express a space of the environment.
            As `parallel_pool.make`.
        """
        if isinstance(env, str):
            options = {"record_episode_statistics": True} | options
        self.envs = _REQUIREMENTS.pool(env, num_envs, options)
        self.num_agents = self.envs.num_envs
        try:
            self._layout = Observations(self.envs._id, self.envs.single_observation_space)
            check_actions(self.envs._id, self.envs.single_action_space)
        except TypeError:
            self.envs.close()
            raise
        self.single_observation_space = self._layout.space
        self.single_action_space = self.envs.single_action_space
        self._owns_buffers = buf is None
        self._seed = seed
        super().__init__(buf)
        if self._layout.fields is not None:
            # PufferLib's policies read the spaces before the emulation from here.
            self.env = SimpleNamespace(
                observation_space=self.envs.single_observation_space,
                action_space=self.single_action_space,
            )

    @property
    def emulated(self) -> Any:
        """What PufferLib's policies need to know of emulated observations; False without them."""
        return self._layout.emulated

    # --- What PufferLib calls -------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, list[dict[str, Any]]]:
        """Resets all environments.

        Args:
            seed: seeds environment i with ``seed + i``. PufferLib's vector environments give
                consecutive seeds to their pools, which therefore seed environment i with
                ``seed * num_envs + i``. None continues the random streams.

        Returns:
            The observations, and no infos.
        """
        first, self._seed = self._seed if seed is None else seed, None
        if first is not None and not self._owns_buffers:
            first = operator.index(first) * self.num_agents
        observations, _ = self.envs.reset(seed=first)
        self._show(observations)
        self.rewards[:] = 0
        self.terminals[:] = False
        self.truncations[:] = False
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, ...]:
        """Steps all environments.

        Args:
            actions: an action for each environment.

        Returns:
            The buffers of observations, rewards (float32), terminals and truncations, and a list
            with a dict for each episode that ended: ``episode_return`` and ``episode_length``.

        Raises:
            InvalidActionError, EnvironmentFailure, PoolClosedError: as `PoolVectorEnv.step`.
        """
        observations, rewards, terminated, truncated, infos = self.envs.step(actions)
        self._show(observations)
        self.rewards[:] = rewards
        if self._owns_buffers:
            self.terminals, self.truncations = terminated, truncated
        else:
            self.terminals[:] = terminated
            self.truncations[:] = truncated
        told = _episodes(infos) if "episode" in infos else []
        return self.observations, self.rewards, self.terminals, self.truncations, told

    def render(self) -> Any:
        """The frame of environment 0, which PufferLib shows; see `PoolVectorEnv.render`."""
        frames = self.envs.render([0] if self.envs.render_mode != "human" else 0)
        return None if frames is None else frames[0]

    def notify(self) -> None:
        """Does nothing; PufferLib calls it."""

    def close(self) -> None:
        """Stops the threads and frees the environments."""
        self.envs.close()

    def _show(self, observations: Any) -> None:
        if self._layout.fields is not None:
            self._layout.write(self.observations, observations)
        elif self._owns_buffers:
            self.observations = observations
        else:
            self.observations[:] = observations


def _episodes(infos: dict[str, Any]) -> list[dict[str, Any]]:
    statistics = infos["episode"]
    ids = infos["_episode"].nonzero()[0]
    returns, lengths = statistics["r"][ids].tolist(), statistics["l"][ids].tolist()
    return [
        {"episode_return": one, "episode_length": other}
        for one, other in zip(returns, lengths, strict=True)
    ]
