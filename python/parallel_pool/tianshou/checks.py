# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What Tianshou can not take, told with the way out."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from parallel_pool import registry
from parallel_pool.vector_env import PoolVectorEnv


def check_options(options: dict[str, Any]) -> None:
    """Refuses what this face decides by itself."""
    if "autoreset_mode" in options:
        raise ValueError(
            "autoreset_mode can not be chosen here: Tianshou's collectors reset what has ended"
        )
    if "batch_size" in options:
        raise ValueError("batch_size is called wait_num here, as in Tianshou")


def check_spaces(id: str, envs: PoolVectorEnv) -> None:
    """Refuses what Tianshou can not take."""
    if registry.find(id).spec(envs.config)["multi_player"]:
        envs.close()
        raise ValueError(
            f"{id} has several players in each environment, and Tianshou's collectors one: use "
            "parallel_pool.make"
        )
    space = envs.single_observation_space
    if _has_tuple(space):
        envs.close()
        raise TypeError(
            f"Tianshou takes no tuples as observations, and these are {space}: use "
            "DummyVectorEnv over gymnasium.make with a FlattenObservation wrapper"
        )


def _has_tuple(space: spaces.Space[Any]) -> bool:
    if isinstance(space, spaces.Dict):
        return any(_has_tuple(part) for part in space.spaces.values())
    return isinstance(space, spaces.Tuple)
