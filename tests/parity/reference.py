# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The oracle: N single reference environments with the autoreset modes of gymnasium.vector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gymnasium
import mujoco
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import FrameStackObservation
from parallel_pool._native import NativeEnvType

# References print MuJoCo's warnings and write them into a file.
mujoco.set_mju_user_warning(lambda _: None)

# Options that references have as attributes, not as arguments: Acrobot's.
ATTRIBUTES = {"book_or_nips", "torque_noise_max"}


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
        attributes = {name: config[name] for name in ATTRIBUTES & config.keys()}
        stack = config.get("frame_stack", 1)
        config = {
            name: value
            for name, value in config.items()
            if name not in ATTRIBUTES and name != "frame_stack"
        }
        limit = {} if max_episode_steps is None else {"max_episode_steps": max_episode_steps}
        self.envs: list[gymnasium.Env[Any, Any]] = [
            gymnasium.make(env_type.reference, disable_env_checker=True, **limit, **config)
            for _ in range(num_envs)
        ]
        if stack > 1:
            self.envs = [FrameStackObservation(env, stack) for env in self.envs]
        for env in self.envs:
            for name, value in attributes.items():
                setattr(env.unwrapped, name, value)
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
    """A reference's value in the dtypes of its space; arrays must have them already."""
    if isinstance(space, spaces.Tuple):
        return tuple(cast(part, value[i]) for i, part in enumerate(space.spaces))
    if isinstance(space, spaces.Dict):
        return {key: cast(part, value[key]) for key, part in space.spaces.items()}
    if isinstance(value, np.ndarray):
        assert value.dtype == space.dtype
    return np.asarray(value, dtype=space.dtype)
