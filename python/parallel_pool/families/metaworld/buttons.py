# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tasks with things to press and turn: buttons and a dial."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from parallel_pool.families.metaworld.goals import Numbers
from parallel_pool.families.metaworld.grasping import closing
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import (
    gaussian,
    hamacher,
    in_precision,
    square,
    tolerance,
)
from parallel_pool.families.metaworld.rewards_v1 import pulled, told_v1
from parallel_pool.families.metaworld.sawyer import HAND_32, NEAR, NEAR_32, Sawyer
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.rows import norm


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
        """The button's quaternion."""
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

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How far the button is from its hole."""
        begin = self.site(sim, ids, "buttonStart")[:, self.axis]
        self.most_v1[ids] = np.abs(begin - self.target[ids, self.axis])

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """A finger at the button, then pressed."""
        left = np.abs(r.obj[:, self.axis] - r.target[:, self.axis])
        reward = pulled(r, self.most_v1[r.ids], left, finger=self.finger(r))
        return told_v1(reward, left <= self.done, left)

    def finger(self, r: Rows) -> np.ndarray:
        """What presses, by rewards of the version "v1"."""
        return r.site("leftEndEffector")


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

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """How far the button is from its hole; the reference takes z, not y."""
        begin = self.site(sim, ids, "buttonStart")[:, 2]
        self.most_v1[ids] = np.abs(begin - self.target[ids, 2])


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

    def finger(self, r: Rows) -> np.ndarray:
        """The middle of both."""
        return r.tcp


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
        """No rotation."""
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
        """The dial's quaternion."""
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

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """At the knob, and turned."""
        left, most = (np.abs(place[:, 1] - r.target[:, 1]) for place in (r.obj, r.start))
        reward = pulled(r, most, left, wide=0.001, tight=0.0001)
        return told_v1(reward, left <= 0.07, left, grasped=1.0)
