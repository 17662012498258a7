# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ants in mazes: their rules, in three versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict

from parallel_pool.families.robotics import goals
from parallel_pool.families.robotics.maps import MAPS, Map
from parallel_pool.families.robotics.mazes import Maze
from parallel_pool.simulations import rows
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.task import Ids, Task

_ANT = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / "ant.xml"
_U_MAZE = tuple(map(tuple, MAPS["UMaze"]))


@dataclass(eq=False, repr=False)
class MazeTask(Task):
    """The rules that all mazes share.

    Args:
        reward_type: ``"sparse"``: 1 within 0.45 m of the goal, else 0; ``"dense"``: exp(-distance).
        continuing_task: whether an episode goes on when the goal is reached.
        reset_target: whether the goal moves then.
        maze_map: of the cells.
        position_noise_range: how far goals and starts are from the middles of cells, in cells.
    """

    reset_options = ("goal_cell", "reset_cell")
    draws = True
    scale: ClassVar[float] = 1.0  # of a cell
    height: ClassVar[float] = 0.4
    # Version 3: the goal moves before the reward, and once; starts may be within 0.5 m of it.
    is_version_3: ClassVar[bool] = False

    reward_type: str = "sparse"
    continuing_task: bool = True
    reset_target: bool = False
    maze_map: object = _U_MAZE
    position_noise_range: float = 0.25

    def __post_init__(self) -> None:
        """Checks the options."""
        if self.reward_type not in ("sparse", "dense"):
            raise ValueError(f"reward_type must be 'sparse' or 'dense', got {self.reward_type!r}")
        self._moves = self.continuing_task and (self.reset_target or self.is_version_3)
        if not 0 <= self.position_noise_range < np.inf:
            raise ValueError(
                "position_noise_range must be a number from 0 on, "
                f"got {self.position_noise_range!r}"
            )
        self.maze = Maze(
            self.maze_map,  # type: ignore[arg-type]
            self.scale,
            self.height,
            empty_cells_fill_in=not self.is_version_3,
        )
        self._least = 0.5 if self.is_version_3 else 0.5 * self.scale  # from a start to its goal
        self.maze.require_starts(self._least, self.position_noise_range * self.scale)

    def setup(self, sim: Batch) -> None:
        """The goal is where pictures find it, too."""
        sim.bind("qpos")
        self.goal = sim.userdata
        self.observation_space = Dict(
            {
                "observation": Box(-np.inf, np.inf, (self.size(sim),), np.float64),
                "achieved_goal": Box(-np.inf, np.inf, (2,), np.float64),
                "desired_goal": Box(-np.inf, np.inf, (2,), np.float64),
            }
        )

    def size(self, sim: Batch) -> int:
        """Of the observation."""
        raise NotImplementedError

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """Draws the goal and the start."""
        for i, generator in zip(ids.tolist(), generators, strict=True):
            given = self.given.get(i, {})
            goal = self._cell(given, "goal_cell")
            if goal is None:
                goal = self._one_of(self.maze.goals, generator)
            self._set_goal(i, self._moved(goal, generator))
            start = self._cell(given, "reset_cell")
            if start is None:
                start = self._draw_start(self.goal[i, :2], generator)
            sim.qpos[i, :2] = self._moved(start, generator)

    def _draw_start(self, goal: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        def is_far(place: np.ndarray) -> bool:
            return bool(np.linalg.norm(place - goal) > self._least)

        if not any(map(is_far, self.maze.starts)):
            raise ValueError("maze_map has no cell for a start that is not at the goal")
        while not is_far(start := self._one_of(self.maze.starts, generator)):
            pass
        return start

    def _cell(self, given: Mapping[str, Any], name: str) -> np.ndarray | None:
        cell = given.get(name)
        if cell is None:
            return None
        numbers = np.asarray(cell)
        if numbers.shape != (2,) or numbers.dtype.kind not in "iu":
            raise ValueError(f"{name} must be a row and a column of the map, got {cell!r}")
        i, j = numbers.tolist()
        if not (0 <= i < len(self.maze.map) and 0 <= j < len(self.maze.map[0])):
            raise ValueError(f"{name} {(i, j)} is beyond the map")
        if self.maze.map[i][j] == 1:
            raise ValueError(f"{name} {(i, j)} is a wall")
        return np.array(self.maze.middle_of(i, j))

    def _one_of(self, places: list[np.ndarray], generator: np.random.Generator) -> np.ndarray:
        return places[generator.integers(low=0, high=len(places))].copy()

    def _moved(self, place: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        most = self.position_noise_range
        for axis in (0, 1):
            noise = generator.uniform(low=-most, high=most)
            place[axis] += noise * self.maze.scale
        return place

    def _set_goal(self, i: int, goal: np.ndarray) -> None:
        self.goal[i, :2], self.goal[i, 2] = goal, self.maze.height / 2 * self.maze.scale

    def observe(self, sim: Batch, ids: Ids) -> dict[str, np.ndarray]:
        """What is to reach the goal, where it is, and the goal."""
        return {
            "observation": self.seen(sim, ids),
            "achieved_goal": sim.qpos[ids, :2],
            "desired_goal": self.goal[ids, :2],
        }

    def seen(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The observation proper."""
        raise NotImplementedError

    def outcome(
        self, sim: Batch, ids: Ids, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        """Rewards what is near the goal, which may then move."""
        achieved = sim.qpos[ids, :2]
        near = self._is_near(achieved, ids)
        ends = np.zeros_like(near) if self.continuing_task else near
        if self.is_version_3:
            self._move_goals(achieved, ids, near)
        distance = goals.distance(achieved, self.goal[ids, :2])
        reward = goals.maze_reward(self.reward_type, distance)
        if not self.is_version_3:
            self._move_goals(achieved, ids, near)
        return reward, ends, self.told(sim, ids, actions) | self._success(near)

    def _success(self, near: np.ndarray) -> dict[str, np.ndarray]:
        return {} if self.is_version_3 else {"success": near}

    def _is_near(self, achieved: np.ndarray, ids: Ids) -> np.ndarray:
        near: np.ndarray = rows.norm(achieved - self.goal[ids, :2]) <= goals.MAZE_DISTANCE
        return near

    def _move_goals(self, achieved: np.ndarray, ids: Ids, near: np.ndarray) -> None:
        if not self._moves or len(self.maze.goals) <= 1 or not near.any():
            return
        numbers = np.arange(len(self.goal))[ids]
        for row in np.flatnonzero(near):
            i = numbers[row]
            while True:
                goal = self._one_of(self.maze.goals, self.generators[i])
                self._set_goal(i, self._moved(goal, self.generators[i]))
                far = np.linalg.norm(achieved[row] - self.goal[i, :2]) > goals.MAZE_DISTANCE
                if far or self.is_version_3:
                    break

    def told(self, sim: Batch, ids: Ids, actions: np.ndarray) -> dict[str, np.ndarray]:
        """Further infos of steps."""
        return {}

    def told_at_first(self, sim: Batch, ids: Ids) -> dict[str, np.ndarray]:
        """Further infos of resets."""
        return {}

    def reset_infos(self, sim: Batch, ids: Ids) -> Mapping[str, np.ndarray]:
        """Whether a start is near the goal."""
        near = self._is_near(sim.qpos[ids, :2], ids)
        return self.told_at_first(sim, ids) | self._success(near)


def _range(name: str, value: object) -> tuple[float, float]:
    numbers = np.asarray(value)
    if numbers.shape != (2,) or numbers.dtype.kind not in "fiu":
        raise ValueError(f"{name} must be two numbers, lowest and highest, got {value!r}")
    return float(numbers[0]), float(numbers[1])


@dataclass(eq=False, repr=False)
class _Ant(MazeTask):
    """What all versions share.

    Args:
        ctrl_cost_weight, contact_cost_weight, healthy_reward, healthy_z_range,
            contact_force_range: as of Gymnasium's Ant, whose rewards are infos here.
    """

    scale, height = 4.0, 0.5
    after_step = ("rne_post_constraint",)
    frame_skip = 5
    first_body: ClassVar[int]  # whose forces are observed

    ctrl_cost_weight: float = 0.5
    contact_cost_weight: float = 5e-4
    healthy_reward: float = 1.0
    healthy_z_range: object = (0.2, 1.0)
    contact_force_range: object = (-1.0, 1.0)

    def __post_init__(self) -> None:
        """Checks the options."""
        super().__post_init__()
        self._heights = _range("healthy_z_range", self.healthy_z_range)
        self._force_range = _range("contact_force_range", self.contact_force_range)
        self._main_body: Any = 1
        self._sees_forces = False

    def setup(self, sim: Batch) -> None:
        """Remembers the position of the torso."""
        super().setup(sim)
        self._torso = sim.model.body(self._main_body).id
        self._before = self.array("before", 2)
        self._seconds = sim.model.opt.timestep * self.frame_skip

    def size(self, sim: Batch) -> int:
        """Of positions but x and y, velocities, and forces on bodies."""
        return int(sim.model.nq - 2 + sim.model.nv + self._forces_seen(sim, slice(0, 1)).size)

    def _forces(self, sim: Batch, ids: Ids, first: int) -> np.ndarray:
        forces: np.ndarray = np.clip(sim.cfrc_ext[ids, first:], *self._force_range)
        return forces.reshape(len(forces), -1)

    def _forces_seen(self, sim: Batch, ids: Ids) -> np.ndarray:
        forces = self._forces(sim, ids, self.first_body)
        return forces if self._sees_forces else forces[:, :0]

    def act(self, sim: Batch, ids: Ids, actions: np.ndarray) -> None:
        """Sets the torques."""
        self._before[ids] = sim.xpos[ids, self._torso, :2]
        sim.ctrl[ids] = actions

    def seen(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The ant's, without its place."""
        return np.concatenate(
            [sim.qpos[ids, 2:], sim.qvel[ids], self._forces_seen(sim, ids)], axis=-1
        )

    def _is_healthy(self, sim: Batch, ids: Ids) -> np.ndarray:
        qpos = sim.qpos[ids]
        low, high = self._heights
        finite = np.isfinite(qpos).all(-1) & np.isfinite(sim.qvel[ids]).all(-1)
        healthy: np.ndarray = finite & (low <= qpos[:, 2]) & (qpos[:, 2] <= high)
        return healthy

    def _speed(self, sim: Batch, ids: Ids) -> np.ndarray:
        speed: np.ndarray = (sim.xpos[ids, self._torso, :2] - self._before[ids]) / self._seconds
        return speed


def _ant(maze_map: Map, xml_file: object = None) -> Any:
    return Maze(maze_map, _Ant.scale, _Ant.height).model(
        _ANT if xml_file is None else Path(str(xml_file))
    )


@dataclass(eq=False, repr=False)
class AntMaze(_Ant):
    """Gymnasium's Ant, version 5, walks to the goal.

    Args:
        reward_type, continuing_task, reset_target, maze_map, position_noise_range: as `MazeTask`.
        xml_file: another model of an ant; None is Gymnasium's.
        frame_skip: physics steps in a time step.
        forward_reward_weight, ctrl_cost_weight, contact_cost_weight, healthy_reward, main_body,
            healthy_z_range, contact_force_range, include_cfrc_ext_in_observation: as of Ant-v5,
            whose rewards are infos here.
    """

    model: ClassVar[Any] = _ant
    first_body = 1

    xml_file: object = None
    frame_skip: int = 5
    forward_reward_weight: float = 1.0
    main_body: object = 1
    include_cfrc_ext_in_observation: bool = True

    def __post_init__(self) -> None:
        """Checks the options."""
        super().__post_init__()
        self._main_body = self.main_body
        self._sees_forces = self.include_cfrc_ext_in_observation

    def told(self, sim: Batch, ids: Ids, actions: np.ndarray) -> dict[str, np.ndarray]:
        """The infos of Ant-v5."""
        speed = self._speed(sim, ids)
        forces = self._forces(sim, ids, 0)
        return self.told_at_first(sim, ids) | {
            "x_velocity": speed[:, 0],
            "y_velocity": speed[:, 1],
            "reward_forward": speed[:, 0] * self.forward_reward_weight,
            "reward_ctrl": -(self.ctrl_cost_weight * np.square(actions).sum(-1)),
            "reward_contact": -(self.contact_cost_weight * np.square(forces).sum(-1)),
            "reward_survive": self._is_healthy(sim, ids) * self.healthy_reward,
        }

    def told_at_first(self, sim: Batch, ids: Ids) -> dict[str, np.ndarray]:
        """Those of its resets."""
        return {
            "x_position": sim.qpos[ids, 0],
            "y_position": sim.qpos[ids, 1],
            "distance_from_origin": rows.norm(sim.qpos[ids, :2]),
        }


def _ant_4(maze_map: Map) -> Any:
    return _ant(maze_map)


@dataclass(eq=False, repr=False)
class AntMaze4(_Ant):
    """Gymnasium's Ant, version 4, walks to the goal.

    Args:
        reward_type, continuing_task, reset_target, maze_map, position_noise_range: as `MazeTask`.
        ctrl_cost_weight, contact_cost_weight, healthy_reward, terminate_when_unhealthy,
            healthy_z_range, contact_force_range, use_contact_forces: as of Ant-v4, whose rewards
            are infos here.
    """

    model: ClassVar[Any] = _ant_4
    first_body = 0

    terminate_when_unhealthy: bool = True
    use_contact_forces: bool = False

    def __post_init__(self) -> None:
        """Checks the options."""
        super().__post_init__()
        self._sees_forces = self.use_contact_forces

    def told(self, sim: Batch, ids: Ids, actions: np.ndarray) -> dict[str, np.ndarray]:
        """The infos of Ant-v4."""
        speed, place = self._speed(sim, ids), sim.xpos[ids, self._torso, :2]
        cost = self.ctrl_cost_weight * np.square(actions).sum(-1)
        if self._sees_forces:
            cost = self.contact_cost_weight * np.square(self._forces(sim, ids, 0)).sum(-1)
        survives = self._is_healthy(sim, ids) | self.terminate_when_unhealthy
        return {
            "reward_forward": speed[:, 0],
            "reward_ctrl": -cost,
            "reward_survive": survives * self.healthy_reward,
            "x_position": place[:, 0],
            "y_position": place[:, 1],
            "distance_from_origin": rows.norm(place),
            "x_velocity": speed[:, 0],
            "y_velocity": speed[:, 1],
            "forward_reward": speed[:, 0],
        }

    def told_at_first(self, sim: Batch, ids: Ids) -> dict[str, np.ndarray]:
        """Ant-v4 tells nothing then."""
        return {}


@dataclass(eq=False, repr=False)
class AntMaze3(AntMaze4):
    """The same with the rules of the reference's version 3: goals that are reached always move."""

    is_version_3 = True
    reset_target: bool = field(default=False, init=False)  # no option
