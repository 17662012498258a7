# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with things to push along the table: pucks, a ball, a mug, a block."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from parallel_pool.families.metaworld.goals import Numbers
from parallel_pool.families.metaworld.grasping import cage, pinch, touching
from parallel_pool.families.metaworld.objects import Puck
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import hamacher, in_precision, tolerance
from parallel_pool.families.metaworld.rewards_v1 import closing_bonus, gained, pulled, told_v1
from parallel_pool.families.metaworld.rewards_v1_moving import pushed
from parallel_pool.families.metaworld.sawyer import HAND_32, NEAR, Sawyer
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm


def told(
    r: Rows,
    geom: str,
    reward: np.ndarray,
    done: np.ndarray,
    near: np.ndarray,
    grasp: np.ndarray,
    in_place: np.ndarray,
    left: np.ndarray,
    lifted: np.ndarray | bool = True,
) -> tuple[np.ndarray, ...]:
    """The outcome, where an object is grasped if both pads press on it."""
    grasped = touching(r, geom, (r.opened > 0) & lifted)
    return reward, done, near <= 0.03, grasped, grasp, in_place, left


class Push(Puck):
    """push-v3."""

    file = "sawyer_push_v3.xml"
    low: ClassVar[Numbers] = (-0.1, 0.6, 0.02, -0.1, 0.8, 0.01)
    high: ClassVar[Numbers] = (0.1, 0.7, 0.02, 0.1, 0.9, 0.02)
    goal_low: ClassVar[Numbers | None] = (-0.1, 0.8, 0.01)
    goal_high: ClassVar[Numbers | None] = (0.1, 0.9, 0.02)
    radius_v1 = 0.05

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the puck down, as high as it lay before."""
        height = self.position(sim, ids)[:, 2:]
        self.start[ids] = np.concatenate([vectors[:, :2], height], -1)
        self.target[ids] = np.concatenate([vectors[:, 3:5], height], -1)
        self.set_object(sim, ids, self.start[ids])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and at the goal."""
        near, left = norm(r.obj - r.tcp), norm(r.obj - r.target)
        in_place = tolerance(left, 0.05, norm(r.start - r.target))
        grasp, single = cage(r, r.obj, 0.015, 0.05, 0.005)
        reward = 2 * grasp
        more = in_precision(single, lambda a, b: a + (1.0 + a + b), reward, 5.0 * in_place)
        reward = np.where((near < 0.02) & (r.opened > 0), more, reward)
        reward = np.where(left < 0.05, 10.0, reward)
        lifted = r.obj[:, 2] - 0.02 > r.start[:, 2]
        return told(r, "objGeom", reward, left <= 0.05, near, grasp, in_place, left, lifted)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the puck, then pushed."""
        return pushed(r, self.radius_v1)


class PushWall(Push):
    """push-wall-v3."""

    file = "sawyer_push_wall_v3.xml"
    low = (-0.05, 0.6, 0.015, -0.05, 0.85, 0.01)
    high = (0.05, 0.65, 0.015, 0.05, 0.9, 0.02)
    goal_low = (-0.05, 0.85, 0.01)
    goal_high = (0.05, 0.9, 0.02)
    radius_v1 = 0.07

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The puck."""
        return self.geom(sim, ids, "objGeom")

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, then beside the wall, then at the goal."""
        near, left = norm(r.obj - r.tcp), norm(r.obj - r.target)
        scale = np.array([3.0, 1.0, 1.0])
        middle = np.concatenate([np.tile([-0.05, 0.77], (len(left), 1)), r.obj[:, 2:]], -1)
        margin = norm((r.start - middle) * scale)
        beside = tolerance(norm((r.obj - middle) * scale), 0.05, margin)
        in_place = tolerance(left, 0.05, norm(r.start - r.target))
        grasp, single = cage(r, r.obj, 0.015, 0.05, 0.005)
        reward = 2 * grasp
        first = in_precision(single, lambda a, b: a + 1.0 + b, reward, 4.0 * beside)
        then = in_precision(single, lambda a, b: a + 1.0 + 4.0 + b, reward, 3.0 * in_place)
        more = np.where(r.obj[:, 1] > 0.75, then, first)
        reward = np.where((near < 0.02) & (r.opened > 0), more, reward)
        reward = np.where(left < 0.05, 10.0, reward)
        lifted = r.obj[:, 2] - 0.02 > r.start[:, 2]
        return told(r, "objGeom", reward, left <= 0.07, near, grasp, in_place, left, lifted)


class PushBack(Push):
    """push-back-v3."""

    file = "sawyer_push_back_v3.xml"
    low = (-0.1, 0.8, 0.02, -0.1, 0.6, 0.0199)
    high = (0.1, 0.85, 0.02, 0.1, 0.7, 0.0201)
    goal_low = (-0.1, 0.6, 0.0199)
    goal_high = (0.1, 0.7, 0.0201)
    hand_start = HAND_32
    radius_v1 = 0.07

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The puck."""
        return self.geom(sim, ids, "objGeom")

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and at the goal."""
        near, left = norm(r.obj - r.tcp), norm(r.obj - r.target)
        far = norm(r.start - r.target)
        in_place = tolerance(left, 0.05, far)
        grasp = pinch(r, 0.007, 0.003, 0.01)
        reward = hamacher(grasp, in_place)
        held = (near < 0.01) & (r.opened > 0) & (r.opened < 0.55) & (far - left > 0.01)
        reward = np.where(held, reward + (1.0 + 5.0 * in_place), reward)
        reward = np.where(left < 0.05, 10.0, reward)
        lifted = r.obj[:, 2] - 0.02 > r.start[:, 2]
        return told(r, "objGeom", reward, left <= 0.07, near, grasp, in_place, left, lifted)


class Sweep(Sawyer):
    """sweep-v3."""

    file = "sawyer_sweep_v3.xml"
    low: ClassVar[Numbers] = (-0.1, 0.6, 0.02)
    high: ClassVar[Numbers] = (0.1, 0.7, 0.02)
    goal_low: ClassVar[Numbers | None] = (0.49, 0.6, 0.0)
    goal_high: ClassVar[Numbers | None] = (0.51, 0.7, 0.02)
    more = 0.01
    xz = 0.005

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The block."""
        return self.body(sim, ids, "obj")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The block's quaternion."""
        return self.body_quat(sim, ids, "obj")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the block down."""
        self.start[ids, :2], self.start[ids, 2] = vectors[:, :2], 0.02
        self.target[ids] = [0.5, 0.65, 0.01]
        self.target[ids, 1] = vectors[:, 1]
        self.set_object(sim, ids, self.start[ids])

    def goal_now(self, r: Rows) -> np.ndarray:
        """Where the block shall be."""
        return r.target

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and at the goal."""
        target = self.goal_now(r)
        left, near = norm(r.obj - target), norm(r.obj - r.tcp)
        in_place = tolerance(left, 0.05, norm(r.start - target))
        grasp = pinch(r, 0.02, self.more, self.xz)
        reward = 2 * grasp + 6 * hamacher(grasp, in_place)
        reward = np.where(left < 0.05, 10.0, reward)
        return told(r, "objGeom", reward, left <= 0.05, near, grasp, in_place, left)

    def fallen(self, r: Rows) -> np.ndarray:
        """Whether the block is below where it lay."""
        fallen: np.ndarray = r.obj[:, 2] < r.start[:, 2] - 0.05
        return fallen

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the block, then pushed; a block that fell is at the goal."""
        near, fallen = norm(r.obj - r.tcp), self.fallen(r)
        left = np.where(fallen, 0.0, norm(r.obj[:, :2] - r.target[:, :2]))
        gain = gained(norm(r.start[:, :2] - r.target[:, :2]), left)
        reward = np.where(fallen, 0.0, -near) + np.where(near < 0.05, gain, 0.0)
        return told_v1(reward, left <= 0.05, left)


class SweepInto(Sweep):
    """sweep-into-v3."""

    file = "sawyer_table_with_hole.xml"
    low = (-0.1, 0.6, 0.02, -0.001, 0.8399, 0.0199)
    high = (0.1, 0.7, 0.02, 0.001, 0.8401, 0.0201)
    goal_low = (-0.001, 0.8399, 0.0199)
    goal_high = (0.001, 0.8401, 0.0201)
    more = 0.005
    xz = 0.01

    @classmethod
    def accepts(cls, vector: np.ndarray) -> bool:
        """Whether the block is far enough from the hole."""
        return bool(np.linalg.norm(vector[:2] - np.array([0.0, 0.84])) >= 0.15)

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The block's quaternion."""
        return self.geom_quat(sim, ids, "objGeom")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the block down, as high as it lay before."""
        height = self.position(sim, ids)[:, 2:]
        self.start[ids] = np.concatenate([vectors[:, :2], height], -1)
        self.target[ids] = [0.0, 0.84, 0.02]
        self.set_object(sim, ids, self.start[ids])

    def goal_now(self, r: Rows) -> np.ndarray:
        """Above or in the hole."""
        return np.concatenate([r.target[:, :2], r.obj[:, 2:]], -1)

    def fallen(self, r: Rows) -> np.ndarray:
        """Whether the block is below, not in front of the table nor behind it."""
        return super().fallen(r) & (r.obj[:, 1] > 0.4) & (r.obj[:, 1] < 1.0)


class Soccer(Sawyer):
    """soccer-v3."""

    file = "sawyer_soccer.xml"
    low = (-0.1, 0.6, 0.03, -0.1, 0.8, 0.0)
    high = (0.1, 0.7, 0.03, 0.1, 0.9, 0.0)
    goal_low = (-0.1, 0.8, 0.0)
    goal_high = (0.1, 0.9, 0.0)
    apart = 0.15
    moved = "goal_whole"

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The goal's."""
        return vectors[:, 3:]

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The ball."""
        return self.body(sim, ids, "soccer_ball")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The ball's quaternion."""
        return self.body_quat_scipy(sim, ids, "soccer_ball")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the ball down."""
        self.start[ids, :2], self.start[ids, 2] = vectors[:, :2], 0.03
        self.target[ids] = vectors[:, 3:]
        self.set_object(sim, ids, self.start[ids])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and in the goal."""
        scale = np.array([3.0, 1.0, 1.0])
        near, left = norm(r.obj - r.tcp), norm((r.obj - r.target) * scale)
        in_place = tolerance(left, 0.07, norm((r.obj - r.start) * scale))
        line = r.target[:, 1] - 0.1
        beside = (r.obj[:, 1] > line) & (np.abs(r.obj[:, 0] - r.target[:, 0]) > 0.1)
        less = np.clip(in_place - 2 * ((r.obj[:, 1] - line) / (1 - line)), 0.0, 1.0)
        in_place = np.where(beside, less, in_place)
        grasp = pinch(r, 0.013, 0.01, 0.005)
        reward = np.where(left < 0.07, 10.0, 3 * grasp + 6.5 * in_place)
        left = norm(r.obj - r.target)
        lifted = r.obj[:, 2] - 0.02 > r.start[:, 2]
        return told(r, "objGeom", reward, left <= 0.07, near, grasp, in_place, left, lifted)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the ball, then pushed."""
        return pushed(r, 0.07)


class CoffeePush(Sawyer):
    """coffee-push-v3."""

    file = "sawyer_coffee.xml"
    low: ClassVar[Numbers] = (-0.1, 0.55, -0.001, -0.05, 0.7, -0.001)
    high: ClassVar[Numbers] = (0.1, 0.65, 0.001, 0.05, 0.75, 0.001)
    goal_low: ClassVar[Numbers | None] = (-0.05, 0.7, -0.001)
    goal_high: ClassVar[Numbers | None] = (0.05, 0.75, 0.001)
    apart = 0.15
    hand_start = NEAR
    moved = "coffee_machine"

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """Where the machine stands: behind the goal."""
        place: np.ndarray = vectors[:, 3:] + np.array([0.0, 0.22, 0.0])
        return place

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The mug."""
        return self.body(sim, ids, "obj")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The mug's quaternion."""
        return self.geom_quat(sim, ids, "mug")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the mug down. As in the reference, the velocities set to 0 are others'."""
        self.set_joint(sim, ids, slice(0, 3), slice(9, 15), vectors[:, :3])
        self.start[ids], self.target[ids] = vectors[:, :3], vectors[:, 3:]

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and at the goal."""
        scale = np.array([2.0, 2.0, 1.0])
        scaled, near = norm((r.obj - r.target) * scale), norm(r.obj - r.tcp)
        in_place = tolerance(scaled, 0.05, norm((r.start - r.target) * scale))
        grasp, single = cage(r, r.obj, 0.02, 0.05, 0.05, effort=0.7, density="medium", reach=0.04)
        reward = in_precision(single, hamacher, grasp, in_place)
        more = in_precision(single, np.add, reward, 1.0 + 5.0 * in_place)
        reward = np.where((near < 0.04) & (r.opened > 0), more, reward)
        reward = np.where(scaled < 0.05, 10.0, reward)
        left = norm(r.obj - r.target)
        return told(r, "mug", reward, left <= 0.07, near, grasp, in_place, left)

    def ways(self, r: Rows) -> tuple[np.ndarray, np.ndarray]:
        """How far the mug was from the goal in x and y at first, and how far it is."""
        start, now = (norm(place[:, :2] - r.target[:, :2]) for place in (r.start, r.obj))
        return start, now

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the mug, and pushed."""
        left = norm(r.obj - r.target)
        return told_v1(pulled(r, *self.ways(r)), left <= 0.07, left)


class CoffeePull(CoffeePush):
    """coffee-pull-v3."""

    low = (-0.05, 0.7, -0.001, -0.1, 0.55, -0.001)
    high = (0.05, 0.75, 0.001, 0.1, 0.65, 0.001)
    goal_low = (-0.1, 0.55, -0.001)
    goal_high = (0.1, 0.65, 0.001)

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """Where the machine stands: behind the mug."""
        place: np.ndarray = vectors[:, :3] + np.array([0.0, 0.22, 0.0])
        return place

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the mug, and pulled. The reference takes a place for a distance."""
        left, reach = norm(r.obj - r.target), norm(r.tcp - r.obj)
        across = norm(np.concatenate([r.obj[:, :2], r.init_tcp[:, 2:]], -1))
        at = np.where(reach < 0.05, -reach + 0.1 + closing_bonus(r), -reach + 0.1)
        reward = np.where(across < 0.05, at, -across)
        reward = reward + np.where(reach < 0.05, gained(*self.ways(r)), 0.0)
        return told_v1(reward, left <= 0.07, left)


class HandInsert(Sawyer):
    """hand-insert-v3."""

    file = "sawyer_table_with_hole.xml"
    low = (-0.1, 0.6, 0.05, -0.04, 0.8, -0.0201)
    high = (0.1, 0.7, 0.05, 0.04, 0.88, -0.0199)
    hand_low = (-0.5, 0.40, -0.15)
    goal_low = (-0.04, 0.8, -0.0201)
    goal_high = (0.04, 0.88, -0.0199)
    apart = 0.15
    hand_start = HAND_32

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The block."""
        return self.body(sim, ids, "obj")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The block's quaternion."""
        return self.body_quat(sim, ids, "obj")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the block down."""
        self.start[ids, :2], self.start[ids, 2] = vectors[:, :2], 0.05
        self.target[ids] = vectors[:, 3:]
        self.set_object(sim, ids, self.start[ids])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and in the hole."""
        near, left = norm(r.obj - r.tcp), norm(r.obj - r.target)
        in_place = tolerance(left, 0.05, norm(r.start - r.target))
        grasp, single = cage(r, r.obj, 0.015, 0.05, 0.005)
        reward = in_precision(single, hamacher, grasp, in_place)
        more = in_precision(single, np.add, reward, 1.0 + 7.0 * in_place)
        reward = np.where((near < 0.02) & (r.opened > 0), more, reward)
        reward = np.where(left < 0.05, 10.0, reward)
        lifted = r.obj[:, 2] - 0.02 > r.start[:, 2]
        return told(r, "objGeom", reward, left <= 0.05, near, grasp, in_place, left, lifted)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The fingers above the hole, and in it. The infos tell where the block was at first."""
        reach, depth = norm(r.tcp[:, :2] - r.target[:, :2]), np.abs(r.tcp[:, 2] - r.target[:, 2])
        most = np.abs(np.array(self.hand_start)[2] - r.target[:, 2])
        reward = -reach + np.where(reach < 0.05, gained(most, depth), 0.0)
        left = norm(r.start - r.target)
        return told_v1(reward, left <= 0.05, left)
