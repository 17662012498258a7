# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A hand with 24 joints on an arm: it opens a door, hammers, turns a pen, and carries a ball."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box

from parallel_pool.families.robotics.assets import load
from parallel_pool.families.robotics.rotations import euler_of_quaternions, quaternion_of_euler
from parallel_pool.simulations import rows
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.task import Ids, Task

_STATE = "initial_state_dict"
# The first and the last of neighbouring actuators, and their gain.
_GAINS = (("A_WRJ1", "A_WRJ0", 10.0), ("A_FFJ3", "A_THJ0", 1.0))


def _model(name: str) -> Callable[[], Any]:
    """The package's model, with the reference's gains of actuators."""

    def make() -> Any:
        model = load(f"adroit_hand/adroit_{name}.xml")
        for first, last, gain in _GAINS:
            chosen = slice(model.actuator(first).id, model.actuator(last).id + 1)
            model.actuator_gainprm[chosen, :3] = [gain, 0.0, 0.0]
            model.actuator_biasprm[chosen, :3] = [0.0, -gain, 0.0]
        return model

    return make


class Adroit(Task):
    """The rules that all four tasks share.

    Args:
        reward_type: ``"dense"``, or ``"sparse"``: 10 if the task is done, else -0.1.
    """

    frame_skip = 5
    reset_options = (_STATE,)
    size: ClassVar[int]  # of the observation
    # Fields of the model that episodes begin with, by their name in initial states: the field, and
    # the kind and name of what has it.
    parameters: ClassVar[Mapping[str, tuple[str, str, str]]]

    def __init__(self, reward_type: str = "dense") -> None:
        """See the class."""
        if str(reward_type).lower() not in ("dense", "sparse"):
            raise ValueError(f"reward_type must be 'dense' or 'sparse', got {reward_type!r}")
        self._is_sparse = reward_type.lower() == "sparse"

    def setup(self, sim: Batch) -> None:
        """Finds what rules look at, and gives environments parameters of their own."""
        low, high = sim.model.actuator_ctrlrange.T
        self._middle = np.mean(sim.model.actuator_ctrlrange, axis=1)
        self._half = 0.5 * (high - low)
        self.action_space = Box(-1.0, 1.0, (sim.model.nu,), np.float32)
        self.observation_space = Box(-np.inf, np.inf, (self.size,), np.float64)
        for name in ("qpos", "qvel"):  # which given states write
            sim.bind(name)
        self._palm = sim.model.site("S_grasp").id
        self._placed = {
            name: (sim.expand(field), getattr(sim.model, kind)(of).id)
            for name, (field, kind, of) in self.parameters.items()
        }
        self.find(sim)

    def find(self, sim: Batch) -> None:
        """What one task looks at."""

    def placed(self, name: str, ids: Any) -> np.ndarray:
        """Rows of a parameter."""
        field, number = self._placed[name]
        rows: np.ndarray = field[ids, number]
        return rows

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """Draws the parameters of episodes; states may be given instead."""
        for i, generator in zip(ids, generators, strict=True):
            self.draw(i, generator)
        given = [i for i in ids.tolist() if self.given.get(i, {}).get(_STATE) is not None]
        # The reference computes what the drawn parameters bring before it takes a state.
        first = given if self.after_reset else ids
        if len(first):
            sim.forward(first)
        self.measure(sim, ids)
        for i in given:
            self._take(sim, i, self.given[i][_STATE])
        if given and not self.after_reset:
            sim.forward(given)

    def draw(self, i: int, generator: np.random.Generator) -> None:
        """Draws the parameters of an episode."""
        raise NotImplementedError

    def measure(self, sim: Batch, ids: np.ndarray) -> None:
        """What a task keeps of how episodes begin."""

    def _take(self, sim: Batch, i: int, state: Any) -> None:
        shapes = {"qpos": (sim.model.nq,), "qvel": (sim.model.nv,)}
        shapes |= {name: self.placed(name, i).shape for name in self._placed}
        arrays = {}
        for name, shape in shapes.items():
            value: Any = state.get(name) if isinstance(state, Mapping) else None
            if np.shape(value) != shape:
                raise ValueError(
                    f"{_STATE} must have {', '.join(f'{n} {s}' for n, s in shapes.items())}; its "
                    f"{name!r} is {value!r}"
                )
            arrays[name] = np.asarray(value, np.float64)
        sim.qpos[i], sim.qvel[i] = arrays.pop("qpos"), arrays.pop("qvel")
        for name, value in arrays.items():
            field, number = self._placed[name]
            field[i, number] = value

    def act(self, sim: Batch, ids: Ids, actions: np.ndarray) -> None:
        """Scales the actions to the controls' ranges."""
        sim.ctrl[ids] = self._middle + np.clip(actions, -1.0, 1.0) * self._half

    def outcome(
        self, sim: Batch, ids: Ids, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        """Rewards; episodes end by their time limit alone."""
        reward, success = self.judge(sim, ids)
        if self._is_sparse:
            reward = np.where(success, 10.0, -0.1)
        return reward, np.zeros(len(success), bool), {"success": success}

    def judge(self, sim: Batch, ids: Ids) -> tuple[np.ndarray, np.ndarray]:
        """Dense rewards, and whether the task is done."""
        raise NotImplementedError


class Door(Adroit):
    """The hand turns a latch and opens a door."""

    model = _model("door")
    size = 39
    parameters: ClassVar = {"door_body_pos": ("body_pos", "body", "frame")}

    def find(self, sim: Batch) -> None:
        """The handle and the hinge."""
        self._handle = sim.model.site("S_handle").id
        self._hinge = sim.model.joint("door_hinge").dofadr[0]

    def draw(self, i: int, generator: np.random.Generator) -> None:
        """Draws the place of the door."""
        place = self.placed("door_body_pos", i)
        for axis, (low, high) in enumerate(((-0.3, -0.2), (0.25, 0.35), (0.252, 0.35))):
            place[axis] = generator.uniform(low=low, high=high)

    def observe(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The hand, the latch, the door and the handle."""
        qpos = sim.qpos[ids]
        door = qpos[:, self._hinge, None]
        palm, handle = sim.site_xpos[ids, self._palm], sim.site_xpos[ids, self._handle]
        is_open = np.where(door > 1.0, 1.0, -1.0)
        return np.concatenate(
            [qpos[:, 1:-2], qpos[:, -1:], door, palm, handle, palm - handle, is_open], axis=-1
        )

    def judge(self, sim: Batch, ids: Ids) -> tuple[np.ndarray, np.ndarray]:
        """Rewards an open door; 1.4.2 also rewards the hand's distance from the handle."""
        door = sim.qpos[ids, self._hinge]
        reward = 0.1 * rows.norm(sim.site_xpos[ids, self._palm] - sim.site_xpos[ids, self._handle])
        reward += -0.1 * (door - 1.57) * (door - 1.57)
        reward += -1e-5 * np.square(sim.qvel[ids]).sum(-1)
        for angle, bonus in ((0.2, 2), (1.0, 8), (1.35, 10)):
            reward = np.where(door > angle, reward + bonus, reward)
        return reward, door >= 1.35


class Hammer(Adroit):
    """The hand drives a nail into a board."""

    model = _model("hammer")
    size = 46
    parameters: ClassVar = {"board_pos": ("body_pos", "body", "nail_board")}

    def find(self, sim: Batch) -> None:
        """The hammer and the nail."""
        self._hammer = sim.model.body("Object").id
        self._head, self._nail, self._goal = (
            sim.model.site(name).id for name in ("tool", "S_target", "nail_goal")
        )
        self._force = sim.model.sensor("S_nail").id

    def draw(self, i: int, generator: np.random.Generator) -> None:
        """Draws the height of the board."""
        self.placed("board_pos", i)[2] = generator.uniform(low=0.1, high=0.25)

    def observe(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The hand, the hammer and the nail."""
        return np.concatenate(
            [
                sim.qpos[ids, :-6],
                np.clip(sim.qvel[ids, -6:], -1.0, 1.0),
                sim.site_xpos[ids, self._palm],
                sim.xpos[ids, self._hammer],
                euler_of_quaternions(sim.xquat[ids, self._hammer]),
                sim.site_xpos[ids, self._nail],
                np.clip(sim.sensordata[ids, self._force, None], -1.0, 1.0),
            ],
            axis=-1,
        )

    def judge(self, sim: Batch, ids: Ids) -> tuple[np.ndarray, np.ndarray]:
        """Rewards a lifted hammer and a driven nail."""
        hammer, head = sim.xpos[ids, self._hammer], sim.site_xpos[ids, self._head]
        nail = sim.site_xpos[ids, self._nail]
        left = rows.norm(nail - sim.site_xpos[ids, self._goal])
        reward = 0.1 * rows.norm(sim.site_xpos[ids, self._palm] - hammer)
        reward -= rows.norm(head - nail)
        reward -= 10 * left
        reward -= 1e-2 * rows.norm(sim.qvel[ids])
        lifted = (hammer[:, 2] > 0.04) & (head[:, 2] > 0.04)
        reward = np.where(lifted, reward + 2, reward)
        reward = np.where(left < 0.020, reward + 25, reward)
        reward = np.where(left < 0.010, reward + 75, reward)
        return reward, left < 0.01


class Pen(Adroit):
    """The hand turns a pen as another one shows."""

    model = _model("pen")
    size = 45
    parameters: ClassVar = {"desired_orien": ("body_quat", "body", "target")}
    after_reset = ()  # `reset` computes, as it measures the pens

    def find(self, sim: Batch) -> None:
        """The pen, the one that shows, and where it should be."""
        self._pen = sim.model.body("Object").id
        self._center = sim.model.site("eps_ball").id
        self._ends = [sim.model.site(f"object_{end}").id for end in ("top", "bottom")]
        self._shown = [sim.model.site(f"target_{end}").id for end in ("top", "bottom")]
        self._length, self._shown_length = self.array("length", 1), self.array("shown_length", 1)

    def draw(self, i: int, generator: np.random.Generator) -> None:
        """Draws the wanted orientation."""
        angles = np.zeros(3)
        angles[0] = generator.uniform(low=-1, high=1)
        angles[1] = generator.uniform(low=-1, high=1)
        self.placed("desired_orien", i)[:] = quaternion_of_euler(angles)

    def measure(self, sim: Batch, ids: np.ndarray) -> None:
        """The lengths of the pens."""
        self._length[ids, 0] = rows.norm(self._between(sim, ids, self._ends))
        self._shown_length[ids, 0] = rows.norm(self._between(sim, ids, self._shown))

    def _between(self, sim: Batch, ids: Ids, sites: Sequence[int]) -> np.ndarray:
        difference: np.ndarray = sim.site_xpos[ids, sites[0]] - sim.site_xpos[ids, sites[1]]
        return difference

    def _directions(self, sim: Batch, ids: Ids) -> tuple[np.ndarray, np.ndarray]:
        return (
            self._between(sim, ids, self._ends) / self._length[ids],
            self._between(sim, ids, self._shown) / self._shown_length[ids],
        )

    def observe(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The hand, the pen, and how it should be."""
        place = sim.xpos[ids, self._pen]
        direction, wanted = self._directions(sim, ids)
        return np.concatenate(
            [
                sim.qpos[ids, :-6],
                place,
                sim.qvel[ids, -6:],
                direction,
                wanted,
                place - sim.site_xpos[ids, self._center],
                direction - wanted,
            ],
            axis=-1,
        )

    def judge(self, sim: Batch, ids: Ids) -> tuple[np.ndarray, np.ndarray]:
        """Rewards a pen in its place that points where it should."""
        place = sim.xpos[ids, self._pen]
        direction, wanted = self._directions(sim, ids)
        distance = rows.norm(place - sim.site_xpos[ids, self._center])
        likeness = rows.dot(direction, wanted)
        near = distance < 0.075
        reward = -distance + likeness
        reward = np.where(near & (likeness > 0.9), reward + 10, reward)
        reward = np.where(near & (likeness > 0.95), reward + 50, reward)
        reward = np.where(place[:, 2] < 0.075, reward - 5, reward)
        return reward, near & (likeness > 0.95)


class Relocate(Adroit):
    """The hand carries a ball to a place."""

    model = _model("relocate")
    size = 39
    parameters: ClassVar = {
        "obj_pos": ("body_pos", "body", "Object"),
        "target_pos": ("site_pos", "site", "target"),
    }

    def find(self, sim: Batch) -> None:
        """The ball and the place."""
        self._ball = sim.model.body("Object").id
        self._target = sim.model.site("target").id

    def draw(self, i: int, generator: np.random.Generator) -> None:
        """Draws where the ball is, and where it should be."""
        ball, target = self.placed("obj_pos", i), self.placed("target_pos", i)
        ball[0] = generator.uniform(low=-0.15, high=0.15)
        ball[1] = generator.uniform(low=-0.15, high=0.3)
        target[0] = generator.uniform(low=-0.2, high=0.2)
        target[1] = generator.uniform(low=-0.2, high=0.2)
        target[2] = generator.uniform(low=0.15, high=0.35)

    def _places(self, sim: Batch, ids: Ids) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return (
            sim.site_xpos[ids, self._palm],
            sim.xpos[ids, self._ball],
            sim.site_xpos[ids, self._target],
        )

    def observe(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The hand, and where palm, ball and target are from each other."""
        palm, ball, target = self._places(sim, ids)
        return np.concatenate(
            [sim.qpos[ids, :-6], palm - ball, palm - target, ball - target], axis=-1
        )

    def judge(self, sim: Batch, ids: Ids) -> tuple[np.ndarray, np.ndarray]:
        """Rewards a lifted ball, and one in its place."""
        palm, ball, target = self._places(sim, ids)
        left = rows.norm(ball - target)
        reward = 0.1 * rows.norm(palm - ball)
        lifted = reward + 1.0
        lifted += -0.5 * rows.norm(palm - target)
        lifted += -0.5 * left
        reward = np.where(ball[:, 2] > 0.04, lifted, reward)
        reward = np.where(left < 0.1, reward + 10.0, reward)
        reward = np.where(left < 0.05, reward + 20.0, reward)
        return reward, left < 0.1
