# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools with the defaults of an EnvPool release and its class names."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.compat.actions import LenientReader
from parallel_pool.compat.frames import resize
from parallel_pool.faces.dm_pool import DmPool
from parallel_pool.faces.envpool_members import EnvPoolMembers
from parallel_pool.faces.gym_pool import GymPool

EnvPool = EnvPoolMembers


class GymnasiumEnvPool(GymPool):
    """The gym face, with frames as EnvPool renders them.

    Attributes:
        render_env_id: the environment that `render` shows by default.
        render_size: height and width of frames; None is the size that the reference renders.
    """

    _reader_type = LenientReader
    render_env_id = 0
    render_size: tuple[int | None, int | None] = (None, None)

    def render(self, env_ids: Any = None, camera_id: int | None = None) -> Any:
        """Renders like `GymPool.render`, but only one environment by default.

        Args:
            env_ids: the environments to render; None: ``render_env_id``.
            camera_id: None or -1.

        Returns:
            As `GymPool.render`.

        Raises:
            As `GymPool.render`.
        """
        frames = super().render(self.render_env_id if env_ids is None else env_ids, camera_id)
        return resize(frames, self.render_size) if isinstance(frames, np.ndarray) else frames


class GymEnvPool(GymnasiumEnvPool):
    """The gym face of EnvPool 0.6: spaces come from the package gym, if it is installed."""

    def __init__(self, id: str, **options: Any) -> None:
        """See `parallel_pool.make`."""
        super().__init__(id, **options)
        if importlib.util.find_spec("gym") is None:
            return
        self.observation_space = gym_space(self.observation_space)
        self.action_space = gym_space(self.action_space)
        self.single_observation_space = self.observation_space
        self.single_action_space = self.action_space
        self.spec.observation_space = self.observation_space
        self.spec.action_space = self.action_space


class DMEnvPool(DmPool):
    """The dm_env face."""

    _reader_type = LenientReader


def gym_space(space: spaces.Space[Any]) -> Any:
    """Converts a space of Gymnasium to a space of gym, its predecessor.

    Raises:
        TypeError: gym has no such space.
    """
    gym: Any = importlib.import_module("gym.spaces")
    if isinstance(space, spaces.Box):
        return gym.Box(space.low, space.high, space.shape, space.dtype)
    if isinstance(space, spaces.Discrete):
        return gym.Discrete(int(space.n), start=int(space.start))
    if isinstance(space, spaces.MultiDiscrete):
        return gym.MultiDiscrete(space.nvec, dtype=space.dtype)
    if isinstance(space, spaces.MultiBinary):
        return gym.MultiBinary(space.n)
    if isinstance(space, spaces.Tuple):
        return gym.Tuple(tuple(gym_space(part) for part in space.spaces))
    if isinstance(space, spaces.Dict):
        return gym.Dict({key: gym_space(part) for key, part in space.spaces.items()})
    raise TypeError(f"gym has no space like {space}")
