# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A Franka arm in a kitchen: it opens cabinets, turns knobs and moves a kettle."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict

from parallel_pool.families.robotics.assets import load, path_of
from parallel_pool.families.robotics.goals import KITCHEN_DISTANCE, KITCHEN_GOALS
from parallel_pool.simulations import rows
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.task import Ids, Task

_ROBOT = 9  # joints of the arm and its fingers, before those of other things
# The first position of each thing among all positions.
_FIRST = {
    "bottom burner": 11,
    "top burner": 15,
    "light switch": 17,
    "slide cabinet": 19,
    "hinge cabinet": 20,
    "microwave": 22,
    "kettle": 23,
}
# How episodes begin: the reference's numbers.
_START = (
    *(0.148388023, -1.76848573, 1.84390296, -2.4768576, 0.260252026, 0.712533105, 1.59515394),
    *(0.0479267505, 0.0371350919, -2.6627985e-04, -5.18043486e-05, 3.1287722e-05),
    *(-4.51199853e-05, -3.90842156e-06, -4.22629655e-05, 6.28065475e-05, 4.04984708e-05),
    *(4.62730939e-04, -2.26906415e-04, -4.65501369e-04, -6.44129196e-03, -1.77048263e-03),
    *(1.08009684e-03, -0.26939744, 0.350383255, 1.61944683, 1.00618764, 4.0639512e-03),
    *(-6.62095997e-03, -2.68278933e-04),
)


class Kitchen(Task):
    """Rewards tasks that are done, each once.

    Args:
        tasks_to_complete: their names; see `KITCHEN_GOALS`.
        terminate_on_tasks_completed: whether an episode ends when all have been done.
        remove_task_when_completed: whether a task that was done is rewarded no more.
        object_noise_ratio: of the noise in what is observed of things.
        robot_noise_ratio: of the noise in what is observed of the arm.
    """

    model: ClassVar[Any] = staticmethod(
        lambda: load("kitchen_franka/kitchen_assets/kitchen_env_model.xml")
    )
    frame_skip = 40
    action_space = Box(-1.0, 1.0, (_ROBOT,), np.float64)
    draws = True  # the noise

    def __init__(
        self,
        tasks_to_complete: object = (*KITCHEN_GOALS,),
        terminate_on_tasks_completed: bool = True,
        remove_task_when_completed: bool = True,
        object_noise_ratio: float = 0.0005,
        robot_noise_ratio: float = 0.01,
    ) -> None:
        """See the class."""
        names = [*tasks_to_complete] if isinstance(tasks_to_complete, list | tuple) else []
        if not names or not all(isinstance(one, str) and one in KITCHEN_GOALS for one in names):
            raise ValueError(
                f"tasks_to_complete must be a list of some of {[*KITCHEN_GOALS]}, got "
                f"{tasks_to_complete!r}"
            )
        self._tasks = [*dict.fromkeys(names)]
        self._ends, self._removes = terminate_on_tasks_completed, remove_task_when_completed
        self._noise = robot_noise_ratio, object_noise_ratio

    def setup(self, sim: Batch) -> None:
        """Reads the limits and the noise of joints, and remembers what is done."""
        sim.bind("qpos")
        nv = sim.model.nv
        config = ET.parse(path_of("kitchen_franka/franka_assets/franka_config.xml"))
        nodes = [config.getroot().find(f"qpos{i}") for i in range(nv)]

        def numbers(name: str) -> np.ndarray:
            return np.array([(node.get(name) or "").split() for node in nodes], float)  # type: ignore[union-attr]

        places, speeds = numbers("pos_bound")[:_ROBOT], numbers("vel_bound")[:_ROBOT]
        self._low, self._high = places.T
        self._slowest, self._fastest = speeds.T
        of_places, of_speeds = numbers("pos_noise_amp")[:, 0], numbers("vel_noise_amp")[:, 0]
        robot, things = self._noise
        # In the order in which the noise is drawn. The reference takes the things' amplitudes of
        # positions from one joint before.
        self._scales = [
            robot * of_places[:_ROBOT],
            robot * of_speeds[:_ROBOT],
            things * of_places[_ROBOT - 1 :],
            things * of_speeds[_ROBOT:],
        ]
        self._seconds = sim.model.opt.timestep * self.frame_skip
        self._last = self.array("last", _ROBOT)  # of the arm's positions, as they were observed
        self._left = self.array("left", len(self._tasks), np.bool_)
        self._done = self.array("done", len(self._tasks), np.bool_)
        goal = Dict(
            {
                name: Box(-np.inf, np.inf, (len(KITCHEN_GOALS[name]),), np.float64)
                for name in self._tasks
            }
        )
        size = sim.model.nq + nv
        self.observation_space = Dict(
            {
                "observation": Box(-np.inf, np.inf, (size,), np.float64),
                "achieved_goal": goal,
                "desired_goal": goal,
            }
        )

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """All tasks are to be done."""
        sim.qpos[ids] = _START
        self._left[ids], self._done[ids] = True, False

    def act(self, sim: Batch, ids: Ids, actions: np.ndarray) -> None:
        """Moves the arm from where it was observed, within its limits of speed and place."""
        speed = np.clip(np.clip(actions, -1.0, 1.0) * 2.0, self._slowest, self._fastest)
        sim.ctrl[ids] = np.clip(self._last[ids] + speed * self._seconds, self._low, self._high)

    def observe(self, sim: Batch, ids: Ids) -> dict[str, Any]:
        """Positions and velocities of the arm, then of things, with noise."""
        qpos, qvel = sim.qpos[ids], sim.qvel[ids]
        parts = [qpos[:, :_ROBOT], qvel[:, :_ROBOT], qpos[:, _ROBOT:], qvel[:, _ROBOT:]]
        noise = [np.empty(part.shape) for part in parts]
        for row, i in enumerate(np.arange(sim.num_envs)[ids]):
            for one in noise:
                one[row] = self.generators[i].uniform(low=-1.0, high=1.0, size=one[row].size)
        seen = [
            part + scale * one for part, scale, one in zip(parts, self._scales, noise, strict=True)
        ]
        self._last[ids] = seen[0]
        count = len(qpos)
        return {
            "observation": np.concatenate(seen, axis=-1),
            "achieved_goal": self._achieved(qpos),
            "desired_goal": {
                name: np.tile(np.array(KITCHEN_GOALS[name]), (count, 1)) for name in self._tasks
            },
        }

    def _achieved(self, qpos: np.ndarray) -> dict[str, np.ndarray]:
        return {
            name: qpos[:, _FIRST[name] : _FIRST[name] + len(KITCHEN_GOALS[name])]
            for name in self._tasks
        }

    def outcome(
        self, sim: Batch, ids: Ids, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        """Counts the tasks that are done now and were to be done."""
        near = np.stack(
            [
                rows.norm(achieved - np.array(KITCHEN_GOALS[name])) < KITCHEN_DISTANCE
                for name, achieved in self._achieved(sim.qpos[ids]).items()
            ],
            axis=-1,
        )
        now = near & self._left[ids]
        if self._removes:
            self._left[ids] &= ~now
        self._done[ids] |= now
        ends = self._done[ids].all(-1) & self._ends
        infos = {
            "tasks_to_complete": self._left[ids],
            "step_task_completions": now,
            "episode_task_completions": self._done[ids],
        }
        return now.sum(-1).astype(np.float64), ends, infos

    def reset_infos(self, sim: Batch, ids: Ids) -> Mapping[str, np.ndarray]:
        """All tasks are to be done."""
        return {
            "tasks_to_complete": self._left[ids],
            "step_task_completions": np.zeros_like(self._left[ids]),
            "episode_task_completions": self._done[ids],
        }
