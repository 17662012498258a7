# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool as a batched environment of Sample Factory."""

from __future__ import annotations

import operator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from sample_factory.algo.utils.make_env import BatchedListToDictWrapper
from sample_factory.envs.env_utils import register_env

from parallel_pool.faces.library_requirements import LibraryRequirements, parts
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.pool.tensors import array_of

_REQUIREMENTS = LibraryRequirements(
    library="Sample Factory",
    adapter="PoolEnv",
    autoreset_mode=AutoresetMode.SAME_STEP,
    refused_spaces=(spaces.Tuple, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary),
    refused_options={
        "batch_size": "Sample Factory steps all environments of a worker together; leave it out, "
        "or run several workers",
        "autoreset_mode": "Sample Factory's batched environments reset within the step; leave it "
        "out",
        "array_type": "PoolEnv always returns tensors; leave it out",
    },
    refused_actions=(spaces.Dict, spaces.MultiDiscrete, spaces.MultiBinary),
)


def _forward(name: str) -> None:
    """Makes Sample Factory's wrapper forward an attribute to the environment that it wraps.

    Sample Factory relies on this, but Gymnasium's wrappers have not done it since version 1.
    """
    if not hasattr(BatchedListToDictWrapper, name):
        setattr(
            BatchedListToDictWrapper, name, property(lambda wrapper: getattr(wrapper.env, name))
        )


_forward("num_agents")
_forward("is_multiagent")


class PoolEnv(gymnasium.Env[Any, Any]):
    """Environments of one id in a C++ thread pool, as one environment of Sample Factory.

    Its agents are the environments, and its results are tensors. Episodes are reset within the
    step that ends them, as Sample Factory requires.

    Attributes:
        envs: the pool.
        num_agents: the number of environments.
        is_multiagent: always True.
    """

    def __init__(
        self,
        env: str | PoolVectorEnv,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Makes the pool.

        Args:
            env: the environments' id, or a pool with ``autoreset_mode="SameStep"``.
            num_envs: the number of environments, if `env` is an id.
            render_mode: as for `parallel_pool.make`.
            **options: as for `parallel_pool.make`, without ``batch_size``, ``autoreset_mode`` and
                ``array_type``.

        Raises:
            TypeError: Sample Factory cannot express a space of the environment.
            As `parallel_pool.make`.
        """
        if isinstance(env, str):
            options = {"record_episode_statistics": True} | options
            if render_mode is not None:
                options["render_mode"] = render_mode
        self.envs = _REQUIREMENTS.pool(env, num_envs, options)
        self.num_agents = self.envs.num_envs
        self.is_multiagent = True
        self.render_mode = self.envs.render_mode
        self.metadata = self.envs.metadata
        space = self.envs.single_observation_space
        if any(isinstance(part, spaces.Dict) for part in parts(space)[1:]):
            self.envs.close()
            raise TypeError(
                f"Sample Factory takes no nested Dict spaces, but the observation space of "
                f"{self.envs._id} is {space}: use parallel_pool.make, whose results Gymnasium's "
                "vector wrappers can flatten"
            )
        self._is_dict = isinstance(space, spaces.Dict)
        self.observation_space = space if self._is_dict else spaces.Dict({"obs": space})
        self.action_space = self.envs.single_action_space

    def reset(  # type: ignore[override]
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, torch.Tensor], list[dict[str, Any]]]:
        """Resets all environments.

        Args:
            seed: seeds environment i with ``seed * num_envs + i``, because Sample Factory gives
                consecutive seeds to the pools of its workers.
            options: the environment's reset options.

        Returns:
            A dict of observations, and an empty dict of infos for each environment.
        """
        first = None if seed is None else operator.index(seed) * self.num_agents
        observations, _ = self.envs.reset(seed=first, options=options)
        return self._tensors(observations), self._infos({})

    def step(self, actions: Any) -> tuple[Any, ...]:
        """Steps all environments.

        Args:
            actions: an action for each environment, as an array or a tensor.

        Returns:
            A dict of observations, rewards (float32), terminations and truncations as tensors, and
            a list with a dict for each environment, which has ``"episode"`` where one ended.

        Raises:
            InvalidActionError, EnvironmentFailure, PoolClosedError: as `PoolVectorEnv.step`.
        """
        if isinstance(actions, torch.Tensor):
            actions = array_of(actions)
        observations, rewards, terminated, truncated, infos = self.envs.step(actions)
        return (
            self._tensors(observations),
            torch.from_numpy(rewards.astype(np.float32)),
            torch.from_numpy(terminated),
            torch.from_numpy(truncated),
            self._infos(infos),
        )

    def render(self) -> Any:
        """The frame of environment 0; see `PoolVectorEnv.render`."""
        frames = self.envs.render([0] if self.render_mode != "human" else 0)
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Stops the threads and frees the environments."""
        self.envs.close()

    def _tensors(self, observations: Any) -> dict[str, torch.Tensor]:
        named = observations if self._is_dict else {"obs": observations}
        return {name: torch.from_numpy(values) for name, values in named.items()}

    def _infos(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = [{} for _ in range(self.num_agents)]
        if "episode" not in infos:
            return rows
        statistics = infos["episode"]
        for i in infos["_episode"].nonzero()[0].tolist():
            rows[i] = {"episode": {name: values.item(i) for name, values in statistics.items()}}
        return rows


def register(id: str, num_envs: int = 1, *, name: str | None = None, **options: Any) -> str:
    """Registers pools with Sample Factory.

    Args:
        id: the environments' id.
        num_envs: the number of environments in each pool. Each of Sample Factory's workers makes
            ``num_envs_per_worker`` pools, which should be 1 or 2.
        name: the name for ``--env``; None: the id.
        **options: as for `PoolEnv`.

    Returns:
        The name.

    Raises:
        TypeError, ValueError: as `PoolEnv`.
    """
    PoolEnv(id, 1, **options).close()  # errors are raised here, not in a worker
    name = id if name is None else name
    register_env(name, partial(_make, id, num_envs, options))
    return name


def _make(
    id: str,
    num_envs: int,
    options: dict[str, Any],
    full_env_name: str,
    cfg: Any = None,
    env_config: Any = None,
    render_mode: str | None = None,
) -> PoolEnv:
    """What Sample Factory calls, in its workers too."""
    return PoolEnv(id, num_envs, render_mode=render_mode, **options)
