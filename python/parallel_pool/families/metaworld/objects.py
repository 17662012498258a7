# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with things that lie on the table: reaching, and sliding plates."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from parallel_pool.families.metaworld.goals import Numbers
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import hamacher, tolerance
from parallel_pool.families.metaworld.rewards_v1 import gained, pulled, told_v1
from parallel_pool.families.metaworld.sawyer import HAND_32, Sawyer
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm


class Puck(Sawyer):
    """A puck on the table, and a goal."""

    low: ClassVar[Numbers] = (-0.1, 0.6, 0.02, -0.1, 0.8, 0.05)
    high: ClassVar[Numbers] = (0.1, 0.7, 0.02, 0.1, 0.9, 0.3)
    goal_low: ClassVar[Numbers | None] = (-0.1, 0.8, 0.05)
    goal_high: ClassVar[Numbers | None] = (0.1, 0.9, 0.3)
    apart = 0.15

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The puck."""
        return self.body(sim, ids, "obj")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The puck's quaternion."""
        return self.geom_quat(sim, ids, "objGeom")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the puck down."""
        self.start[ids], self.target[ids] = vectors[:, :3], vectors[:, 3:]
        self.set_object(sim, ids, vectors[:, :3])


class Reach(Puck):
    """reach-v3."""

    file = "sawyer_reach_v3.xml"

    def rate(self, r: Rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The reward, the distance, and how near that is."""
        left = norm(r.tcp - r.target)
        margin = norm(np.array(self.hand_start) - r.target)
        in_place = tolerance(left, 0.05, margin)
        return 10 * in_place, left, in_place

    def rate_v1(self, r: Rows) -> tuple[np.ndarray, np.ndarray]:
        """The reward and the distance."""
        left = norm(r.tcp - r.target)
        return gained(norm(r.init_tcp - r.target), left), left

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The fingers at the goal."""
        reward, left, in_place = self.rate(r)
        return reward, left <= 0.05, left, np.ones(len(left)), left, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The fingers at the goal."""
        reward, left = self.rate_v1(r)
        count = len(left)
        return reward, left <= 0.05, left, np.ones(count), left, np.zeros(count), left


class ReachWall(Reach):
    """reach-wall-v3."""

    file = "sawyer_reach_wall_v3.xml"
    low = (-0.05, 0.6, 0.015, -0.05, 0.85, 0.05)
    high = (0.05, 0.65, 0.015, 0.05, 0.9, 0.3)
    goal_low = (-0.05, 0.85, 0.05)
    goal_high = (0.05, 0.9, 0.3)

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The fingers at the goal."""
        reward, left, in_place = self.rate(r)
        zeros = np.zeros(len(left))
        return reward, left <= 0.05, zeros, zeros, zeros, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The fingers at the goal."""
        reward, left = self.rate_v1(r)
        return told_v1(reward, left <= 0.05, left, near=0.0)


class PlateSlide(Sawyer):
    """plate-slide-v3."""

    file = "sawyer_plate_slide.xml"
    low: ClassVar[Numbers] = (0.0, 0.6, 0.0, -0.1, 0.85, 0.0)
    high: ClassVar[Numbers] = (0.0, 0.6, 0.0, 0.1, 0.9, 0.0)
    goal_low: ClassVar[Numbers | None] = (-0.1, 0.85, 0.0)
    goal_high: ClassVar[Numbers | None] = (0.1, 0.9, 0.0)
    hand_start = HAND_32
    moved: ClassVar[str] = "puck_goal"
    offset: ClassVar[Numbers] = (0.0, 0.0)
    # Whether version 1 measures from where the plate lies, or from where the episode puts it.
    first_seen = False

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The goal's."""
        return vectors[:, 3:]

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The plate."""
        return self.geom(sim, ids, "puck")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The plate's quaternion."""
        return self.geom_quat(sim, ids, "puck")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the plate down."""
        self.start[ids], self.target[ids] = vectors[:, :3], vectors[:, 3:]
        self.set_joint(sim, ids, slice(9, 11), None, np.array(self.offset))

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the plate, and slid."""
        left, near = norm(r.obj - r.target), norm(r.tcp - r.obj)
        in_place = tolerance(left, 0.05, norm(r.start - r.target))
        grasped = tolerance(near, 0.05, norm(r.init_tcp - r.start))
        reward = np.where(left < 0.05, 10.0, 8 * hamacher(grasped, in_place))
        return self.told(reward, near, grasped, in_place, left)

    def told(
        self,
        reward: np.ndarray,
        near: np.ndarray,
        grasped: np.ndarray,
        in_place: np.ndarray,
        left: np.ndarray,
    ) -> tuple[np.ndarray, ...]:
        """The infos of all plates."""
        return reward, left <= 0.07, near <= 0.03, np.zeros(len(left)), grasped, in_place, left

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How far the goal is."""
        first = self.position(sim, ids) if self.first_seen else self.start[ids]
        self.most_v1[ids] = norm(first[:, :2] - self.target[ids][:, :2])

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the plate, then slid."""
        left = norm(r.obj[:, :2] - r.target[:, :2])
        return told_v1(pulled(r, self.most_v1[r.ids], left), left <= 0.07, left)


class PlateSlideBack(PlateSlide):
    """plate-slide-back-v3."""

    low = (0.0, 0.85, 0.0, -0.1, 0.6, 0.015)
    high = (0.0, 0.85, 0.0, 0.1, 0.6, 0.015)
    goal_low = (-0.1, 0.6, 0.015)
    goal_high = (0.1, 0.6, 0.015)
    moved = ""
    offset = (0.0, 0.15)
    first_seen = True

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """On the plate, and slid."""
        left, near = norm(r.obj - r.target), norm(r.tcp - r.obj)
        in_place = tolerance(left, 0.05, norm(r.start - r.target) - 0.05)
        grasped = tolerance(near, 0.05, norm(r.init_tcp - r.start) - 0.05)
        down = (r.tcp[:, 2] <= 0.03) & (near < 0.07)
        reward = np.where(down, 2.0 + 7.0 * in_place, 1.5 * grasped)
        reward = np.where(left < 0.05, 10.0, reward)
        return self.told(reward, near, grasped, in_place, left)


class PlateSlideSide(PlateSlideBack):
    """plate-slide-side-v3."""

    file = "sawyer_plate_slide_sideway.xml"
    low = (0.0, 0.6, 0.0, -0.3, 0.54, 0.0)
    high = (0.0, 0.6, 0.0, -0.25, 0.66, 0.0)
    goal_low = (-0.3, 0.54, 0.0)
    goal_high = (-0.25, 0.66, 0.0)
    offset = (0.0, 0.0)
    first_seen = False


class PlateSlideBackSide(PlateSlideBack):
    """plate-slide-back-side-v3."""

    file = "sawyer_plate_slide_sideway.xml"
    low = (-0.25, 0.6, 0.0, -0.05, 0.6, 0.015)
    high = (-0.25, 0.6, 0.0, 0.15, 0.6, 0.015)
    goal_low = (-0.05, 0.6, 0.015)
    goal_high = (0.15, 0.6, 0.015)
    moved = "puck_goal"
    offset = (-0.15, 0.0)

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The plate's."""
        return vectors[:, :3]
