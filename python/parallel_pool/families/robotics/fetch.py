# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The arm of a Fetch robot: its gripper reaches, pushes, slides and carries things to goals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict

from parallel_pool.families.robotics import goals
from parallel_pool.families.robotics.assets import load
from parallel_pool.families.robotics.rotations import euler_of_matrices
from parallel_pool.shared.mujoco.library import library
from parallel_pool.simulations import rows
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.task import Ids, Task

_FINGERS = ("robot0:l_gripper_finger_joint", "robot0:r_gripper_finger_joint")
_DOWNWARDS = np.array([1.0, 0.0, 1.0, 0.0])  # how the gripper points, not normalised


@dataclass(frozen=True)
class Scene:
    """What differs between the tasks. Lengths are in metres.

    Attributes:
        base: where the robot stands on its rail.
        lift: how much higher than in `Push` the gripper begins.
        thing: the pose in which the thing to move is dropped before the first episode; None: there
            is no thing, and the gripper itself is to reach the goal.
        fingers_move: whether the last action moves the fingers; else they stay closed.
        goals_in_the_air: whether half of the goals are above the table.
        goal_offset: of all goals, along the table.
        thing_range, goal_range: how far from the gripper things and goals may be, in x and y.
    """

    base: float
    lift: float
    thing: tuple[float, ...] | None
    fingers_move: bool = False
    goals_in_the_air: bool = False
    goal_offset: float = 0.0
    thing_range: float = 0.15
    goal_range: float = 0.15


_BLOCK = (1.25, 0.53, 0.4, 1.0, 0.0, 0.0, 0.0)
_PUCK = (1.7, 1.1, 0.41, 1.0, 0.0, 0.0, 0.0)


def _model(file: str) -> Callable[[], Any]:
    """The package's model, with the weld that pulls the gripper to where actions want it."""

    def make() -> Any:
        model = load(f"fetch/{file}", userdata=3)
        welds = model.eq_type == int(library().mujoco.mjtEq.mjEQ_WELD)
        model.eq_data[welds, :7] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        return model

    return make


class Fetch(Task):
    """The rules that all four tasks share.

    Args:
        reward_type: ``"sparse"``: -1 unless the goal is achieved; ``"dense"``: minus the distance.
    """

    scene: ClassVar[Scene]
    frame_skip = 20
    action_space = Box(-1.0, 1.0, (4,), np.float32)

    def __init__(self, reward_type: str = "sparse") -> None:
        """See the class."""
        if reward_type not in ("sparse", "dense"):
            raise ValueError(f"reward_type must be 'sparse' or 'dense', got {reward_type!r}")
        self.reward_type = reward_type

    def setup(self, sim: Batch) -> None:
        """Moves a robot to where all episodes begin, and finds what rules look at."""
        model, scene = sim.model, self.scene
        self._find(model)
        self._start(model)
        self.goal = sim.userdata  # where pictures find it too
        size = 10 if scene.thing is None else 25
        self.observation_space = Dict(
            {
                "observation": Box(-np.inf, np.inf, (size,), np.float64),
                "achieved_goal": Box(-np.inf, np.inf, (3,), np.float64),
                "desired_goal": Box(-np.inf, np.inf, (3,), np.float64),
            }
        )
        if not scene.fingers_move:
            first, last = sorted(model.joint(name).qposadr[0] for name in _FINGERS)
            sim.insert("qpos", slice(first, last + 1))[:] = 0
            self.after_step = ("insert qpos", "forward")

    def _find(self, model: Any) -> None:
        weld = model.eq_type.tolist().index(int(library().mujoco.mjtEq.mjEQ_WELD))
        first, second = model.eq_obj1id[weld], model.eq_obj2id[weld]
        mocap = model.body_mocapid[[first, second]].tolist()
        self._mocap, self._hand = (mocap[0], second) if mocap[0] >= 0 else (mocap[1], first)
        self._grip = model.site("robot0:grip").id
        names = [model.joint(i).name for i in range(model.njnt)]
        fingers = [i for i, name in enumerate(names) if name.startswith("robot")][-2:]
        self._finger_positions = model.jnt_qposadr[fingers]
        self._finger_velocities = model.jnt_dofadr[fingers]
        # Controls of fingers are relative to where they are.
        self._is_relative = model.actuator_biastype != 0
        self._controlled = model.jnt_qposadr[model.actuator_trnid[:, 0]]
        self._seconds = self.frame_skip * model.opt.timestep
        if self.scene.thing is not None:
            self._thing = model.site("object0").id
            self._thing_position = model.joint("object0:joint").qposadr[0]
        self._target = self._grip if self.scene.thing is None else self._thing

    def _start(self, model: Any) -> None:
        mujoco, scene = library().mujoco, self.scene
        data = mujoco.MjData(model)
        for joint, position in enumerate((scene.base, 0.48, 0.0)):
            data.joint(f"robot0:slide{joint}").qpos = position
        if scene.thing is not None:
            data.joint("object0:joint").qpos = scene.thing
        mujoco.mj_forward(model, data)
        mujoco.mj_forward(model, data)
        data.mocap_pos[self._mocap] = (
            np.array([-0.498, 0.005, -0.431 + scene.lift]) + data.site_xpos[self._grip]
        )
        data.mocap_quat[self._mocap] = _DOWNWARDS
        mujoco.mj_step(model, data, nstep=10 * self.frame_skip)
        self._time, self._qpos, self._qvel = data.time, data.qpos.copy(), data.qvel.copy()
        self._home = data.site_xpos[self._grip].copy()
        self._height = None if scene.thing is None else data.site_xpos[self._thing][2]

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """Puts the robot where it begins, and draws the thing's place and the goal."""
        sim.time[ids] = self._time
        sim.qpos[ids] = self._qpos
        sim.qvel[ids] = self._qvel
        for i, generator in zip(ids, generators, strict=True):
            if self.scene.thing is not None:
                first = self._thing_position
                sim.qpos[i, first : first + 2] = self._draw_place(generator)
            self.goal[i] = self._draw_goal(generator)

    def _draw_place(self, generator: np.random.Generator) -> np.ndarray:
        """Of the thing: not below the gripper."""
        middle, reach = self._home[:2], self.scene.thing_range
        place: np.ndarray = middle
        while np.linalg.norm(place - middle) < 0.1:
            place = middle + generator.uniform(-reach, reach, size=2)
        return place

    def _draw_goal(self, generator: np.random.Generator) -> np.ndarray:
        scene = self.scene
        goal: np.ndarray = self._home + generator.uniform(
            -scene.goal_range, scene.goal_range, size=3
        )
        if self._height is not None:
            goal += np.array([scene.goal_offset, 0.0, 0.0])
            goal[2] = self._height
            if scene.goals_in_the_air and generator.uniform() < 0.5:
                goal[2] += generator.uniform(0, 0.45)
        return goal

    def act(self, sim: Batch, ids: Ids, actions: np.ndarray) -> None:
        """Moves the point that pulls the gripper, relative to the gripper."""
        clipped = np.clip(actions, self.action_space.low, self.action_space.high)
        if sim.model.nu:
            grip = clipped[:, 3:].astype(np.float64) if self.scene.fingers_move else np.zeros(1)
            relative = sim.qpos[ids][:, self._controlled] + grip
            sim.ctrl[ids] = np.where(self._is_relative, relative, grip)
        sim.mocap_pos[ids, self._mocap] = sim.xpos[ids, self._hand] + clipped[:, :3] * 0.05
        sim.mocap_quat[ids, self._mocap] = sim.xquat[ids, self._hand] + _DOWNWARDS

    def observe(self, sim: Batch, ids: Ids) -> dict[str, np.ndarray]:
        """Positions and velocities; the latter are per time step."""
        grip = sim.site_xpos[ids, self._grip]
        grip_velocity, _ = self._velocities(sim, ids, self._grip)
        fingers = sim.qpos[ids][:, self._finger_positions]
        finger_velocities = sim.qvel[ids][:, self._finger_velocities] * self._seconds
        if self.scene.thing is None:
            parts = [grip, fingers, grip_velocity, finger_velocities]
        else:
            thing = sim.site_xpos[ids, self._thing]
            velocity, turning = self._velocities(sim, ids, self._thing)
            velocity -= grip_velocity
            turned = euler_of_matrices(sim.site_xmat[ids, self._thing].reshape(-1, 3, 3))
            parts = [grip, thing, thing - grip, fingers, turned, velocity, turning]
            parts += [grip_velocity, finger_velocities]
        return {
            "observation": np.concatenate(parts, axis=-1),
            "achieved_goal": sim.site_xpos[ids, self._target],
            "desired_goal": self.goal[ids],
        }

    def _velocities(self, sim: Batch, ids: Ids, site: int) -> tuple[np.ndarray, np.ndarray]:
        chosen = None if isinstance(ids, slice) else ids
        of_position, of_rotation = sim.jacobian_site(site, chosen)
        qvel = sim.qvel[ids]
        return (
            rows.matvec(of_position, qvel) * self._seconds,
            rows.matvec(of_rotation, qvel) * self._seconds,
        )

    def outcome(
        self, sim: Batch, ids: Ids, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        """Rewards what is near the goal; episodes end by their time limit alone."""
        distance = goals.distance(sim.site_xpos[ids, self._target], self.goal[ids])
        reward = goals.position_reward(self.reward_type, distance)
        success = (distance < goals.FETCH_DISTANCE).astype(np.float32)
        return reward, np.zeros(len(distance), bool), {"is_success": success}


class Reach(Fetch):
    """The gripper reaches a point."""

    model = _model("reach.xml")
    scene = Scene(base=0.4049, lift=0.2, thing=None)


class Push(Fetch):
    """The closed gripper pushes a block along the table."""

    model = _model("push.xml")
    scene = Scene(base=0.405, lift=0.0, thing=_BLOCK)


class Slide(Fetch):
    """The closed gripper strikes a puck, which slides to a point out of reach."""

    model = _model("slide.xml")
    scene = Scene(*(0.05, -0.02, _PUCK), goal_offset=0.4, thing_range=0.1, goal_range=0.3)


class PickAndPlace(Fetch):
    """The gripper carries a block to a point on or above the table."""

    model = _model("pick_and_place.xml")
    scene = Scene(0.405, 0.2, _BLOCK, fingers_move=True, goals_in_the_air=True)
