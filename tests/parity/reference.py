# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The oracle: N single reference environments with the autoreset modes of gymnasium.vector."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from parallel_pool.native import NativeEnvType

from tests.families.facts import facts_of


def make(
    env_type: NativeEnvType, config: Mapping[str, Any], max_episode_steps: int | None
) -> gymnasium.Env[Any, Any]:
    """Gymnasium's environment with the same options."""
    limit = {} if max_episode_steps is None else {"max_episode_steps": max_episode_steps}
    return gymnasium.make(env_type.reference, disable_env_checker=True, **limit, **config)


@dataclass
class Row:
    """What one reference returned for one task."""

    observation: Any
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    info: dict[str, Any] | None = None
    final_observation: Any = None
    final_info: dict[str, Any] | None = None


class References:
    """Single reference environments, driven as `SyncVectorEnv` drives them."""

    def __init__(
        self,
        env_type: NativeEnvType,
        config: dict[str, Any],
        num_envs: int,
        mode: AutoresetMode,
        max_episode_steps: int | None,
    ) -> None:
        facts = facts_of(env_type.id)
        self.envs: list[gymnasium.Env[Any, Any]] = [
            facts.make_reference(env_type, config, max_episode_steps) for _ in range(num_envs)
        ]
        self.mode = mode
        self.pending = [False] * num_envs
        self.last = [Row(None) for _ in range(num_envs)]

    def reset(self, i: int, seed: int | None, options: dict[str, Any] | None = None) -> Row:
        observation, info = self.envs[i].reset(seed=seed, options=options)
        self.pending[i] = False
        self.last[i] = Row(observation, info=info)
        return self.last[i]

    def step(self, i: int, action: Any) -> Row:
        env = self.envs[i]
        if self.pending[i] and self.mode == AutoresetMode.NEXT_STEP:
            return self.reset(i, None)
        observation, reward, terminated, truncated, info = env.step(action)
        info = deepcopy(
            info
        )  # before Gymnasium 1.4, Humanoid's shows arrays of the simulation itself
        row = Row(observation, float(reward), terminated, truncated, info)
        ended = terminated or truncated
        if ended and self.mode == AutoresetMode.SAME_STEP:
            row.final_observation, row.final_info = observation, info
            row.observation, row.info = env.reset()
            ended = False
        self.pending[i] = ended
        self.last[i] = row
        return row


def cast(space: spaces.Space[Any], value: Any) -> Any:
    """Casts a reference's value to the dtypes of its space; arrays must already have them."""
    if isinstance(space, spaces.Tuple):
        return tuple(cast(part, value[i]) for i, part in enumerate(space.spaces))
    if isinstance(space, spaces.Dict):
        return {key: cast(part, value[key]) for key, part in space.spaces.items()}
    if isinstance(value, np.ndarray):
        assert value.dtype == space.dtype
    return np.asarray(value, dtype=space.dtype)
