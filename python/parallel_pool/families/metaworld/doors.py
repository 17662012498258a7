# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with doors, their locks, and drawers."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from parallel_pool.families.metaworld.goals import Numbers
from parallel_pool.families.metaworld.grasping import closing
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import (
    gaussian,
    hamacher,
    in_precision,
    rising_floor,
    tolerance,
)
from parallel_pool.families.metaworld.rewards_v1 import pulled, told_v1
from parallel_pool.families.metaworld.sawyer import HAND_32, Sawyer
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm


class Door(Sawyer):
    """What door-open-v3 and door-close-v3 share."""

    file = "sawyer_door_pull.xml"
    low = (0.0, 0.85, 0.15)
    high = (0.1, 0.95, 0.15)
    moved = "door"
    way: ClassVar[Numbers]
    angle: ClassVar[float]

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle."""
        return self.geom(sim, ids, "handle")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle's quaternion."""
        return self.geom_quat(sim, ids, "handle")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Opens or closes the door."""
        self.start[ids] = vectors
        self.target[ids] = vectors + np.array(self.way)
        joint = sim.model.joint("doorjoint")
        self.set_joint(sim, ids, joint.qposadr[0], joint.dofadr[0], self.angle)

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How far the handle is from its goal in x and y."""
        self.most_v1[ids] = norm(self.position(sim, ids)[:, :2] - self.target[ids, :2])


class DoorOpen(Door):
    """door-open-v3."""

    goal_low = (-0.3, 0.4, 0.1499)
    goal_high = (-0.2, 0.5, 0.1501)
    way = (-0.3, -0.45, 0.0)
    angle = 0.0

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle from above, then opened."""
        theta = r.joint("doorjoint")
        grip = np.clip(r.action[:, 3], np.float32(-1), np.float32(1))
        grab = ((grip + np.float32(1.0)) / np.float32(2.0)).astype(np.float64)
        door = r.obj + np.array([-0.05, 0, 0])
        radius = norm(r.hand[:, :2] - door[:, :2])
        floor = rising_floor(radius, 0.12, 0.04, 0.4)
        below = tolerance(floor - r.hand[:, 2], 0.01, floor / 2.0)
        above = np.where(r.hand[:, 2] >= floor, 1.0, below)
        off = norm(r.hand - door - np.array([0.05, 0.03, -0.01]))
        ready = hamacher(above, tolerance(off, 0.12 / 2.0, 0.5))
        angle = -theta
        opened = 0.2 * (theta < -np.pi / 90.0) + 0.8 * tolerance(
            np.pi / 2.0 + np.pi / 6 - angle, 0.5, np.pi / 3.0
        )
        reward = 0 + 2.0 * hamacher(ready, grab) + 8.0 * opened
        done = np.abs(r.obj[:, 0] - r.target[:, 0]) <= 0.08
        reward = np.where(done, 10.0, reward)
        return reward, done, ready, grab >= 0.5, grab, opened, np.zeros(len(grab))

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, and opened."""
        reward = pulled(r, self.most_v1[r.ids], norm(r.obj[:, :2] - r.target[:, :2]))
        return told_v1(reward, np.abs(r.obj[:, 0] - r.target[:, 0]) <= 0.08, near=0.0)


class DoorClose(Door):
    """door-close-v3."""

    goal_low = (0.2, 0.65, 0.1499)
    goal_high = (0.3, 0.75, 0.1501)
    hand_start = np.array([-0.5, 0.6, 0.2], np.float32).astype(np.float64)
    way = (0.2, -0.2, 0.0)
    angle = -1.5708

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The handle and the fingers at the goal."""
        left = norm(r.obj - r.target)
        in_place = tolerance(left, 0.05, norm(r.start - r.target), sigmoid=gaussian)
        margin = norm(np.array(self.hand_start) - r.obj) + 0.1
        there = tolerance(norm(r.tcp - r.target), 0.25 * 0.05, margin, sigmoid=gaussian)
        reward = np.where(left < 0.05, 10.0, 3 * there + 6 * in_place)
        ones = np.ones(len(left))
        return reward, left <= 0.08, 0 * ones, ones, ones, there, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, and closed."""
        left = norm(r.obj[:, :2] - r.target[:, :2])
        reward = pulled(r, self.most_v1[r.ids], left)
        return told_v1(reward, left <= 0.08, left, near=0.0, grasped=1.0, grasp=1.0)


class Lock(Sawyer):
    """What door-lock-v3 and door-unlock-v3 share."""

    file = "sawyer_door_lock.xml"
    low = (-0.1, 0.8, 0.15)
    high = (0.1, 0.85, 0.15)
    hand_low = (-0.5, 0.40, -0.15)
    hand_start = HAND_32
    moved = "door"
    handle: ClassVar[str]

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The lock's handle."""
        return self.site(sim, ids, self.handle)

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The door's quaternion."""
        return self.body_quat(sim, ids, "door_link")

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How far the lock is from its goal."""
        self.most_v1[ids] = norm(self.target[ids] - self.body(sim, ids, "lock_link"))

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the lock, and turned."""
        left = norm(r.obj - r.target)
        return told_v1(pulled(r, self.most_v1[r.ids], left), left <= 0.02, left)


class DoorLock(Lock):
    """door-lock-v3."""

    handle = "lockStartLock"

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Lets the lock come to rest."""
        sim.step(5, ids)
        self.target[ids] = self.body(sim, ids, "lock_link") + np.array([0.0, -0.04, -0.1])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the lock, and turned. The reference compares with where the finger is now."""
        near = norm((r.obj - r.body("leftpad")) * np.array([0.25, 1.0, 0.5]))
        left = np.abs(r.target[:, 2] - r.obj[:, 2])
        close, pressed = tolerance(near, 0.01, near), tolerance(left, 0.005, 0.1)
        reward = 2 * hamacher(np.maximum(r.opened, 0.0), close)
        reward = reward + 8 * pressed
        return reward, left <= 0.02, near <= 0.05, r.opened > 0, close, pressed, left


class DoorUnlock(Lock):
    """door-unlock-v3."""

    handle = "lockStartUnlock"
    goal_low = (0.0, 0.64, 0.2100)
    goal_high = (0.2, 0.7, 0.2111)

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Locks it."""
        self.set_joint(sim, ids, 9, 9, 1.5708)
        self.target[ids] = self.body(sim, ids, "lock_link") + np.array([0.1, -0.04, 0.0])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the lock, and pushed. The reference compares with where the lock is now."""
        offset, scale = np.array([0.0, 0.055, 0.07]), np.array([0.25, 1.0, 0.5])
        near = norm((r.hand + offset - r.obj) * scale)
        far = norm((r.init_tcp + offset - r.body("lock_link")) * scale)
        ready = tolerance(near, 0.02, far)
        left = np.abs(r.target[:, 0] - r.obj[:, 0])
        pushed = tolerance(left, 0.005, 0.1)
        reward = 2 * ready + 8 * pushed
        return reward, left <= 0.02, near <= 0.05, r.opened > 0, ready, pushed, left


class Drawer(Sawyer):
    """What drawer-open-v3 and drawer-close-v3 share."""

    file = "sawyer_drawer.xml"
    low = (-0.1, 0.9, 0.0)
    high = (0.1, 0.9, 0.0)
    hand_start = HAND_32
    moved = "drawer"


class DrawerOpen(Drawer):
    """drawer-open-v3."""

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle."""
        result: np.ndarray = self.body(sim, ids, "drawer_link") + np.array([0.0, -0.16, 0.0])
        return result

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The drawer's quaternion."""
        return self.body_quat(sim, ids, "drawer_link")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Nothing but the goal."""
        self.start[ids] = vectors
        self.target[ids] = vectors + np.array([0.0, -0.16 - 0.2, 0.09])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, and opened."""
        left = norm(r.obj - r.target)
        opening = tolerance(left, 0.02, 0.2)
        scale = np.array([3.0, 3.0, 1.0])
        first = r.target + np.array([0.0, 0.2, 0.0])
        error = norm((r.obj - r.hand) * scale)
        caging = tolerance(error, 0.01, norm((first - r.init_tcp) * scale))
        reward = caging + opening
        reward = reward * 5.0
        near = norm(r.obj - r.hand)
        return reward, left <= 0.03, near <= 0.03, r.opened > 0, caging, opening, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, and opened."""
        left = np.abs(r.obj[:, 1] - r.target[:, 1])
        return told_v1(pulled(r, 0.2, left), left <= 0.03, left)


class DrawerClose(Drawer):
    """drawer-close-v3."""

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle."""
        result: np.ndarray = self.body(sim, ids, "drawer_link") + np.array([0.0, -0.16, 0.05])
        return result

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """Zeros: the reference shows no quaternion."""
        return np.zeros((len(self.fresh[ids]), 4))

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Opens it."""
        self.target[ids] = vectors + np.array([0.0, -0.16, 0.09])
        self.set_joint(sim, ids, 9, None, -0.15)
        self.start[ids] = self.position(sim, ids)

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, closed, and pushed."""
        left = norm(r.obj - r.target)
        in_place = tolerance(left, 0.05, np.abs(norm(r.start - r.target) - 0.05))
        near = norm(r.obj - r.tcp)
        far = norm(r.start - r.init_tcp)
        reach = tolerance(near, 0.005, np.abs(far - 0.005), sigmoid=gaussian)
        closed, single = closing(r.action)
        grasp = in_precision(single, hamacher, reach, closed)
        reward = in_precision(single, lambda a, b: hamacher(a, b) * 10, grasp, in_place)
        reward = np.where(left <= 0.05 + 0.015, 10.0, reward)
        ones = np.ones(len(left))
        return reward, left <= 0.05 + 0.015, near <= 0.01, ones, grasp, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, and pushed."""
        left = np.abs(r.obj[:, 1] - r.target[:, 1])
        return told_v1(pulled(r, 0.15, left), left <= 0.05 + 0.015, left, grasped=1.0)
