# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with things to hold upright: a nut with a handle, a hammer, a lid."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from parallel_pool.families.metaworld.grasping import cage
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import (
    hamacher,
    in_precision,
    rising_floor,
    tolerance,
)
from parallel_pool.families.metaworld.rewards_v1 import (
    carried,
    closing_bonus,
    dropped,
    farthest,
    for_lifting,
    gained,
    near_goal,
    reaching,
    told_v1,
)
from parallel_pool.families.metaworld.sawyer import HAND_32, NEAR, NEAR_32, Sawyer
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm

_SIDEWAYS = np.array([0.707, 0, 0, 0.707])


def upright(r: Rows, ideal: np.ndarray, off: float) -> np.ndarray:
    """1 where the object is turned as it shall be, 0 where its quaternion is `off` or more away."""
    return np.maximum(1.0 - norm(r.obs[:, 7:11] - ideal) / off, 0.0)


def handle(r: Rows, half: float) -> np.ndarray:
    """The nearest place of a handle along x that is `half` long to each side."""
    place = r.obj.copy()
    beside = np.abs(place[:, 0] - r.hand[:, 0]) < half
    place[:, 0] = np.where(beside, r.hand[:, 0], place[:, 0])
    return place


class Nut(Sawyer):
    """What assembly-v3 and disassemble-v3 share."""

    file = "sawyer_assembly_peg.xml"
    apart = 0.1
    moved = "peg"
    density: ClassVar[str]

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The nut's handle."""
        return self.site(sim, ids, "RoundNut-8")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The nut's quaternion."""
        return self.body_quat(sim, ids, "RoundNut")

    def success(self, r: Rows, center: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How well the nut is in its place, and whether it is."""
        raise NotImplementedError

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, turned, and in place."""
        turned = upright(r, _SIDEWAYS, 0.4)
        grab, single = cage(r, handle(r, 0.02 / 2.0), 0.015, 0.02, 0.01, density=self.density)
        in_place, done = self.success(r, r.site("RoundNut"))
        reward = in_precision(
            single, lambda a, b, c: (2.0 * a + b) * c, grab, 6.0 * in_place, turned
        )
        reward = np.where(done, 10.0, reward)
        return reward, done, turned, grab >= 0.5, grab, in_place, np.zeros(len(reward))


class Assembly(Nut):
    """assembly-v3."""

    low = (0, 0.6, 0.02, -0.1, 0.75, 0.1)
    high = (0, 0.6, 0.02, 0.1, 0.85, 0.1)
    goal_low = (-0.1, 0.75, 0.1)
    goal_high = (0.1, 0.85, 0.1)
    hand_start = HAND_32
    density = "medium"

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The peg's."""
        place: np.ndarray = vectors[:, 3:] - np.array([0.0, 0.0, 0.05])
        return place

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the nut down."""
        self.start[ids], self.target[ids] = vectors[:, :3], vectors[:, 3:]
        self.set_object(sim, ids, vectors[:, :3])

    def success(self, r: Rows, center: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Around the peg and below its top."""
        error = r.target - center
        radius = norm(error[:, :2])
        done = (radius < 0.02) & (error[:, 2] > 0.0)
        inner = np.where(done, 0.02, 0.01)
        error[:, 2] = rising_floor(radius, inner, 0.02, 0.2) - center[:, 2]
        lifted = (center[:, 2] > 0.02) | (radius < inner)
        near = tolerance(norm(error * np.array([1.0, 1.0, 3.0])), 0.02, 0.4)
        return 0.1 * lifted + 0.9 * near, done

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the handle lies."""
        height = self.position(sim, ids)[:, 2]
        self.height_v1[ids] = height
        self.most_v1[ids] = farthest(self.start[ids], self.target[ids], height + 0.1)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped by the handle, lifted, and the nut around the peg, then down."""
        nut, height = r.body("RoundNut"), self.height_v1[r.ids]
        z, goal, reach = nut[:, 2], height + 0.1, norm(r.obj - r.tcp)
        left, rest = norm(nut[:, :2] - r.target[:, :2]), np.abs(z - height)
        lying = dropped(z, height, left, reach)
        picked = (z >= goal - 0.01) & (reach < 0.03) & ~lying
        away = np.abs(nut - r.target)
        placed = (away[:, 0] < 0.03) & (away[:, 1] < 0.03)
        place = 1000 * (self.most_v1[r.ids] - left) + 1000 * near_goal(left)
        down = 2000 * (goal - rest) + 2000 * near_goal(rest, 0.003, 0.0003)
        place = np.maximum(np.where(placed, place + down, place), 0.0)
        reward = reaching(r, reach, 0.04, 0.04, 1.0)
        reward = reward + for_lifting(placed | picked, z, height, goal, reach < 0.04)
        reward = reward + np.where(placed | (picked & (reach < 0.04)), place, 0.0)
        return told_v1(reward, placed & (rest <= 0.04), near=0.0)


class Disassemble(Nut):
    """disassemble-v3."""

    low = (0.0, 0.6, 0.025, -0.1, 0.6, 0.1699)
    high = (0.1, 0.75, 0.02501, 0.1, 0.75, 0.1701)
    goal_low = np.array([-0.1, 0.6, 0.1699]) + np.array([0.0, 0.0, 0.005])
    goal_high = np.array([0.1, 0.75, 0.1701]) + np.array([0.0, 0.0, 0.005])
    hand_start = NEAR_32
    density = "high"

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The peg's."""
        place: np.ndarray = vectors[:, :3] + np.array([0.0, 0.0, 0.03])
        return place

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the nut around the peg."""
        self.start[ids] = vectors[:, :3]
        self.target[ids] = vectors[:, :3] + np.array([0, 0, 0.15])
        sim.forward(ids)
        self.set_object(sim, ids, vectors[:, :3])

    def success(self, r: Rows, center: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Above the peg."""
        error = r.target + np.array([0.0, 0.0, 0.1]) - center
        in_place = 0.1 * (center[:, 2] > 0.02) + 0.9 * tolerance(norm(error), 0.02, 0.2)
        return in_place, r.obj[:, 2] > r.target[:, 2]

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the nut lies."""
        height = self.body(sim, ids, "RoundNut")[:, 2]
        self.height_v1[ids] = height
        self.most_v1[ids] = farthest(self.start[ids], self.target[ids], height + 0.05)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, and above the peg; or anywhere but on the peg."""
        z, height = r.obj[:, 2], self.height_v1[r.ids]
        goal, reach, left = height + 0.05, norm(r.obj - r.tcp), norm(r.obj - r.target)
        picked = (z >= goal - 0.01) & (reach < 0.04) & ~dropped(z, height, left, reach)
        place = np.where(picked & (reach < 0.03), gained(self.most_v1[r.ids], left), 0.0)
        reward = reaching(r, reach, 0.04, 0.04, 2.0)
        reward = reward + for_lifting(picked, z, height, goal, reach < 0.04)
        away = np.abs(r.body("RoundNut") - r.start)
        off = (away[:, 0] > 0.05) | (away[:, 1] > 0.05)
        reward = np.where(off, goal * 100, reward) + place
        return told_v1(reward, z > r.target[:, 2], near=0.0)


class BoxClose(Sawyer):
    """box-close-v3."""

    file = "sawyer_box.xml"
    low = (-0.05, 0.5, 0.02, -0.1, 0.7, 0.133)
    high = (0.05, 0.55, 0.02, 0.1, 0.8, 0.133)
    goal_low = (-0.1, 0.7, 0.133)
    goal_high = (0.1, 0.8, 0.133)
    apart = 0.25
    hand_start = HAND_32
    moved = "boxbody"

    def setup(self, sim: Batch) -> None:
        """Keeps how high the box stands."""
        super().setup(sim)
        self.height = float(sim.model.body("boxbody").pos[2])

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The box's."""
        place = vectors[:, 3:].copy()
        place[:, 2] = self.height
        return place

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The lid."""
        return self.body(sim, ids, "top_link")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The lid's quaternion."""
        return self.body_quat(sim, ids, "top_link")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the lid down."""
        self.start[ids, :2], self.start[ids, 2] = vectors[:, :2], np.float32(0.02)
        self.target[ids] = vectors[:, 3:]
        sim.step(5, ids)
        self.set_object(sim, ids, self.start[ids])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the lid from above, then the lid on the box."""
        grip = np.clip(r.action[:, 3], np.float32(-1), np.float32(1))
        grab = ((grip + np.float32(1.0)) / np.float32(2.0)).astype(np.float64)
        lid, height = r.obj + np.array([0.0, 0.0, 0.02]), r.hand[:, 2]
        floor = rising_floor(norm(r.hand[:, :2] - lid[:, :2]), 0.02, 0.04, 0.4)
        below = tolerance(floor - height, 0.01, floor / 2.0)
        above = np.where(height >= floor, 1.0, below)
        ready = hamacher(above, tolerance(norm(r.hand - lid), 0.02, 0.5))
        error = (r.target - lid) * np.array([1.0, 1.0, 3.0])
        lifted = 0.2 * (lid[:, 2] > 0.04) + 0.8 * tolerance(norm(error), 0.05, 0.25)
        reward = 2.0 * hamacher(grab, ready) + 8.0 * lifted
        done = norm(r.obj - r.target) < 0.08
        reward = np.where(done, 10.0, reward) * upright(r, _SIDEWAYS, 0.2)
        return reward, done, ready, grab >= 0.5, grab, lifted, np.zeros(len(reward))

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the lid's handle is."""
        height = self.geom(sim, ids, "BoxHandleGeom")[:, 2]
        self.height_v1[ids] = height
        self.most_v1[ids] = farthest(self.start[ids], self.target[ids], height + 0.12)

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The lid grasped, lifted, and on the box."""
        left = norm(r.obj - r.target)
        return told_v1(carried(r, 0.12, left), left < 0.08, near=0.0)


class Hammer(Sawyer):
    """hammer-v3."""

    file = "sawyer_hammer.xml"
    low = (-0.1, 0.4, 0.0)
    high = (0.1, 0.5, 0.0)
    goal_low = (0.2399, 0.7399, 0.109)
    goal_high = (0.2401, 0.7401, 0.111)
    hand_start = NEAR
    moved = "box"

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The box with the nail, always at one place."""
        return np.tile([0.24, 0.85, 0.0], (len(vectors), 1))

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The hammer and the nail."""
        both = self.body(sim, ids, "hammer"), self.body(sim, ids, "nail_link")
        return np.concatenate(both, -1)

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The quaternions of both."""
        both = self.body_quat(sim, ids, "hammer"), self.body_quat(sim, ids, "nail_link")
        return np.concatenate(both, -1)

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the hammer down."""
        self.target[ids] = self.site(sim, ids, "goal")
        self.start[ids] = vectors
        self.set_object(sim, ids, vectors)

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, the head at the nail, and the nail in the box."""
        head = r.obj + np.array([0.16, 0.06, 0.0])
        turned = upright(r, np.array([1.0, 0.0, 0.0, 0.0]), 0.4)
        grab, single = cage(r, handle(r, 0.14 / 2.0), 0.015, 0.02, 0.01)
        in_place = 0.1 * (head[:, 2] > 0.02) + 0.9 * tolerance(norm(r.target - head), 0.02, 0.2)
        reward = in_precision(
            single, lambda a, b, c: (2.0 * a + b) * c, grab, 6.0 * in_place, turned
        )
        done = r.joint("NailSlideJoint") > 0.09
        reward = np.where(done & (reward > 5.0), 10.0, reward)
        return reward, done, turned, grab >= 0.5, grab, in_place, np.zeros(len(reward))

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How high the hammer lies."""
        height, start = self.body(sim, ids, "hammer")[:, 2], self.start[ids]
        self.height_v1[ids] = height
        way = np.abs(start[:, 1] - self.target[ids, 1])
        self.most_v1[ids] = farthest(start, start, height + 0.09) + way

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, lifted, the head at the nail, and the nail in the box."""
        z, height, nail = r.obj[:, 2], self.height_v1[r.ids], r.site("nailHead")
        goal, reach = height + 0.09, norm(r.obj - r.tcp)
        far, out = norm(nail - r.geom("HammerHead")), np.abs(nail[:, 1] - r.target[:, 1])
        held = (z >= goal - 0.01) & ~dropped(z, height, far, reach)
        hit = 1000 * (self.most_v1[r.ids] - far - out) + 1000 * near_goal(far + out)
        reward = np.where(reach < 0.05, -reach + closing_bonus(r), -reach)
        reward = reward + for_lifting(held, z, height, goal, reach < 0.1)
        reward = reward + np.where(held & (reach < 0.1), np.maximum(hit, 0.0), 0.0)
        return told_v1(reward, r.joint("NailSlideJoint") > 0.09, near=0.0)
