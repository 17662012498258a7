# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A hand with 24 joints: its fingers meet, and it turns a block, an egg and a pen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from parallel_pool.families.robotics import goals
from parallel_pool.families.robotics.assets import load
from parallel_pool.families.robotics.rotations import (
    QUARTER_TURNS,
    product_of_quaternions,
    quaternion_of_euler,
)
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.task import Ids, Task

_TIPS = tuple(f"robot0:S_{finger}tip" for finger in ("ff", "mf", "rf", "lf", "th"))
_THUMB = len(_TIPS) - 1
# The joints' angles in rad when episodes of `Reach` begin, in the model's order.
_START = (
    *(-0.16514339750464327, -0.31973286565062153),
    *(0.14340512546557435, 0.32028208333591573, 0.7126053607727917, 0.6705281001412586),
    *(0.000246444303701037, 0.3152655251085491, 0.7659800313729842, 0.7323156897425923),
    *(0.00038520700007378114, 0.36743546201985233, 0.7119514095008576, 0.6699446327514138),
    *(0.0525442258033891, -0.13615534724474673, 0.39872030433433003, 0.7415570009679252),
    *(0.704096378652974, 0.003673823825070126, 0.5506291436028695, -0.014515151997119306),
    *(-0.0015229223564485414, -0.7894883021600622),
)
_JOINTS = tuple(
    f"robot0:{group}J{i}"
    for group, count in (("WR", 2), ("FF", 4), ("MF", 4), ("RF", 4), ("LF", 5), ("TH", 5))
    for i in reversed(range(count))
)
# How far goals may be from where the object lies, in metres: x, y, z.
_NEAREST, _FARTHEST = np.array([-0.04, -0.06, 0.0]), np.array([0.04, 0.02, 0.06])
_ON_THE_PALM = 0.04  # the height of the object's centre above which it lies there, in metres
_SETTLING = 200  # physics steps


def _model(name: str, numbers_of_goal: int) -> Callable[[], Any]:
    return lambda: load(f"hand/{name}.xml", userdata=numbers_of_goal)


class Hand(Task):
    """What all tasks share."""

    frame_skip = 20
    action_space = Box(-1.0, 1.0, (20,), np.float32)

    def setup(self, sim: Batch) -> None:
        """Finds what rules look at."""
        model = sim.model
        self.goal = sim.userdata  # where pictures find it too
        self._low, self._high = model.actuator_ctrlrange.T
        self.middle, self._half = (self._high + self._low) / 2.0, (self._high - self._low) / 2.0
        joints = [model.joint(name) for name in _JOINTS]
        self._positions = np.array([joint.qposadr[0] for joint in joints])
        self._velocities = np.array([joint.dofadr[0] for joint in joints])

    def spaces_of(self, observed: int, goal: int) -> Dict:
        """The observation space."""
        wanted = Box(-np.inf, np.inf, (goal,), np.float64)
        observation = Box(-np.inf, np.inf, (observed,), np.float64)
        return Dict({"observation": observation, "achieved_goal": wanted, "desired_goal": wanted})

    def act(self, sim: Batch, ids: Ids, actions: np.ndarray) -> None:
        """Scales the actions to the ranges of the joints' wanted positions."""
        wanted = self.middle + np.clip(actions, -1.0, 1.0) * self._half
        sim.ctrl[ids] = np.clip(wanted, self._low, self._high)

    def joints(self, sim: Batch, ids: Ids) -> list[np.ndarray]:
        """Positions and velocities of the hand's joints."""
        return [sim.qpos[ids][:, self._positions], sim.qvel[ids][:, self._velocities]]


class Reach(Hand):
    """The thumb and a finger meet above the palm.

    Args:
        reward_type: ``"sparse"``: -1 unless the goal is achieved; ``"dense"``: minus the distance.
        distance_threshold: within which a goal is achieved: of all fingertips together, in metres.
    """

    model = _model("reach", 15)

    def __init__(
        self, reward_type: str = "sparse", distance_threshold: float = goals.HAND_DISTANCE
    ) -> None:
        """See the class."""
        self._reward_type = goals.checked_reward_type(reward_type)
        self._threshold = distance_threshold

    def setup(self, sim: Batch) -> None:
        """Looks at the hand as episodes begin."""
        super().setup(sim)
        self.observation_space = self.spaces_of(63, 15)
        self._tips = np.array([sim.model.site(name).id for name in _TIPS])
        sim.qpos[:, self._positions] = _START
        sim.forward()
        self._start = sim.qpos[0].copy()
        self._tips_at_start = self._achieved(sim, np.array([0]))[0]
        self._meeting = sim.xpos[0, sim.model.body("robot0:palm").id] + [0.0, -0.09, 0.05]

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """Draws a goal."""
        sim.qpos[ids] = self._start
        for i, generator in zip(ids, generators, strict=True):
            finger = int(generator.choice(_THUMB))
            place = self._meeting + generator.normal(scale=0.005, size=3)
            goal = self._tips_at_start.copy().reshape(-1, 3)
            for tip in (_THUMB, finger):
                way = place - goal[tip]
                way /= np.linalg.norm(way)
                goal[tip] = place - 0.005 * way
            if generator.uniform() < 0.1:
                goal = self._tips_at_start
            self.goal[i] = goal.ravel()

    def _achieved(self, sim: Batch, ids: Ids) -> np.ndarray:
        tips = sim.site_xpos[ids][:, self._tips]
        return tips.reshape(len(tips), -1)

    def observe(self, sim: Batch, ids: Ids) -> dict[str, np.ndarray]:
        """The joints and the fingertips."""
        tips = self._achieved(sim, ids)
        return {
            "observation": np.concatenate([*self.joints(sim, ids), tips], axis=-1),
            "achieved_goal": tips,
            "desired_goal": self.goal[ids],
        }

    def outcome(
        self, sim: Batch, ids: Ids, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        """Rewards fingertips near the goal; episodes end by their time limit alone."""
        distance = goals.distance(self._achieved(sim, ids), self.goal[ids])
        reward = goals.position_reward(self._reward_type, distance, self._threshold)
        success = (distance < self._threshold).astype(np.float32)
        return reward, np.zeros(len(distance), bool), {"is_success": success}


class Manipulate(Hand):
    """The hand moves an object on its palm to a pose.

    Args:
        target_position: ``"random"``, ``"fixed"``: where the object begins, or ``"ignore"``.
        target_rotation: ``"xyz"``: any; ``"z"``: about z; ``"parallel"``: so, with any face up.
        reward_type: ``"sparse"``: -1 unless the goal is achieved; ``"dense"``: minus 10 times the
            distance and minus the angle.
        randomize_initial_position, randomize_initial_rotation: how the object begins.
        distance_threshold, rotation_threshold: within which a goal is achieved, in m and rad.
        ignore_z_target_rotation: whether the rotation about z does not matter.
    """

    draws = True
    # An episode begins with the last one's controls and warm start, as in the reference.
    resets_data = False
    after_reset = ("forward", "insert qpos", "insert ctrl", f"step {_SETTLING}", "forward")
    touch = "off"

    def __init__(
        self,
        target_position: str = "random",
        target_rotation: str = "xyz",
        reward_type: str = "sparse",
        randomize_initial_position: bool = True,
        randomize_initial_rotation: bool = True,
        distance_threshold: float = goals.HAND_DISTANCE,
        rotation_threshold: float = 0.1,
        ignore_z_target_rotation: bool = False,
    ) -> None:
        """See the class."""
        _check("target_position", target_position, ("random", "fixed", "ignore"))
        _check("target_rotation", target_rotation, ("xyz", "z", "parallel"))
        self._position, self._rotation = target_position, target_rotation
        self._moves_at_first = randomize_initial_position and target_position != "fixed"
        self._turns_at_first = randomize_initial_rotation
        self._rules = {
            "target_position": target_position,
            "reward_type": goals.checked_reward_type(reward_type),
            "distance_threshold": distance_threshold,
            "rotation_threshold": rotation_threshold,
            "ignore_z_target_rotation": ignore_z_target_rotation,
        }

    def setup(self, sim: Batch) -> None:
        """Finds the object."""
        super().setup(sim)
        model, joint = sim.model, sim.model.joint("object:joint")
        first, velocity = joint.qposadr[0], joint.dofadr[0]
        self._object, self._object_velocity = (
            slice(first, first + 7),
            slice(velocity, velocity + 6),
        )
        self._center = model.site("object:center").id
        self._start = sim.qpos[0].copy()
        self._pose = sim.insert("qpos", self._object)
        sim.insert("ctrl")[:] = self.middle
        named = [model.sensor(i).name for i in range(model.nsensor)]
        self._sensors = [i for i, name in enumerate(named) if "robot0:TS_" in name]
        touched = 0 if self.touch == "off" else len(self._sensors)
        self.observation_space = self.spaces_of(61 + touched, 7)
        sim.forward()  # as the reference does before its first episode

    # --- Episodes begin ---------------------------------------------------------------------------

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """Draws how the object begins; it comes to rest in `after_reset`."""
        sim.time[ids] = 0.0
        sim.qpos[ids] = self._start
        sim.qvel[ids] = 0.0
        for i, generator in zip(ids, generators, strict=True):
            self._pose[i] = self._draw_pose(generator)

    def settle(
        self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]
    ) -> None:
        """Begins again where the object fell from the palm, then draws the goals."""
        lost = self._lost(sim, zip(ids.tolist(), generators, strict=True))
        while lost:
            again = np.array([*lost])
            self.reset(sim, again, [*lost.values()])
            sim.forward(again)
            sim.qpos[again, self._object] = self._pose[again]
            sim.ctrl[again] = self.middle
            sim.step(_SETTLING, again)
            sim.forward(again)
            lost = self._lost(sim, lost.items())
        for i, generator in zip(ids, generators, strict=True):
            self.goal[i] = self._draw_goal(sim.qpos[i, self._object], generator)

    def _lost(
        self, sim: Batch, environments: Iterable[tuple[int, np.random.Generator]]
    ) -> dict[int, np.random.Generator]:
        heights = sim.site_xpos[:, self._center, 2]
        return {i: generator for i, generator in environments if not heights[i] > _ON_THE_PALM}

    def _draw_pose(self, generator: np.random.Generator) -> np.ndarray:
        pose = self._start[self._object]
        position, rotation = pose[:3].copy(), pose[3:].copy()
        if self._turns_at_first:
            rotation = self._turned(rotation, generator)
        if self._moves_at_first:
            position += generator.normal(size=3, scale=0.005)
        rotation /= np.linalg.norm(rotation)
        return np.concatenate([position, rotation])

    def _draw_goal(self, pose: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        position = pose[:3]
        if self._position == "random":
            position = position + generator.uniform(_NEAREST, _FARTHEST)
        rotation = self._draw_rotation(generator)
        rotation /= np.linalg.norm(rotation)
        return np.concatenate([position, rotation])

    def _turned(self, rotation: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        return product_of_quaternions(rotation, self._draw_rotation(generator))

    def _draw_rotation(self, generator: np.random.Generator) -> np.ndarray:
        angle = generator.uniform(-np.pi, np.pi)
        if self._rotation == "xyz":
            return _turn(angle, generator.uniform(-1.0, 1.0, size=3))
        turn = _turn(angle, np.array([0.0, 0.0, 1.0]))
        if self._rotation == "z":
            return turn
        face = QUARTER_TURNS[generator.integers(len(QUARTER_TURNS))]
        return product_of_quaternions(turn, quaternion_of_euler(face))

    # --- Steps ------------------------------------------------------------------------------------

    def observe(self, sim: Batch, ids: Ids) -> dict[str, np.ndarray]:
        """The joints, the object and what the hand feels."""
        pose = sim.qpos[ids, self._object]
        parts = [*self.joints(sim, ids), sim.qvel[ids, self._object_velocity], pose]
        if self.touch != "off":
            parts.append(self._felt(sim.sensordata[ids][:, self._sensors]))
        return {
            "observation": np.concatenate(parts, axis=-1),
            "achieved_goal": pose,
            "desired_goal": self.goal[ids],
        }

    def _felt(self, forces: np.ndarray) -> np.ndarray:
        felt = forces
        if self.touch == "boolean":
            felt = forces > 0.0
        elif self.touch == "log":
            felt = np.log(forces + 1.0)
        return felt

    def outcome(
        self, sim: Batch, ids: Ids, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        """Rewards an object near the goal; episodes end by their time limit alone."""
        apart = goals.between_poses(self._rules, sim.qpos[ids, self._object], self.goal[ids])
        success = goals.pose_success(self._rules, *apart)
        reward = goals.pose_reward(self._rules, *apart)
        return reward, np.zeros(len(success), bool), {"is_success": success}


class Touch(Manipulate):
    """The same with 92 sensors of touch.

    Args:
        target_position, target_rotation, reward_type, randomize_initial_position,
            randomize_initial_rotation, distance_threshold, rotation_threshold,
            ignore_z_target_rotation: see `Manipulate`.
        touch_get_obs: what is observed: ``"sensordata"``, forces; ``"boolean"``, whether there are
            any; ``"log"``, the logarithm of 1 plus the force; ``"off"``, nothing.
        touch_visualisation: which sensors pictures show: ``"on_touch"`` colours those that are
            touched, ``"always"`` and ``"off"``.
    """

    def __init__(
        self,
        target_position: str = "random",
        target_rotation: str = "xyz",
        reward_type: str = "sparse",
        randomize_initial_position: bool = True,
        randomize_initial_rotation: bool = True,
        distance_threshold: float = goals.HAND_DISTANCE,
        rotation_threshold: float = 0.1,
        ignore_z_target_rotation: bool = False,
        touch_get_obs: str = "sensordata",
        touch_visualisation: str = "on_touch",
    ) -> None:
        """See the class."""
        super().__init__(
            target_position,
            target_rotation,
            reward_type,
            randomize_initial_position,
            randomize_initial_rotation,
            distance_threshold,
            rotation_threshold,
            ignore_z_target_rotation,
        )
        _check("touch_get_obs", touch_get_obs, ("sensordata", "boolean", "log", "off"))
        _check("touch_visualisation", touch_visualisation, ("on_touch", "always", "off"))
        self.touch = touch_get_obs


def _check(name: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"{name} must be one of {known}, got {value!r}")


def _turn(angle: float, axis: np.ndarray) -> np.ndarray:
    """The quaternion of a rotation."""
    axis = axis / np.linalg.norm(axis)
    quaternion = np.concatenate([[np.cos(angle / 2.0)], np.sin(angle / 2.0) * axis])
    turn: np.ndarray = quaternion / np.linalg.norm(quaternion)
    return turn


class Block(Manipulate):
    """A block."""

    model = _model("manipulate_block", 7)


class Egg(Manipulate):
    """An egg."""

    model = _model("manipulate_egg", 7)


class Pen(Manipulate):
    """A pen, whose rotation about its axis does not matter."""

    model = _model("manipulate_pen", 7)


class TouchBlock(Touch):
    """A block, with sensors."""

    model = _model("manipulate_block_touch_sensors", 7)


class TouchEgg(Touch):
    """An egg, with sensors."""

    model = _model("manipulate_egg_touch_sensors", 7)


class TouchPen(Touch):
    """A pen, with sensors."""

    model = _model("manipulate_pen_touch_sensors", 7)
