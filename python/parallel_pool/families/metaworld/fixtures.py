# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with things that hinge or slide: buttons, doors, drawers, faucets, handles, windows."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from parallel_pool.families.metaworld.rewards import (
    gaussian,
    hamacher,
    in_precision,
    long_tail,
    square,
    tolerance,
)
from parallel_pool.families.metaworld.sawyer import (
    HAND_32,
    NEAR,
    NEAR_32,
    Ids,
    Numbers,
    Rows,
    Sawyer,
)
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm


def size(x: np.ndarray) -> np.ndarray:
    """The norm of single numbers."""
    result: np.ndarray = np.sqrt(x * x)
    return result


def closing(action: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How much the gripper is told to close, and whether that number is a float32."""
    grip = action[:, 3]
    single = (grip > 0) & (grip <= 1)
    return np.clip(grip, 0, 1).astype(np.float64), single


class ButtonPress(Sawyer):
    """button-press-v3."""

    file = "sawyer_button_press.xml"
    low: ClassVar[Numbers] = (-0.1, 0.85, 0.115)
    high: ClassVar[Numbers] = (0.1, 0.9, 0.115)
    hand_start: ClassVar[Numbers] = NEAR_32
    moved = "box"
    axis = 1  # along which it is pressed
    offset: ClassVar[Numbers] = (0.0, -0.193, 0.0)
    done = 0.02

    def setup(self, sim: Batch) -> None:
        """Adds the way of the button."""
        super().setup(sim)
        self.way = self.array("way")

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The button's face."""
        result: np.ndarray = self.body(sim, ids, "button") + np.array(self.offset)
        return result

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The button's."""
        return self.body_quat(sim, ids, "button")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Releases the button."""
        self.start[ids] = vectors
        self.release(sim, ids)
        self.target[ids] = self.site(sim, ids, "hole")
        begin = self.site(sim, ids, "buttonStart")[:, self.axis]
        self.way[ids] = np.abs(self.target[ids, self.axis] - begin)

    def release(self, sim: Batch, ids: np.ndarray) -> None:
        """As the reference's reset does."""
        self.set_joint(sim, ids, 9, 9, 0.0)

    def distances(self, r: Rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """From the fingers to the button, the same at first, and from the button to its hole."""
        return (
            norm(r.obj - r.tcp),
            norm(r.obj - r.init_tcp),
            np.abs(r.target[:, self.axis] - r.obj[:, self.axis]),
        )

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Near the button, then pressed."""
        near, far, left = self.distances(r)
        close = tolerance(near, 0.05, far)
        pressed = tolerance(left, 0.005, self.way[r.ids])
        reward = 2 * hamacher(np.maximum(r.opened, 0.0), close)
        reward = np.where(near <= 0.05, reward + 8 * pressed, reward)
        return self.told(r, reward, near, left, close, pressed)

    def told(
        self, r: Rows, reward: Any, near: Any, left: Any, close: Any, pressed: Any
    ) -> tuple[np.ndarray, ...]:
        """The infos of all buttons."""
        return reward, left <= self.done, near <= 0.05, r.opened > 0, close, pressed, left


class ButtonPressWall(ButtonPress):
    """button-press-wall-v3."""

    file = "sawyer_button_press_wall.xml"
    low = (-0.05, 0.85, 0.1149)
    high = (0.05, 0.9, 0.1151)
    done = 0.03

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Closed on the way, open at the button."""
        near, far, left = self.distances(r)
        close = tolerance(near, 0.01, far)
        pressed = tolerance(left, 0.005, self.way[r.ids])
        away = 2 * hamacher((1 - r.opened) / 2.0, close)
        there = 2 + 2 * (1 + r.opened)
        there = there + 4 * square(pressed)
        return self.told(r, np.where(near > 0.07, away, there), near, left, close, pressed)


class ButtonPressTopdown(ButtonPress):
    """button-press-topdown-v3."""

    file = "sawyer_button_press_topdown.xml"
    low = (-0.1, 0.8, 0.115)
    high = (0.1, 0.9, 0.115)
    axis = 2
    offset = (0.0, 0.0, 0.193)
    done = 0.024

    def release(self, sim: Batch, ids: np.ndarray) -> None:
        """As the reference's reset does."""
        sim.forward(ids)

    def closed(self, r: Rows) -> np.ndarray:
        """How far the gripper is closed."""
        return 1 - r.opened

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """Near the button, then pressed."""
        near, far, left = self.distances(r)
        close = tolerance(near, 0.01, far)
        pressed = tolerance(left, 0.005, self.way[r.ids])
        reward = 5 * hamacher(self.closed(r), close)
        reward = np.where(near <= 0.03, reward + 5 * pressed, reward)
        return self.told(r, reward, near, left, close, pressed)


class ButtonPressTopdownWall(ButtonPressTopdown):
    """button-press-topdown-wall-v3."""

    file = "sawyer_button_press_topdown_wall.xml"

    def closed(self, r: Rows) -> np.ndarray:
        """The reference takes how far it is open."""
        result: np.ndarray = np.maximum(r.opened, 0.0)
        return result


class CoffeeButton(ButtonPress):
    """coffee-button-v3."""

    file = "sawyer_coffee.xml"
    low = (-0.1, 0.8, -0.001)
    high = (0.1, 0.9, 0.001)
    goal_low = np.array([-0.1, 0.8, -0.001]) + np.array([-0.001, -0.22 + 0.03, 0.299])
    goal_high = np.array([0.1, 0.9, 0.001]) + np.array([0.001, -0.22 + 0.03, 0.301])
    hand_start = NEAR
    moved = "coffee_machine"

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The button's face."""
        return self.site(sim, ids, "buttonStart")

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """None."""
        return np.broadcast_to([1.0, 0.0, 0.0, 0.0], (len(self.fresh[ids]), 4))

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Puts the mug before the machine."""
        self.start[ids] = vectors
        self.set_joint(sim, ids, slice(0, 3), slice(9, 15), vectors + np.array([0.0, -0.22, 0.0]))
        button = vectors + np.array([0.0, -0.22, 0.3])
        self.target[ids] = button + np.array([0.0, 0.03, 0.0])
        self.way[ids] = 0.03


class DialTurn(Sawyer):
    """dial-turn-v3."""

    file = "sawyer_dial.xml"
    low = (-0.1, 0.7, 0.0)
    high = (0.1, 0.8, 0.0)
    goal_low = (-0.1, 0.73, 0.0299)
    goal_high = (0.1, 0.83, 0.0301)
    hand_start = HAND_32
    moved = "dial"

    def setup(self, sim: Batch) -> None:
        """Adds where the dial is pushed at first."""
        super().setup(sim)
        self.push = self.array("push", 3)

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The dial's knob."""
        angle = self.joint(sim, ids, "knob_Joint_1")
        offset = np.stack([np.sin(angle), -np.cos(angle), np.zeros_like(angle)], -1) * 0.05
        return self.body(sim, ids, "dial") + offset

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The dial's."""
        return self.body_quat(sim, ids, "dial")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Nothing but the goal."""
        self.start[ids] = vectors
        self.target[ids] = vectors + np.array([0, 0.03, 0.03])
        self.push[ids] = self.position(sim, ids) + np.array([0.05, 0.02, 0.09])

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the knob, closed, and turned."""
        obj = r.now()
        push, first = obj + np.array([0.05, 0.02, 0.09]), self.push[r.ids]
        left = norm(obj - r.target)
        in_place = tolerance(left, 0.07, np.abs(norm(first - r.target) - 0.07))
        near = norm(push - r.tcp)
        far = norm(first - r.init_tcp)
        reach = tolerance(near, 0.005, np.abs(far - 0.005), sigmoid=gaussian)
        closed, single = closing(r.action)
        grasp = in_precision(single, hamacher, reach, closed)
        reward = in_precision(single, lambda a, b: 10 * hamacher(a, b), grasp, in_place)
        return reward, left <= 0.07, near <= 0.01, np.ones(len(left)), grasp, in_place, left


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
        """The handle's."""
        return self.geom_quat(sim, ids, "handle")

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Opens or closes the door."""
        self.start[ids] = vectors
        self.target[ids] = vectors + np.array(self.way)
        joint = sim.model.joint("doorjoint")
        self.set_joint(sim, ids, joint.qposadr[0], joint.dofadr[0], self.angle)


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
        floor = np.where(radius <= 0.12, 0.0, 0.04 * np.log(radius - 0.12) + 0.4)
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
        """The door's."""
        return self.body_quat(sim, ids, "door_link")


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
        """The drawer's."""
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


class DrawerClose(Drawer):
    """drawer-close-v3."""

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The handle."""
        result: np.ndarray = self.body(sim, ids, "drawer_link") + np.array([0.0, -0.16, 0.05])
        return result

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """None."""
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
        """The faucet's."""
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
        """None."""
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


class HandlePressSide(HandlePress):
    """handle-press-side-v3."""

    file = "sawyer_handle_press_sideways.xml"
    low = (-0.35, 0.65, -0.001)
    high = (-0.25, 0.75, 0.001)
    goal_low = None
    goal_high = None


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
        """The lever's."""
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
        """None."""
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
