# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with pegs to plug in and to pull out, and sticks that move a thermos."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from parallel_pool.families.metaworld.goals import Numbers
from parallel_pool.families.metaworld.grasping import cage, touching
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import hamacher, in_precision, prism, size, tolerance
from parallel_pool.families.metaworld.rewards_v1 import (
    farthest,
    gained,
    near_goal,
    reaching,
    told_v1,
)
from parallel_pool.families.metaworld.rewards_v1_moving import at_object, lifted, unbounded
from parallel_pool.families.metaworld.sawyer import Sawyer
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm


class PegInsertSide(Sawyer):
    """peg-insert-side-v3."""

    file = "sawyer_peg_insertion_side.xml"
    low = (0.0, 0.5, 0.02, -0.35, 0.4, -0.001)
    high = (0.2, 0.7, 0.02, -0.25, 0.7, 0.001)
    goal_low = np.array([-0.35, 0.4, -0.001]) + np.array([0.03, 0.0, 0.13])
    goal_high = np.array([-0.25, 0.7, 0.001]) + np.array([0.03, 0.0, 0.13])
    apart = 0.1
    moved = "box"

    def setup(self, sim: Batch) -> None:
        """Adds where the peg's head was at first."""
        super().setup(sim)
        self.head = self.array("head", 3)

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The box's."""
        return vectors[:, 3:]

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """Where to grasp the peg."""
        return self.site(sim, ids, "pegGrasp")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The peg's quaternion."""
        return self.site_quat(sim, ids, "pegGrasp")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the peg down. The head's place is that before."""
        self.start[ids] = vectors[:, :3]
        self.head[ids] = self.site(sim, ids, "pegHead")
        self.set_object(sim, ids, vectors[:, :3])
        self.target[ids] = vectors[:, 3:] + np.array([0.03, 0.0, 0.13])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and in the hole, not through the box."""
        head, near = r.site("pegHead"), norm(r.obj - r.tcp)
        scale = np.array([1.0, 2.0, 2.0])
        left = norm((head - r.target) * scale)
        in_place = tolerance(left, 0.07, norm((self.head[r.ids] - r.target) * scale))
        boxes = [
            prism(
                head,
                r.site(f"bottom_right_corner_collision_box_{k}"),
                r.site(f"top_left_corner_collision_box_{k}"),
            )
            for k in (1, 2)
        ]
        in_place = hamacher(in_place, hamacher(boxes[1][0], boxes[0][0]))
        grasp, single = cage(r, r.obj, 0.0075, 0.03, 0.005)
        lifted = (r.opened > 0) & (r.obj[:, 2] - 0.01 > r.start[:, 2])
        held = (near < 0.08) & lifted
        grasp = np.where(held, 1.0, grasp)
        # Within a box, the reference has a NumPy number here, which stays in float64.
        outside = ~boxes[0][1] & ~boxes[1][1]
        reward = in_precision(single & ~held & outside, hamacher, grasp, in_place)
        reward = np.where(held, reward + (1.0 + 5 * in_place), reward)
        reward = np.where(left <= 0.07, 10.0, reward)
        grasped = (near < 0.02) & lifted
        return reward, left <= 0.07, near <= 0.03, grasped, grasp, in_place, left

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the peg lies, and how far the goal is."""
        self.height_v1[ids] = height = self.body(sim, ids, "peg")[:, 2]
        self.most_v1[ids] = farthest(self.start[ids], self.target[ids], height + 0.11)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and in the hole."""
        left = norm(r.obj - r.target)
        head = norm(r.site("pegHead") - r.target)
        gain = gained(self.most_v1[r.ids], np.where(head <= 0.05, left, head))
        reached = reaching(r, norm(r.obj - r.tcp), 0.05, 0.05, 1.0)
        reward = lifted(r, reached, 0.11, gain)
        return told_v1(reward, left <= 0.07, left)


class PegUnplugSide(Sawyer):
    """peg-unplug-side-v3."""

    file = "sawyer_peg_unplug_side.xml"
    low = (-0.25, 0.6, -0.001)
    high = (-0.15, 0.8, 0.001)
    goal_low = np.array([-0.25, 0.6, -0.001]) + np.array([0.194, 0.0, 0.131])
    goal_high = np.array([-0.15, 0.8, 0.001]) + np.array([0.194, 0.0, 0.131])
    moved = "box"

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The peg's end."""
        return self.site(sim, ids, "pegEnd")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The peg's quaternion."""
        return self.body_quat(sim, ids, "plug1")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Plugs the peg in."""
        plug = vectors + np.array([0.044, 0.0, 0.131])
        sim.qpos[ids, 12:16] = [1.0, 0.0, 0.0, 0.0]
        self.set_joint(sim, ids, slice(9, 12), slice(9, 12), plug)
        self.start[ids] = self.position(sim, ids)
        self.target[ids] = plug + np.array([0.15, 0.0, 0.0])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and pulled."""
        near, left = norm(r.obj - r.tcp), norm(r.obj - r.target)
        grasp, single = cage(r, r.obj, 0.025, 0.05, 0.005, effort=0.8)
        in_place = tolerance(left, 0.05, norm(r.start - r.target))
        pulled = (r.opened > 0.5) & (r.obj[:, 0] - r.start[:, 0] > 0.015)
        more = in_precision(single, lambda a, b: 1 + 2 * a + b, grasp, 5 * in_place)
        reward = np.where(pulled & (near < 0.035), more, 2 * grasp)
        reward = np.where(left <= 0.05, 10.0, reward)
        return reward, left <= 0.07, near <= 0.03, pulled, grasp, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and pulled."""
        left = norm(r.obj[:, :2] - r.target[:, :2])
        near, beside = norm(r.obj - r.tcp), norm(r.obj[:, :2] - r.tcp[:, :2])
        away = -beside - 2 * size(r.tcp[:, 2] - self.hand_start[2])
        reached = at_object(r, np.where(beside < 0.05, -near, away))
        gain = gained(norm(r.target - r.start), left)
        reward = reached + np.where(near < 0.05, gain, 0.0)
        return told_v1(reward, left <= 0.07, left)


class Stick(Sawyer):
    """What stick-push-v3 and stick-pull-v3 share."""

    file = "sawyer_stick_obj.xml"
    apart = 0.1
    slides: ClassVar[Numbers]

    def setup(self, sim: Batch) -> None:
        """Adds where the thermos was at first."""
        super().setup(sim)
        self.thermos = self.array("thermos", 3)

    def handle(self, sim: Batch, ids: Ids) -> np.ndarray:
        """Where the thermos takes the stick."""
        return self.site(sim, ids, "insertion")

    def height(self, sim: Batch, ids: np.ndarray) -> np.ndarray | float:
        """How high the goal is."""
        raise NotImplementedError

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The stick and the thermos."""
        return np.concatenate([self.body(sim, ids, "stick"), self.handle(sim, ids)], -1)

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The stick's quaternion, then zeros."""
        turn = self.body_quat_scipy(sim, ids, "stick")
        return np.concatenate([turn, np.zeros_like(turn)], -1)

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the stick down, then the thermos."""
        self.start[ids, :2], self.start[ids, 2] = vectors[:, :2], 0.02
        self.target[ids, :2], self.target[ids, 2] = vectors[:, 3:5], self.height(sim, ids)
        self.set_object(sim, ids, self.start[ids])
        self.set_joint(sim, ids, slice(16, 18), slice(16, 18), np.array(self.slides))
        self.thermos[ids] = self.body(sim, ids, "object")

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the stick lies, and how far it is from the thermos."""
        self.height_v1[ids] = height = self.body(sim, ids, "stick")[:, 2]
        self.most_v1[ids] = farthest(self.thermos[ids], self.start[ids], height + 0.04)

    def rate_v1(self, r: Rows, wide: float, tight: float) -> tuple[np.ndarray, np.ndarray]:
        """The reward, and how far the goal is.

        The reference takes the stick's height and two numbers of its quaternion for the thermos'
        place.
        """
        thermos, first = r.obs[:, 6:9], self.thermos[r.ids]
        left = norm(thermos[:, :2] - r.target[:, :2])
        apart = norm(r.obj - thermos)
        placed = unbounded(self.most_v1[r.ids], apart)
        most = norm(first[:, :2] - r.target[:, :2])
        moved = 1000 * (most - left) + 2000 * near_goal(left, wide, tight)
        gain = np.maximum(np.where(apart < 0.05, placed + moved, placed), 0.0)
        return lifted(r, at_object(r, -norm(r.obj - r.tcp)), 0.04, gain), left


class StickPush(Stick):
    """stick-push-v3."""

    low = (-0.08, 0.58, 0.0, 0.399, 0.55, 0.1319)
    high = (-0.03, 0.62, 0.001, 0.401, 0.6, 0.1321)
    goal_low = (0.399, 0.55, 0.1319)
    goal_high = (0.401, 0.6, 0.1321)
    slides = (0.0, 0.0)

    def handle(self, sim: Batch, ids: Ids) -> np.ndarray:
        """Where the thermos is pushed."""
        result: np.ndarray = super().handle(sim, ids) + np.array([0.0, 0.09, 0.0])
        return result

    def height(self, sim: Batch, ids: np.ndarray) -> np.ndarray | float:
        """As the thermos is pushed."""
        return self.site(sim, ids, "insertion")[:, 2]

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, then stick and thermos at the goal."""
        stick = r.obj + np.array([0.015, 0.0, 0.0])
        near, left = norm(stick - r.tcp), norm(r.second - r.target)
        margin = norm(r.start - r.target) - 0.12
        in_place = tolerance(norm(stick - r.target), 0.12, margin)
        margin = norm(self.thermos[r.ids] - r.target) - 0.12
        pushed = tolerance(left, 0.12, margin)
        grasp, _ = cage(r, stick, 0.04, 0.05, 0.01)
        lifted = (r.opened > 0) & (r.obj[:, 2] - 0.01 > r.start[:, 2])
        held = (near < 0.02) & lifted
        more = np.where(left <= 0.12, 10.0, 2.0 + 5.0 * in_place + 3.0 * pushed)
        reward = np.where(held, more, grasp)
        grasp = np.where(held, 1.0, grasp)
        grasped = touching(r, "objGeom", lifted)
        done = grasped & (left <= 0.12)
        return reward, done, near <= 0.03, grasped, grasp, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, at the thermos, then pushed. It never counts as success."""
        reward, left = self.rate_v1(r, 0.001, 0.0001)
        return told_v1(reward, np.zeros(len(left), np.bool_), left)


class StickPull(Stick):
    """stick-pull-v3."""

    low = (-0.1, 0.55, 0.0, 0.35, 0.45, 0.0199)
    high = (0.0, 0.65, 0.001, 0.45, 0.55, 0.0201)
    hand_low = (-0.5, 0.35, 0.05)
    goal_low = (0.35, 0.45, 0.0199)
    goal_high = (0.45, 0.55, 0.0201)
    slides = (0.0, 0.09)

    def height(self, sim: Batch, ids: np.ndarray) -> np.ndarray | float:
        """As the stick lies."""
        return 0.02

    def inserted(self, r: Rows) -> np.ndarray:
        """Whether the stick is in the thermos' handle."""
        end, handle = r.site("stick_end"), r.second
        off = np.abs(end - handle)
        near: np.ndarray = (off[:, 1] <= 0.04) & (off[:, 2] <= 0.06)
        return near & (end[:, 0] >= handle[:, 0])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, then in the thermos' handle, then at the goal."""
        first, handle = self.thermos[r.ids], r.second
        offset, scale = np.array([0.05, 0.0, 0.0]), np.array([1.0, 1.0, 2.0])
        near, left = norm(r.obj - r.tcp), norm(handle - r.target)
        margin = norm((r.start - (first + offset)) * scale)
        in_place = tolerance(norm((r.obj - (handle + offset)) * scale), 0.05, margin)
        there = tolerance(norm(r.obj - r.target), 0.05, norm(r.start - r.target))
        pulled = tolerance(norm(handle + offset - r.target), 0.05, norm(first - r.target))
        grasp, single = cage(r, r.obj, 0.014, 0.05, 0.01, start=first)
        held = (near < 0.02) & (r.opened > 0) & (r.obj[:, 2] - 0.01 > r.start[:, 2])
        grasp = np.where(held, 1.0, grasp)
        reward = in_precision(single & ~held, hamacher, grasp, in_place)
        inserted = self.inserted(r)
        most = 1.0 + reward + 5.0 + 2.0 * there + 1.0 * pulled
        most = np.where(left <= 0.12, 10.0, most)
        more = np.where(inserted, most, 1.0 + reward + 5.0 * in_place)
        reward = np.where(held, more, reward)
        grasped = touching(r, "objGeom", (r.opened > 0) & (r.obj[:, 2] - 0.02 > first[:, 2]))
        done = (left <= 0.12) & inserted
        return reward, done, near <= 0.03, grasped, grasp, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, at the thermos, then pulled."""
        reward, left = self.rate_v1(r, 0.01, 0.001)
        done = (norm(r.second - r.target) <= 0.12) & self.inserted(r)
        return told_v1(reward, done, left)
