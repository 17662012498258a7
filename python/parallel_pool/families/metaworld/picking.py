# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with things to lift and to put somewhere: pucks, blocks, a ball."""

from __future__ import annotations

import numpy as np

from parallel_pool.families.metaworld.grasping import cage, hold, touching
from parallel_pool.families.metaworld.objects import Puck
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import (
    hamacher,
    in_precision,
    rising_floor,
    tolerance,
)
from parallel_pool.families.metaworld.rewards_v1 import (
    carried,
    dropped,
    farthest,
    for_lifting,
    gained,
    reaching,
    told_v1,
)
from parallel_pool.families.metaworld.rewards_v1_moving import lifted
from parallel_pool.families.metaworld.sawyer import HAND_32
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm


class PickPlace(Puck):
    """pick-place-v3."""

    file = "sawyer_pick_place_v3.xml"
    rise_v1 = 0.04

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and at the goal."""
        left, near = norm(r.obj - r.target), norm(r.obj - r.tcp)
        in_place = tolerance(left, 0.05, norm(r.start - r.target))
        grasp, single = hold(r, 0.015, 0.005)
        reward = in_precision(single, hamacher, grasp, in_place)
        more = in_precision(single, np.add, reward, 1.0 + 5.0 * in_place)
        held = (near < 0.02) & (r.opened > 0) & (r.obj[:, 2] - 0.01 > r.start[:, 2])
        reward = np.where(left < 0.05, 10.0, np.where(held, more, reward))
        return self.told(r, reward, near, grasp, in_place, left)

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the object lies, and how far the goal is."""
        self.height_v1[ids] = height = self.geom(sim, ids, "objGeom")[:, 2]
        self.most_v1[ids] = farthest(self.start[ids], self.target[ids], height + self.rise_v1)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and at the goal."""
        left = norm(r.obj - r.target)
        return told_v1(carried(r, self.rise_v1, left), left <= 0.07, left)

    def told(
        self,
        r: Rows,
        reward: np.ndarray,
        near: np.ndarray,
        grasp: np.ndarray,
        in_place: np.ndarray,
        left: np.ndarray,
    ) -> tuple[np.ndarray, ...]:
        """The outcome, where the object is grasped if both pads press on it above the table."""
        lifted = (r.opened > 0) & (r.obj[:, 2] - 0.02 > r.start[:, 2])
        grasped = touching(r, "objGeom", lifted)
        return reward, left <= 0.07, near <= 0.03, grasped, grasp, in_place, left


class PickPlaceWall(PickPlace):
    """pick-place-wall-v3."""

    file = "sawyer_pick_place_wall_v3.xml"
    low = (-0.05, 0.6, 0.015, -0.05, 0.85, 0.05)
    high = (0.05, 0.65, 0.015, 0.05, 0.9, 0.3)
    goal_low = (-0.05, 0.85, 0.05)
    goal_high = (0.05, 0.9, 0.3)

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The puck."""
        return self.geom(sim, ids, "objGeom")

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, then above the wall, then at the goal."""
        left, near = norm(r.obj - r.target), norm(r.obj - r.tcp)
        scale = np.array([1.0, 1.0, 3.0])
        middle = np.concatenate([r.target[:, :1], np.tile([0.77, 0.25], (len(left), 1))], -1)
        margin = norm((r.start - middle) * scale)
        above = tolerance(norm((r.obj - middle) * scale), 0.05, margin)
        in_place = tolerance(left, 0.05, norm(r.start - r.target))
        grasp, single = cage(r, r.obj, 0.015, 0.05, 0.005, density="low")
        reward = in_precision(single, hamacher, grasp, above)
        first = in_precision(single, lambda a, b: a + 1.0 + b, reward, 4.0 * above)
        then = in_precision(single, lambda a, b: a + 1.0 + 4.0 + b, reward, 3.0 * in_place)
        held = (near < 0.02) & (r.opened > 0) & (r.obj[:, 2] - 0.015 > r.start[:, 2])
        more = np.where(r.obj[:, 1] > 0.75, then, first)
        reward = np.where(left < 0.05, 10.0, np.where(held, more, reward))
        return self.told(r, reward, near, grasp, in_place, left)


class ShelfPlace(PickPlace):
    """shelf-place-v3."""

    file = "sawyer_shelf_placing.xml"
    low = (-0.1, 0.5, 0.019, -0.1, 0.8, 0.299)
    high = (0.1, 0.6, 0.021, 0.1, 0.9, 0.301)
    goal_low = (-0.1, 0.8, 0.299)
    goal_high = (0.1, 0.9, 0.301)
    apart = 0.1
    hand_start = HAND_32
    moved = "shelf"

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The shelf's."""
        place: np.ndarray = vectors[:, 3:] - np.array([0, 0, 0.3])
        return place

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the block down, as high as it lay before."""
        height = self.position(sim, ids)[:, 2:]
        self.start[ids] = np.concatenate([vectors[:, :2], height], -1)
        self.target[ids] = sim.model.site("goal").pos + self.body_place(vectors)
        sim.forward(ids)
        self.set_object(sim, ids, self.start[ids])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and on the shelf, but not below."""
        left, near = norm(r.obj - r.target), norm(r.obj - r.tcp)
        in_place = tolerance(left, 0.05, norm(r.start - r.target))
        grasp, single = cage(r, r.obj, 0.02, 0.05, 0.01, density="low")
        reward = in_precision(single, hamacher, grasp, in_place)
        x, y, z = r.obj.T
        to_x, to_y = r.target[:, 0], r.target[:, 1]
        low = (z > 0.0) & (z < 0.24) & (to_x - 0.15 < x) & (x < to_x + 0.15)
        before = low & (to_y - 3 * 0.05 < y) & (y < to_y)
        depth = np.where(before, (y - (to_y - 3 * 0.05)) / (3 * 0.05), 0.0)
        loss = hamacher(depth, np.where(before, (0.24 - z) / 0.24, 0.0))
        in_place = np.where(before, np.clip(in_place - loss, 0.0, 1.0), in_place)
        in_place = np.where(low & (y > to_y), 0.0, in_place)
        # Before the shelf, the reference has a NumPy number here, which stays in float64.
        more = in_precision(single & ~before, np.add, reward, 1.0 + 5.0 * in_place)
        held = (near < 0.025) & (r.opened > 0) & (z - 0.01 > r.start[:, 2])
        reward = np.where(left < 0.05, 10.0, np.where(held, more, reward))
        return self.told(r, reward, near, grasp, in_place, left)


class PickOutOfHole(PickPlace):
    """pick-out-of-hole-v3."""

    file = "sawyer_pick_out_of_hole.xml"
    low = (0, 0.75, 0.02, -0.1, 0.5, 0.15)
    high = (0, 0.75, 0.02, 0.1, 0.6, 0.3)
    hand_low = (-0.5, 0.40, -0.05)
    goal_low = (-0.1, 0.5, 0.15)
    goal_high = (0.1, 0.6, 0.3)
    rise_v1 = 0.11

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The block's quaternion."""
        return self.body_quat(sim, ids, "obj")

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and at the goal, coming from above."""
        left, near = norm(r.obj - r.target), norm(r.obj - r.tcp)
        radius = norm(r.tcp[:, :2] - r.start[:, :2])
        floor = rising_floor(radius, 0.03, 0.015, 0.15)
        height = r.tcp[:, 2]
        below = tolerance(np.maximum(floor - height, 0.0), 0.01, 0.02)
        above = np.where(height >= floor, 1.0, below)
        grasp, single = cage(r, r.obj, 0.015, 0.02, 0.03, effort=0.1)
        in_place = tolerance(left, 0.02, norm(r.start - r.target))
        reward = in_precision(single, hamacher, grasp, in_place)
        held = (near < 0.04) & (r.obj[:, 2] - 0.02 > r.start[:, 2]) & ~(r.opened < 0.33)
        both = hamacher(in_place, above)
        more = in_precision(single, np.add, reward, 1.0 + 5.0 * both)
        reward = np.where(left < 0.05, 10.0, np.where(held, more, reward))
        return reward, left <= 0.07, near <= 0.03, held, grasp, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and at the goal; only the height above the hole's bottom counts."""
        left = norm(r.obj - r.target)
        reached = reaching(r, norm(r.obj - r.tcp), 0.05, 0.05, 2.0)
        gain = gained(self.most_v1[r.ids], left)
        reward = lifted(r, reached, self.rise_v1, gain, self.height_v1[r.ids], 0.02)
        return told_v1(reward, left <= 0.07, left)


class BinPicking(PickPlace):
    """bin-picking-v3."""

    file = "sawyer_bin_picking.xml"
    low = (-0.21, 0.65, 0.02, 0.1199, 0.699, -0.001)
    high = (-0.03, 0.75, 0.02, 0.1201, 0.701, 0.001)
    hand_low = (-0.5, 0.40, 0.07)
    goal_low = (0.1199, 0.699, -0.001)
    goal_high = (0.1201, 0.701, 0.001)
    apart = 0.0

    def setup(self, sim: Batch) -> None:
        """Adds the distance after the first step."""
        super().setup(sim)
        self.far = self.array("far")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The block's quaternion."""
        return self.body_quat(sim, ids, "obj")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the block down, as high as it lay before."""
        height = self.position(sim, ids)[:, 2:]
        self.start[ids] = np.concatenate([vectors[:, :2], height], -1)
        self.set_object(sim, ids, self.start[ids])
        self.target[ids] = self.body(sim, ids, "bin_goal")
        self.far[ids] = -1.0

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and in the other bin, coming from above."""
        left = norm(r.obj - r.target)
        far = self.far[r.ids]
        self.far[r.ids] = far = np.where(far < 0, left, far)
        in_place = tolerance(left, 0.05, far)
        floors = [
            rising_floor(norm(r.hand[:, :2] - place[:, :2]), 0.03, 0.02, 0.2)
            for place in (r.start, r.target)
        ]
        floor, height = np.minimum(*floors), r.hand[:, 2]
        below = tolerance(np.maximum(floor - height, 0.0), 0.01, 0.05)
        above = np.where(height >= floor, 1.0, below)
        grasp, single = cage(r, r.obj, 0.015, 0.05, 0.01, effort=0.7)
        reward = in_precision(single, hamacher, grasp, in_place)
        near = norm(r.obj - r.hand) < 0.04
        held = near & (r.obj[:, 2] - 0.02 > r.start[:, 2]) & ~(r.opened < 0.43)
        both = hamacher(above, in_place)
        more = in_precision(single, np.add, reward, 1.0 + 5.0 * both)
        reward = np.where(left < 0.05, 10.0, np.where(held, more, reward))
        return reward, left <= 0.05, near, held, grasp, in_place, left

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the block lies, and how far it is from the other bin in x and y."""
        height = self.position(sim, ids)[:, 2]
        self.height_v1[ids] = height
        way = norm(self.start[ids, :2] - self.target[ids, :2])
        self.most_v1[ids] = way + (height + 0.1)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, above the other bin, and there let go."""
        z, height = r.obj[:, 2], self.height_v1[r.ids]
        goal, reach = height + 0.1, norm(r.obj - r.tcp)
        left = norm(r.obj[:, :2] - r.target[:, :2])
        away = np.abs(r.obj - r.target)
        over = (away[:, 0] < 0.05) & (away[:, 1] < 0.05)
        held = (z >= goal - 0.01) & ~dropped(z, height, left, reach)
        place = gained(self.most_v1[r.ids], left)
        opening = (np.float32(-200) * r.action[:, 3]).astype(np.float64) + place
        carry = np.where(held & (reach < 0.1), np.where(over, opening, place), 0.0)
        reward = reaching(r, reach, 0.06, 0.05, 1.0)
        reward = reward + for_lifting(held, z, height, goal, reach < 0.1) + carry
        reward = np.where(over & (z < height + 0.05), opening, reward)
        return told_v1(reward, left <= 0.05, left, near=0.0)


class Basketball(PickPlace):
    """basketball-v3."""

    file = "sawyer_basketball.xml"
    low = (-0.1, 0.6, 0.0299, -0.1, 0.85, 0.0)
    high = (0.1, 0.7, 0.0301, 0.1, 0.9 + 1e-7, 0.0)
    goal_low = np.array([-0.1, 0.85, 0.0]) + np.array([0, -0.083, 0.2499])
    goal_high = np.array([0.1, 0.9 + 1e-7, 0.0]) + np.array([0, -0.083, 0.2501])
    hand_start = HAND_32
    moved = "basket_goal"

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The basket's."""
        return vectors[:, 3:]

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The ball."""
        return self.body(sim, ids, "bsktball")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The ball's quaternion."""
        return self.body_quat(sim, ids, "bsktball")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the ball down."""
        self.start[ids, :2], self.start[ids, 2] = vectors[:, :2], np.float32(0.03)
        self.set_object(sim, ids, self.start[ids])
        self.target[ids] = self.site(sim, ids, "goal")

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and above the basket."""
        target, scale = r.target.copy(), np.array([1.0, 1.0, 2.0])
        target[:, 2] = 0.3
        left, near = norm((r.obj - target) * scale), norm(r.obj - r.tcp)
        in_place = tolerance(left, 0.08, norm((r.start - target) * scale))
        grasp, single = cage(r, r.obj, 0.025, 0.06, 0.005)
        held = (near < 0.035) & (r.opened > 0) & (r.obj[:, 2] - 0.01 > r.start[:, 2])
        grasp = np.where(held, 1.0, grasp)
        reward = in_precision(single & ~held, hamacher, grasp, in_place)
        reward = np.where(held, reward + (1.0 + 5.0 * in_place), reward)
        reward = np.where(left < 0.08, 10.0, reward)
        grasped = (r.opened > 0) & (r.obj[:, 2] - 0.03 > r.start[:, 2])
        return reward, left <= 0.08, near <= 0.05, grasped, grasp, in_place, left

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the ball lies."""
        height = self.geom(sim, ids, "objGeom")[:, 2]
        self.height_v1[ids] = height
        self.most_v1[ids] = farthest(self.start[ids], self.target[ids], height + 0.3)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and in the basket."""
        left = norm(r.obj - r.target)
        return told_v1(carried(r, 0.3, left), left <= 0.08, left)
