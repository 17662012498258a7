# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What environments reward for a goal, for algorithms that choose goals afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from parallel_pool.simulations import rows

# In metres: within it, a goal is achieved.
FETCH_DISTANCE = 0.05
MAZE_DISTANCE = 0.45


def distance(achieved_goal: np.ndarray, desired_goal: np.ndarray) -> Any:
    """The distance of positions, of shape (..., 3)."""
    return np.linalg.norm(achieved_goal - desired_goal, axis=-1)


def compute_reward(
    config: Mapping[str, Any], achieved_goal: np.ndarray, desired_goal: np.ndarray, info: object
) -> Any:
    """The reward of an achieved goal, or of a batch of them.

    Args:
        config: the environment's options.
        achieved_goal: float64 of shape (3,) or (batch, 3), as observed.
        desired_goal: the same of what was wanted.
        info: not used; algorithms pass it.

    Returns:
        Sparse rewards are float32: 0 where the goal is achieved, else -1. Dense ones are float64.
    """
    return position_reward(config["reward_type"], distance(achieved_goal, desired_goal))


def position_reward(reward_type: str, distance: Any, threshold: float = FETCH_DISTANCE) -> Any:
    """The reward of a distance from the goal; 0 is a negative zero, as in the reference."""
    if reward_type == "sparse":
        return -(distance > threshold).astype(np.float32)
    return -distance


def maze_reward(reward_type: str, distance: Any) -> Any:
    """The reward of a distance from the goal in a maze."""
    if reward_type == "sparse":
        return (distance <= MAZE_DISTANCE).astype(np.float64)
    return np.exp(-distance)


def compute_maze_reward(
    config: Mapping[str, Any], achieved_goal: np.ndarray, desired_goal: np.ndarray, info: object
) -> Any:
    """The reward of an achieved goal in a maze, or of a batch of them.

    Args:
        config: the environment's options.
        achieved_goal: float64 of shape (2,) or (batch, 2), as observed.
        desired_goal: the same of what was wanted.
        info: not used; algorithms pass it.

    Returns:
        Float64 rewards.
    """
    return maze_reward(config["reward_type"], distance(achieved_goal, desired_goal))


def compute_maze_terminated(
    config: Mapping[str, Any], achieved_goal: np.ndarray, desired_goal: np.ndarray, info: object
) -> Any:
    """Whether an episode ends with an achieved goal. Arguments as of `compute_maze_reward`."""
    near = rows.norm(np.asarray(achieved_goal) - desired_goal) <= MAZE_DISTANCE
    return near & (not config["continuing_task"])


def compute_terminated(
    config: Mapping[str, Any], achieved_goal: np.ndarray, desired_goal: np.ndarray, info: object
) -> Any:
    """Whether an episode ends with an achieved goal: never. Arguments as of `compute_reward`."""
    return np.zeros(np.shape(achieved_goal)[:-1], bool)[()]


compute_truncated = compute_terminated
