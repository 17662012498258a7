# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Parts of the older rewards of tasks with things to push, to slide and to lift."""

from __future__ import annotations

import numpy as np

from parallel_pool.families.metaworld.reward_rows import Rows
from parallel_pool.families.metaworld.rewards_v1 import closing_bonus, near_goal, pulled, told_v1
from parallel_pool.simulations.rows import norm


def unbounded(most: np.ndarray | float, left: np.ndarray) -> np.ndarray:
    """As `gained`, but below 0 far from the goal."""
    result: np.ndarray = 1000 * (most - left) + 1000 * near_goal(left)
    return result


def slid(r: Rows, most: float, left: np.ndarray) -> np.ndarray:
    """As `pulled`, with what `unbounded` gives."""
    near = norm(r.obj - r.tcp)
    reward: np.ndarray = -near + np.where(near < 0.05, unbounded(most, left), 0.0)
    return reward


def pushed(r: Rows, radius: float) -> tuple[np.ndarray, ...]:
    """The outcome where the object is pushed along the table to within `radius` of the goal."""
    left = norm(r.obj[:, :2] - r.target[:, :2])
    most = norm(r.start[:, :2] - r.target[:, :2])
    return told_v1(pulled(r, most, left), left <= radius, left)


def at_object(r: Rows, away: np.ndarray) -> np.ndarray:
    """Near the object and closing; elsewhere the reward `away`."""
    near = norm(r.obj - r.tcp)
    reward: np.ndarray = np.where(near < 0.05, -near + closing_bonus(r), away)
    return reward


def lifted(
    r: Rows,
    reached: np.ndarray,
    rise: float,
    gain: np.ndarray,
    low: np.ndarray | float = 0.0,
    more: float = 0.0,
) -> np.ndarray:
    """Reached, lifted, and something gained while the object is up.

    The reference also asks whether the object was dropped, which one that is up never was.

    Args:
        r: the environments.
        reached: the reward of reaching the object, (n,).
        rise: how far to lift it.
        gain: what is gained where it is up and the fingers are at it, (n,).
        low: the height that counts as `more`, (n,).
        more: see `low`.
    """
    first, now = r.task.height_v1[r.ids], r.obj[:, 2]
    at = norm(r.obj - r.tcp) < 0.1
    up = now >= first + rise - 0.01
    height = np.where(up, first + rise, now)
    counts = up | (at & (now > first + 0.005))
    lifting = np.where(counts, 100 * (height - low + more), 0.0)
    reward: np.ndarray = reached + lifting + np.where(up & at, gain, 0.0)
    return reward
