# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Refuses what Tianshou does not support; each message says what to do instead."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from parallel_pool import registry
from parallel_pool.faces.vector_env import PoolVectorEnv


def check_options(options: dict[str, Any]) -> None:
    """Refuses options that this adapter sets itself."""
    if "autoreset_mode" in options:
        raise ValueError(
            "autoreset_mode cannot be set: Tianshou's collectors reset environments themselves"
        )
    if "batch_size" in options:
        raise ValueError("batch_size is called wait_num here, as in Tianshou")


def check_spaces(id: str, envs: PoolVectorEnv) -> None:
    """Refuses spaces that Tianshou does not support."""
    if registry.find(id).spec(envs.config)["multi_player"]:
        envs.close()
        raise ValueError(
            f"{id} has several players in each environment, but Tianshou's collectors support only "
            "one: use parallel_pool.make"
        )
    space = envs.single_observation_space
    if _has_tuple(space):
        envs.close()
        raise TypeError(
            f"Tianshou does not support Tuple observations, but the observation space is {space}: "
            "use DummyVectorEnv over gymnasium.make with a FlattenObservation wrapper"
        )


def _has_tuple(space: spaces.Space[Any]) -> bool:
    if isinstance(space, spaces.Dict):
        return any(_has_tuple(part) for part in space.spaces.values())
    return isinstance(space, spaces.Tuple)
