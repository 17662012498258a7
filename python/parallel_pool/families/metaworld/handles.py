# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with handles to move: faucets, handles, a lever, windows."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from parallel_pool.families.metaworld.goals import Numbers
from parallel_pool.families.metaworld.grasping import cage
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import (
    gaussian,
    hamacher,
    in_precision,
    long_tail,
    size,
    tolerance,
)
from parallel_pool.families.metaworld.rewards_v1 import pulled, told_v1
from parallel_pool.families.metaworld.rewards_v1_moving import slid
from parallel_pool.families.metaworld.sawyer import NEAR, NEAR_32, Sawyer
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm


class FaucetOpen(Sawyer):
    """faucet-open-v3."""

    file = "sawyer_faucet.xml"
    low: ClassVar[Numbers] = (-0.05, 0.8, 0.0)
    high: ClassVar[Numbers] = (0.05, 0.85, 0.0)
    hand_low = (-0.5, 0.40, -0.15)
    hand_start = NEAR
    moved = "faucetBase"
    handle = "handleStartOpen"
    way = 0.175
    seen: ClassVar[Numbers] = (-0.04, 0.0, 0.03)
    settles = False

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle."""
        result: np.ndarray = self.site(sim, ids, self.handle) + np.array([0.0, 0.0, -0.01])
        return result

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The faucet's quaternion."""
        return self.body_quat(sim, ids, "faucetBase")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Nothing but the goal."""
        self.start[ids] = vectors
        self.target[ids] = vectors + np.array([self.way, 0.0, 0.125])
        if self.settles:
            sim.forward(ids)

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, and turned."""
        obj = r.obj + np.array(self.seen)
        left = norm(obj - r.target)
        in_place = tolerance(left, 0.07, np.abs(norm(r.start - r.target) - 0.07))
        near = norm(obj - r.tcp)
        far = norm(r.start - r.init_tcp)
        reach = tolerance(near, 0.01, np.abs(far - 0.01), sigmoid=gaussian)
        reward = 2 * reach + 3 * in_place
        reward = np.where(left <= 0.07, 10.0, reward * 2)
        return reward, left <= 0.07, near <= 0.01, np.ones(len(left)), reach, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, and turned."""
        left, most = norm(r.obj - r.target), norm(r.target - r.start)
        return told_v1(pulled(r, most, left), left <= 0.07, left, grasped=1.0)


class FaucetClose(FaucetOpen):
    """faucet-close-v3."""

    low = (-0.1, 0.8, 0.0)
    high = (0.1, 0.85, 0.0)
    handle = "handleStartClose"
    way = -0.175
    seen = (0.0, 0.0, 0.0)
    settles = True


class HandlePress(Sawyer):
    """handle-press-v3."""

    file = "sawyer_handle_press.xml"
    low: ClassVar[Numbers] = (-0.1, 0.8, -0.001)
    high: ClassVar[Numbers] = (0.1, 0.9, 0.001)
    goal_low: ClassVar[Numbers | None] = (-0.1, 0.55, 0.04)
    goal_high: ClassVar[Numbers | None] = (0.1, 0.70, 0.08)
    moved = "box"

    def setup(self, sim: Batch) -> None:
        """Adds where the handle was at first."""
        super().setup(sim)
        self.handle = self.array("handle", 3)

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle."""
        return self.site(sim, ids, "handleStart")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """Zeros: the reference shows no quaternion."""
        return np.zeros((len(self.fresh[ids]), 4))

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Lifts the handle."""
        self.start[ids] = vectors
        self.set_joint(sim, ids, 9, 9, -0.001)
        self.target[ids] = self.site(sim, ids, "goalPress")
        self.handle[ids] = self.position(sim, ids)

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, and pressed."""
        obj, first = r.now(), self.handle[r.ids]
        left = size(obj[:, 2] - r.target[:, 2])
        margin = np.abs(size(first[:, 2] - r.target[:, 2]) - 0.02)
        in_place = tolerance(left, 0.02, margin)
        near = norm(obj - r.tcp)
        reach = tolerance(near, 0.02, np.abs(norm(first - r.init_tcp) - 0.02))
        reward = np.where(left <= 0.02, 1.0, hamacher(reach, in_place)) * 10
        return reward, left <= 0.02, near <= 0.05, np.ones(len(left)), reach, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """A finger at the handle, and pressed."""
        left = np.abs(r.obj[:, 2] - r.target[:, 2])
        most = np.abs(self.handle[r.ids, 2] - r.target[:, 2])
        reward = pulled(r, most, left, finger=r.site("leftEndEffector"))
        return told_v1(reward, left <= 0.02, left, grasped=1.0)


class HandlePressSide(HandlePress):
    """handle-press-side-v3."""

    file = "sawyer_handle_press_sideways.xml"
    low = (-0.35, 0.65, -0.001)
    high = (-0.25, 0.75, 0.001)
    goal_low = None
    goal_high = None


class HandlePull(Sawyer):
    """handle-pull-v3."""

    file = "sawyer_handle_press.xml"
    low: ClassVar[Numbers] = (-0.1, 0.8, -0.001)
    high: ClassVar[Numbers] = (0.1, 0.9, 0.001)
    goal_low: ClassVar[Numbers | None] = (-0.1, 0.55, 0.04)
    goal_high: ClassVar[Numbers | None] = (0.1, 0.70, 0.18)
    moved = "box"
    handle = "handleRight"
    done = 0.05
    radius = 0.022
    pad = 0.05

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle."""
        return self.site(sim, ids, self.handle)

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """Zeros: the reference shows no quaternion."""
        return np.zeros((len(self.fresh[ids]), 4))

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Lowers the handle."""
        self.start[ids] = vectors
        self.set_joint(sim, ids, 9, 9, -0.1)
        self.target[ids] = self.site(sim, ids, "goalPull")

    def distances(self, r: Rows) -> tuple[np.ndarray, np.ndarray]:
        """From the handle to the goal, and the same at first."""
        return np.abs(r.target[:, 2] - r.obj[:, 2]), np.abs(r.target[:, 2] - r.start[:, 2])

    def raised(self, r: Rows) -> np.ndarray:
        """Whether the handle is up. The reference compares y with z."""
        raised: np.ndarray = r.obj[:, 1] - 0.01 > r.start[:, 2]
        return raised

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Grasped, and pulled."""
        left, far = self.distances(r)
        in_place = tolerance(left, 0.05, far)
        grasp, single = cage(r, r.obj, self.radius, self.pad, 0.01)
        near = norm(r.obj - r.tcp)
        reward = in_precision(single, hamacher, grasp, in_place)
        more = in_precision(single, np.add, reward, 1.0 + 5.0 * in_place)
        reward = np.where((near < 0.035) & (r.opened > 0) & self.raised(r), more, reward)
        reward = np.where(left < 0.05, 10.0, reward)
        grasped = (r.opened > 0) & (r.obj[:, 2] - 0.03 > r.start[:, 2])
        return reward, left <= self.done, near <= 0.05, grasped, grasp, in_place, left

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """From the handle's place in its body to the goal: the reference mixes both frames."""
        height = sim.model.site("handleStart").pos[2]
        self.most_v1[ids] = np.abs(height - self.target[ids, 2])

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The left finger at the handle, then pulled."""
        left = np.abs(r.obj[:, 2] - r.target[:, 2])
        reward = pulled(r, self.most_v1[r.ids], left, finger=r.site("leftEndEffector"))
        return told_v1(reward, left <= self.done, left)


class HandlePullSide(HandlePull):
    """handle-pull-side-v3."""

    file = "sawyer_handle_press_sideways.xml"
    low = (-0.35, 0.65, 0.0)
    high = (-0.25, 0.75, 0.0)
    goal_low = None
    goal_high = None
    handle = "handleCenter"
    done = 0.08
    radius = 0.032
    pad = 0.06

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Lowers the handle."""
        super().place(sim, ids, vectors)
        self.start[ids] = self.position(sim, ids)

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """From the handle to the goal."""
        height = self.site(sim, ids, "handleStart")[:, 2]
        self.most_v1[ids] = np.abs(height - self.target[ids, 2])

    def distances(self, r: Rows) -> tuple[np.ndarray, np.ndarray]:
        """From the handle to the goal, and the same at first."""
        return norm(r.obj - r.target), norm(r.start - r.target)

    def raised(self, r: Rows) -> np.ndarray:
        """Whether the handle is up."""
        raised: np.ndarray = r.obj[:, 2] - 0.01 > r.start[:, 2]
        return raised


class LeverPull(Sawyer):
    """lever-pull-v3."""

    file = "sawyer_lever_pull.xml"
    low = (-0.1, 0.7, 0.0)
    high = (0.1, 0.8, 0.0)
    hand_low = (-0.5, 0.40, -0.15)
    hand_start = NEAR_32
    moved = "lever"

    def setup(self, sim: Batch) -> None:
        """Adds where the lever was at first."""
        super().setup(sim)
        self.lever = self.array("lever", 3)

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The lever's end."""
        return self.site(sim, ids, "leverStart")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The lever's quaternion."""
        return self.geom_quat(sim, ids, "objGeom")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Nothing but the goal."""
        self.start[ids] = vectors
        self.lever[ids] = vectors + np.array([0.12, -0.2, 0.25])
        self.target[ids] = vectors + np.array([0.12, 0.0, 0.25 + 0.2])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Below the lever, and lifted."""
        scale, offset = np.array([4.0, 1.0, 4.0]), np.array([0.0, 0.055, 0.07])
        first = self.lever[r.ids]
        near = norm((r.hand + offset - r.obj) * scale)
        ready = tolerance(near, 0.02, norm((r.init_tcp + offset - first) * scale))
        error = np.abs(-r.joint("LeverAxis") - math.pi / 2.0)
        engaged = tolerance(error, math.pi / 48.0, math.pi / 2.0 - math.pi / 12.0)
        in_place = tolerance(norm(r.obj - r.target), 0.04, norm(first - r.target))
        reward = 10.0 * hamacher(ready, in_place)
        return reward, error <= math.pi / 24, near < 0.03, ready > 0.9, ready, engaged, near

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the lever, then moved. The reference takes the distance for an angle."""
        left = norm(r.obj - r.target)
        reward = pulled(r, norm(r.target - r.start), left)
        return told_v1(reward, left <= math.pi / 24)


class Window(Sawyer):
    """What window-open-v3 and window-close-v3 share."""

    file = "sawyer_window_horizontal.xml"
    hand_start: ClassVar[Numbers] = NEAR_32
    moved = "window"
    handle: ClassVar[str]

    def setup(self, sim: Batch) -> None:
        """Adds where the handle was at first."""
        super().setup(sim)
        self.first = self.array("first", 3)

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle."""
        return self.site(sim, ids, self.handle)

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """Zeros: the reference shows no quaternion."""
        return np.zeros((len(self.fresh[ids]), 4))

    def rate(self, r: Rows, origin: np.ndarray, sigmoid: Any) -> tuple[np.ndarray, ...]:
        """At the handle, and slid from the origin's x to the goal's."""
        obj = r.now()
        left = size(obj[:, 0] - r.target[:, 0])
        margin = np.abs(size(origin[:, 0] - r.target[:, 0]) - 0.05)
        in_place = tolerance(left, 0.05, margin)
        near = norm(obj - r.tcp)
        far = norm(self.first[r.ids] - r.init_tcp)
        reach = tolerance(near, 0.02, np.abs(far - 0.02), sigmoid=sigmoid)
        reward = 10 * hamacher(reach, in_place)
        return reward, left <= 0.05, near <= 0.05, np.ones(len(left)), reach, in_place, left

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the handle, then slid."""
        left = np.abs(r.obj[:, 0] - r.target[:, 0])
        return told_v1(slid(r, 0.2, left), left <= 0.05, left, grasped=1.0)


class WindowOpen(Window):
    """window-open-v3."""

    low = (-0.1, 0.7, 0.16)
    high = (0.1, 0.9, 0.16)
    handle = "handleOpenStart"

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Closes the window."""
        self.start[ids] = vectors
        self.target[ids] = vectors + np.array([0.2, 0.0, 0.0])
        self.first[ids] = self.position(sim, ids)
        sim.qpos[ids, sim.model.joint("window_slide").qposadr[0]] = 0.0

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Slid from where the window is."""
        return self.rate(r, r.start, long_tail)


class WindowClose(Window):
    """window-close-v3."""

    low = (0.0, 0.75, 0.2)
    high = (0.0, 0.9, 0.2)
    handle = "handleCloseStart"

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Opens the window."""
        self.start[ids] = vectors
        self.target[ids] = vectors
        self.first[ids] = self.position(sim, ids) + np.array([0.2, 0.0, 0.0])
        sim.qpos[ids, sim.model.joint("window_slide").qposadr[0]] = 0.2

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Slid from where the handle was."""
        return self.rate(r, self.first[r.ids], gaussian)
