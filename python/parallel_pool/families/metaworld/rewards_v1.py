# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What MetaWorld's older rewards build on: those of ``reward_function_version="v1"``."""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.families.metaworld.reward_rows import Rows
from parallel_pool.families.metaworld.rewards import square
from parallel_pool.simulations.rows import norm


def near_goal(left: np.ndarray, wide: float = 0.01, tight: float = 0.001) -> np.ndarray:
    """2 at the goal, with a wide and a tight bell around it."""
    result: np.ndarray = np.exp(-square(left) / wide) + np.exp(-square(left) / tight)
    return result


def gained(most: Any, left: np.ndarray, wide: float = 0.01, tight: float = 0.001) -> np.ndarray:
    """What is earned on the way to a goal that was `most` away, not less than 0."""
    earned = 1000 * (most - left) + 1000 * near_goal(left, wide, tight)
    result: np.ndarray = np.maximum(earned, 0.0)
    return result


def pulled(
    r: Rows,
    most: Any,
    left: np.ndarray,
    *,
    finger: np.ndarray | None = None,
    wide: float = 0.01,
    tight: float = 0.001,
) -> np.ndarray:
    """Near the object, and at the object also what is gained on its way.

    Args:
        r: the environments.
        most: how far the object is from its goal at most.
        left: how far it is.
        finger: what reaches for the object; None: the middle of the fingers.
        wide: see `near_goal`.
        tight: the same.
    """
    reach = norm(r.obj - (r.tcp if finger is None else finger))
    return -reach + np.where(reach < 0.05, gained(most, left, wide, tight), 0.0)


def closing_bonus(r: Rows) -> np.ndarray:
    """What closing the gripper is worth: the action is a float32, and so is a part of it."""
    grip = np.maximum(r.action[:, 3], np.float32(0)) / np.float32(50)
    result: np.ndarray = grip.astype(np.float64)
    return result


def reaching(r: Rows, reach: np.ndarray, across: float, near: float, rise: float) -> np.ndarray:
    """Near the object; not above it, also at the height where the fingers were at first.

    Args:
        r: the environments.
        reach: how far the fingers are from the object.
        across: how far they may be in x and y to be above it.
        near: within which distance closing the gripper counts.
        rise: the weight of the height.
    """
    beside = norm(r.obj[:, :2] - r.tcp[:, :2])
    height = np.abs(r.tcp[:, 2] - r.init_tcp[:, 2])
    reward = np.where(beside < across, -reach, -beside - rise * height)
    return np.where(reach < near, -reach + closing_bonus(r), reward)


def farthest(start: np.ndarray, target: np.ndarray, height: np.ndarray) -> np.ndarray:
    """The way from above the start, at a height, to the target, and the height."""
    above = np.concatenate([start[:, :2], height[:, None]], -1)
    result: np.ndarray = norm(above - target) + height
    return result


def dropped(z: np.ndarray, height: np.ndarray, left: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """Whether an object lies on the ground, away from the goal and from the fingers."""
    result: np.ndarray = (z < height + 0.005) & (left > 0.02) & (reach > 0.02)
    return result


def for_lifting(
    done: np.ndarray, z: np.ndarray, height: np.ndarray, goal: np.ndarray, at: np.ndarray
) -> np.ndarray:
    """What lifting is worth.

    Args:
        done: whether the object is as high as it shall be.
        z: how high it is.
        height: how high it was at first.
        goal: how high it shall be.
        at: whether the fingers are at the object.
    """
    rising = at & (z > height + 0.005)
    return np.where(done, 100 * goal, np.where(rising, 100 * np.minimum(goal, z), 0.0))


def carried(r: Rows, lift: float, left: np.ndarray) -> np.ndarray:
    """Near the object, lifted, and carried to the goal that is `left` away."""
    height, z = r.task.height_v1[r.ids], r.obj[:, 2]
    goal, reach = height + lift, norm(r.obj - r.tcp)
    held = (z >= goal - 0.01) & ~dropped(z, height, left, reach)
    reward = reaching(r, reach, 0.05, 0.05, 2.0) + for_lifting(held, z, height, goal, reach < 0.1)
    place = np.where(held & (reach < 0.1), gained(r.task.most_v1[r.ids], left), 0.0)
    result: np.ndarray = reward + place
    return result


def told_v1(
    reward: np.ndarray,
    success: np.ndarray,
    left: np.ndarray | float = 0.0,
    *,
    near: float = 1.0,
    grasped: float = 0.0,
    grasp: float = 0.0,
) -> tuple[np.ndarray, ...]:
    """The outcome, most of whose infos are constants: the reference computes zeros.

    Args:
        reward: the reward.
        success: whether the task is done.
        left: the distance that the infos tell.
        near: what they tell of being near the object, by default that it is so.
        grasped: of grasping it.
        grasp: of the reward for that.
    """
    zeros = np.zeros(len(reward))
    return reward, success, zeros + near, zeros + grasped, zeros + grasp, zeros, zeros + left
