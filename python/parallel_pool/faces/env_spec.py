# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Describes a pool without making it, as EnvPool's ``make_spec`` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium import spaces

from parallel_pool.faces.named_tuples import named_tuple
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.spaces import make_space

if TYPE_CHECKING:
    from collections.abc import Mapping


class PoolSpec:
    """The spaces of a pool's environments, and the pool's arguments.

    Attributes:
        id: the environments' id.
        keywords: the arguments that differ from their defaults; they make an equal pool.
        config: all arguments as a named tuple, with defaults filled in.
        observation_space, action_space: the spaces of one environment;
            ``gymnasium_observation_space`` and ``gymnasium_action_space`` are the same.
        reward_threshold: the mean return at which a task counts as solved, or None.
    """

    def __init__(self, setup: PoolSetup, face: Mapping[str, object]) -> None:
        """Takes the arguments of a pool and those of its face."""
        self._description = setup.spec
        self.keywords: dict[str, Any] = setup.keywords()
        self.id = setup.env_type.id
        self.reward_threshold = setup.env_type.reward_threshold
        values = config_of(setup, face)
        self.config: Any = named_tuple("Config", [*values])(**values)
        self.observation_space: spaces.Space[Any] = make_space(
            setup.spec["observation"], make_text=None
        )
        self.action_space: spaces.Space[Any] = make_space(setup.spec["action"])
        self.gymnasium_observation_space = self.observation_space
        self.gymnasium_action_space = self.action_space

    def observation_spec(self) -> Any:
        """The dm_env specs of one environment's observation; see `DmPool.observation_spec`."""
        from parallel_pool.faces.dm_specs import BatchSpecs

        return BatchSpecs(self._description).observation

    def action_spec(self) -> Any:
        """The dm_env specs of one environment's action; see `DmPool.action_spec`."""
        from parallel_pool.faces.dm_specs import BatchSpecs

        return BatchSpecs(self._description).action

    def __repr__(self) -> str:
        """Id and config."""
        values = ", ".join(f"{name}={value!r}" for name, value in self.config._asdict().items())
        return f"PoolSpec({self.id!r}, {values})"


def config_of(setup: PoolSetup, face: Mapping[str, object]) -> dict[str, Any]:
    """All arguments with EnvPool's names and with defaults filled in."""
    engine = setup.engine
    seeds = setup.seed if isinstance(setup.seed, int | None) else [*setup.seed]
    affinity = engine.thread_affinity_offset
    return {
        "num_envs": engine.num_envs,
        "batch_size": engine.batch_size or engine.num_envs,
        "num_threads": engine.num_threads,
        "max_num_players": setup.spec["max_players"],
        "thread_affinity_offset": -1 if affinity is None else affinity,
        "seed": None if isinstance(seeds, list) else seeds,
        "env_seed": seeds if isinstance(seeds, list) else [],
        **face,
        "max_episode_steps": engine.max_episode_steps,
        "reward_threshold": setup.env_type.reward_threshold,
        **setup.shown_config,
    }
