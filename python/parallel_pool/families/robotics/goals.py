# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What environments reward for a goal, for algorithms that choose goals afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from parallel_pool.families.robotics.rotations import (
    conjugated,
    euler_of_quaternions,
    product_of_quaternions,
    quaternion_of_euler,
)
from parallel_pool.simulations import rows

# In metres: within it, a goal is achieved.
FETCH_DISTANCE = 0.05
MAZE_DISTANCE = 0.45
HAND_DISTANCE = 0.01


def checked_reward_type(reward_type: str) -> str:
    """``"sparse"`` or ``"dense"``.

    Raises:
        ValueError: it is neither.
    """
    if reward_type not in ("sparse", "dense"):
        raise ValueError(f"reward_type must be 'sparse' or 'dense', got {reward_type!r}")
    return reward_type


KITCHEN_DISTANCE = 0.3
# Positions of things in the kitchen, in radians and metres, when a task is done.
KITCHEN_GOALS: Mapping[str, tuple[float, ...]] = {
    "bottom burner": (-0.88, -0.01),
    "top burner": (-0.92, -0.01),
    "light switch": (-0.69, -0.05),
    "slide cabinet": (0.37,),
    "hinge cabinet": (0.0, 1.45),
    "microwave": (-0.75,),
    "kettle": (-0.23, 0.75, 1.62, 0.99, 0.0, 0.0, -0.06),
}


def pair(achieved_goal: Any, desired_goal: Any, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Goals as arrays.

    Raises:
        ValueError: their shapes differ, or are neither ``(size,)`` nor ``(batch, size)``.
    """
    goals = np.asarray(achieved_goal), np.asarray(desired_goal)
    shapes = [one.shape for one in goals]
    is_right = shapes[0] == shapes[1] and len(shapes[0]) in (1, 2) and shapes[0][-1] == size
    if not is_right or not all(one.dtype.kind in "fiu" for one in goals):
        raise ValueError(
            f"goals must be numbers of shape ({size},), or (batch, {size}), both alike; got shapes "
            f"{shapes[0]} and {shapes[1]}"
        )
    return goals


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
    return position_reward(config["reward_type"], distance(*pair(achieved_goal, desired_goal, 3)))


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
    return maze_reward(config["reward_type"], distance(*pair(achieved_goal, desired_goal, 2)))


def compute_maze_terminated(
    config: Mapping[str, Any], achieved_goal: np.ndarray, desired_goal: np.ndarray, info: object
) -> Any:
    """Whether an episode ends with an achieved goal. Arguments as of `compute_maze_reward`."""
    achieved, desired = pair(achieved_goal, desired_goal, 2)
    near = rows.norm(achieved - desired) <= MAZE_DISTANCE
    return near & (not config["continuing_task"])


def compute_kitchen_reward(
    config: Mapping[str, Any],
    achieved_goal: Mapping[str, np.ndarray],
    desired_goal: Mapping[str, np.ndarray],
    info: object,
) -> Any:
    """How many tasks are done, as if none had been done before.

    Args:
        config: the environment's options.
        achieved_goal: by task, float64 of shape (n,) or (batch, n), as observed.
        desired_goal: the same of what was wanted.
        info: not used; algorithms pass it.

    Returns:
        Float64 rewards.
    """
    near = [
        rows.norm(np.asarray(achieved_goal[name]) - desired_goal[name]) < KITCHEN_DISTANCE
        for name in config["tasks_to_complete"]
    ]
    return np.sum(near, axis=0, dtype=np.float64)


def compute_terminated(
    config: Mapping[str, Any], achieved_goal: np.ndarray, desired_goal: np.ndarray, info: object
) -> Any:
    """Whether an episode ends with an achieved goal: never. Arguments as of `compute_reward`."""
    return np.zeros(np.shape(achieved_goal)[:-1], bool)[()]


compute_truncated = compute_terminated


# --- The hand's ----------------------------------------------------------------------------------


def compute_tips_reward(
    config: Mapping[str, Any], achieved_goal: np.ndarray, desired_goal: np.ndarray, info: object
) -> Any:
    """As `compute_reward`, of fingertips: goals of shape (15,) or (batch, 15)."""
    apart = distance(*pair(achieved_goal, desired_goal, 15))
    return position_reward(config["reward_type"], apart, config["distance_threshold"])


def compute_pose_reward(
    config: Mapping[str, Any], achieved_goal: np.ndarray, desired_goal: np.ndarray, info: object
) -> Any:
    """The reward of an object's pose, or of a batch of them.

    Args:
        config: the environment's options.
        achieved_goal: float64 of shape (7,) or (batch, 7), a position and a quaternion.
        desired_goal: the same of what was wanted.
        info: not used; algorithms pass it.

    Returns:
        Sparse rewards are float32: 0 where the goal is achieved, else -1. Dense ones are float64.
    """
    return pose_reward(config, *between_poses(config, *pair(achieved_goal, desired_goal, 7)))


def between_poses(config: Mapping[str, Any], a: np.ndarray, b: np.ndarray) -> tuple[Any, Any]:
    """The distance in metres and the angle in radians, as far as they matter."""
    apart = np.zeros_like(a[..., 0])
    if config["target_position"] != "ignore":
        apart = distance(a[..., :3], b[..., :3])
    first, second = a[..., 3:], b[..., 3:]
    if config["ignore_z_target_rotation"]:
        angles = euler_of_quaternions(first)
        angles[..., 2] = euler_of_quaternions(second)[..., 2]
        first = quaternion_of_euler(angles)
    turn = product_of_quaternions(first, conjugated(second))
    return apart, 2 * np.arccos(np.clip(turn[..., 0], -1.0, 1.0))


def pose_success(config: Mapping[str, Any], apart: Any, angle: Any) -> Any:
    """1 where a pose is achieved, else 0, as float32."""
    near = (apart < config["distance_threshold"]) & (angle < config["rotation_threshold"])
    return near.astype(np.float32)


def pose_reward(config: Mapping[str, Any], apart: Any, angle: Any) -> Any:
    """The reward of a distance and an angle."""
    if config["reward_type"] == "sparse":
        return pose_success(config, apart, angle) - np.float32(1.0)
    return -(10.0 * apart + angle)
