# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Mazes, in which a ball or an ant goes to goals."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict

from parallel_pool.families.robotics import goals
from parallel_pool.families.robotics.assets import path_of
from parallel_pool.families.robotics.maps import MAPS, Map
from parallel_pool.shared.mujoco.library import library
from parallel_pool.simulations import rows
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.task import Ids, Task

_ANT = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / "ant.xml"
_CELLS = ("goal_cell", "reset_cell")


class Maze:
    """The cells of a map.

    Args:
        maze_map: rows of cells; see `MAPS`.
        scale: the length of a cell, in metres.
        height: of walls, in cells.
        empty_cells_fill_in: whether empty cells are those of starts or of goals, where a map has
            cells of the other kind only.

    Attributes:
        goals, starts: the middles of cells in which they may be, (x, y).
        middles: of all cells, by row; None of walls.
    """

    def __init__(
        self, maze_map: Map, scale: float, height: float, *, empty_cells_fill_in: bool = True
    ) -> None:
        """See the class."""
        self.map, self.scale, self.height = _checked(maze_map), scale, height
        self._middle = len(maze_map[0]) / 2 * scale, len(maze_map) / 2 * scale
        kinds: dict[Any, list[np.ndarray]] = {kind: [] for kind in (0, "g", "r", "c")}
        self.walls: dict[str, tuple[float, float]] = {}
        self.middles: list[list[tuple[float, float] | None]] = []
        for i, row in enumerate(maze_map):
            self.middles.append(
                [None if cell == 1 else self.middle_of(i, j) for j, cell in enumerate(row)]
            )
            for j, cell in enumerate(row):
                x, y = self.middle_of(i, j)
                if cell == 1:
                    self.walls[f"block_{i}_{j}"] = x, y
                else:
                    kinds[cell].append(np.array([x, y]))
        if not (kinds["g"] or kinds["r"] or kinds["c"]):
            kinds["c"] = kinds[0]
        elif empty_cells_fill_in and not (kinds["r"] or kinds["c"]):
            kinds["r"] = kinds[0]
        elif empty_cells_fill_in and not (kinds["g"] or kinds["c"]):
            kinds["g"] = kinds[0]
        self.goals, self.starts = kinds["g"] + kinds["c"], kinds["r"] + kinds["c"]
        if not self.goals or not self.starts:
            raise ValueError("maze_map has no cell for a goal, or none for a start")

    def middle_of(self, i: float, j: float) -> tuple[float, float]:
        """The middle of the cell in row i and column j, in metres."""
        return (j + 0.5) * self.scale - self._middle[0], self._middle[1] - (i + 0.5) * self.scale

    def model(self, file: str | Path) -> Any:
        """A model with the walls, and a site for the goal."""
        tree = ET.parse(file)
        body = tree.find(".//worldbody")
        if body is None:
            raise ValueError(f"{str(file)!r} has no <worldbody>")
        half, up = 0.5 * self.scale, self.height / 2 * self.scale
        for name, (x, y) in self.walls.items():
            place, size = f"{x} {y} {up}", f"{half} {half} {up}"
            more = {"contype": "1", "conaffinity": "1", "rgba": "0.7 0.5 0.3 1.0"}
            ET.SubElement(body, "geom", name=name, pos=place, size=size, type="box", attrib=more)
        more = {"size": f"{0.2 * self.scale}", "rgba": "1 0 0 0.7", "type": "sphere"}
        ET.SubElement(body, "site", name="target0", pos=f"0 0 {up}", attrib=more)
        ET.SubElement(tree.getroot(), "size", nuserdata="3")
        return library().mujoco.MjModel.from_xml_string(ET.tostring(tree.getroot(), "unicode"))


def _checked(maze_map: Any) -> Map:
    is_list = isinstance(maze_map, list | tuple) and len(maze_map) > 0
    if not is_list or not all(
        isinstance(row, list | tuple) and len(row) == len(maze_map[0]) > 0 for row in maze_map
    ):
        raise ValueError(f"maze_map must be a list of lists of equal length, got {maze_map!r}")
    strange = {
        str(cell)
        for row in maze_map
        for cell in row
        if not isinstance(cell, int | str | np.integer) or cell not in (0, 1, "r", "g", "c")
    }
    if strange:
        raise ValueError(f"the cells of maze_map must be 0, 1, 'r', 'g' or 'c', got {strange}")
    checked: Map = maze_map
    return checked


# --- Balls, whose rules are in C++ ---------------------------------------------------------------

POINT_SECONDS = 0.01  # of a time step


def point_maze(maze_map: Map) -> Maze:
    """The maze of a ball."""
    return Maze(maze_map, scale=1.0, height=0.4)


def point_model(maze: Maze) -> Any:
    """The model of a ball in a maze, as a `mujoco.MjModel`."""
    return maze.model(path_of("point/point.xml"))


# --- Ants -----------------------------------------------------------------------------------------


class MazeTask(Task):
    """The rules that all mazes share.

    Args:
        reward_type: ``"sparse"``: 1 within 0.45 m of the goal, else 0; ``"dense"``: exp(-distance).
        continuing_task: whether an episode goes on when the goal is reached.
        reset_target: whether the goal moves then.
        maze_map: of the cells.
        position_noise_range: how far goals and starts are from the middles of cells, in cells.
    """

    reset_options = _CELLS
    draws = True
    scale: ClassVar[float] = 1.0  # of a cell
    height: ClassVar[float] = 0.4
    # Version 3: the goal moves before the reward, and once; starts may be within 0.5 m of it.
    is_version_3: ClassVar[bool] = False

    def __init__(
        self,
        reward_type: str = "sparse",
        continuing_task: bool = True,
        reset_target: bool = False,
        maze_map: object = MAPS["UMaze"],
        position_noise_range: float = 0.25,
    ) -> None:
        """See the class."""
        if reward_type not in ("sparse", "dense"):
            raise ValueError(f"reward_type must be 'sparse' or 'dense', got {reward_type!r}")
        self._reward_type = reward_type
        self._moves = continuing_task and (reset_target or self.is_version_3)
        self._ends = not continuing_task
        if not 0 <= position_noise_range < np.inf:
            raise ValueError(
                f"position_noise_range must be a number from 0 on, got {position_noise_range!r}"
            )
        self._noise = position_noise_range
        self.maze = Maze(
            maze_map,  # type: ignore[arg-type]
            self.scale,
            self.height,
            empty_cells_fill_in=not self.is_version_3,
        )

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
        least = 0.5 if self.is_version_3 else 0.5 * self.maze.scale

        def is_far(place: np.ndarray) -> bool:
            return bool(np.linalg.norm(place - goal) > least)

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
        for axis in (0, 1):
            noise = generator.uniform(low=-self._noise, high=self._noise)
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
        ends = near & self._ends
        if self.is_version_3:
            self._move_goals(achieved, ids, near)
        distance = goals.distance(achieved, self.goal[ids, :2])
        reward = goals.maze_reward(self._reward_type, distance)
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
        raise ValueError(f"{name} must be the least and the greatest number, got {value!r}")
    return float(numbers[0]), float(numbers[1])


def _ant(maze_map: Map, xml_file: object) -> Any:
    return Maze(maze_map, AntMaze.scale, AntMaze.height).model(
        _ANT if xml_file is None else Path(str(xml_file))
    )


class AntMaze(MazeTask):
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
    scale, height = 4.0, 0.5
    after_step = ("rne_post_constraint",)

    def __init__(
        self,
        reward_type: str = "sparse",
        continuing_task: bool = True,
        reset_target: bool = False,
        maze_map: object = MAPS["UMaze"],
        position_noise_range: float = 0.25,
        xml_file: object = None,
        frame_skip: int = 5,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 0.5,
        contact_cost_weight: float = 5e-4,
        healthy_reward: float = 1.0,
        main_body: object = 1,
        healthy_z_range: object = (0.2, 1.0),
        contact_force_range: object = (-1.0, 1.0),
        include_cfrc_ext_in_observation: bool = True,
    ) -> None:
        """See the class."""
        super().__init__(reward_type, continuing_task, reset_target, maze_map, position_noise_range)
        self.frame_skip = frame_skip
        self._forward, self._ctrl, self._contact = (
            forward_reward_weight,
            ctrl_cost_weight,
            contact_cost_weight,
        )
        self._healthy, self._main_body = healthy_reward, main_body
        self._heights = _range("healthy_z_range", healthy_z_range)
        self._force_range = _range("contact_force_range", contact_force_range)
        self._sees_forces = include_cfrc_ext_in_observation

    def setup(self, sim: Batch) -> None:
        """Remembers where the torso was."""
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
        forces = self._forces(sim, ids, 1)
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

    def told(self, sim: Batch, ids: Ids, actions: np.ndarray) -> dict[str, np.ndarray]:
        """The infos of Ant-v5."""
        speed = self._speed(sim, ids)
        return self.told_at_first(sim, ids) | {
            "x_velocity": speed[:, 0],
            "y_velocity": speed[:, 1],
            "reward_forward": speed[:, 0] * self._forward,
            "reward_ctrl": -(self._ctrl * np.square(actions).sum(-1)),
            "reward_contact": -(self._contact * np.square(self._forces(sim, ids, 0)).sum(-1)),
            "reward_survive": self._is_healthy(sim, ids) * self._healthy,
        }

    def told_at_first(self, sim: Batch, ids: Ids) -> dict[str, np.ndarray]:
        """Those of its resets."""
        return {
            "x_position": sim.qpos[ids, 0],
            "y_position": sim.qpos[ids, 1],
            "distance_from_origin": rows.norm(sim.qpos[ids, :2]),
        }


def _ant_4(maze_map: Map) -> Any:
    return _ant(maze_map, None)


class AntMaze4(AntMaze):
    """Gymnasium's Ant, version 4, walks to the goal.

    Args:
        reward_type, continuing_task, reset_target, maze_map, position_noise_range: as `MazeTask`.
        ctrl_cost_weight, contact_cost_weight, healthy_reward, terminate_when_unhealthy,
            healthy_z_range, contact_force_range, use_contact_forces: as of Ant-v4, whose rewards
            are infos here.
    """

    model = _ant_4

    def __init__(
        self,
        reward_type: str = "sparse",
        continuing_task: bool = True,
        reset_target: bool = False,
        maze_map: object = MAPS["UMaze"],
        position_noise_range: float = 0.25,
        ctrl_cost_weight: float = 0.5,
        contact_cost_weight: float = 5e-4,
        healthy_reward: float = 1.0,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: object = (0.2, 1.0),
        contact_force_range: object = (-1.0, 1.0),
        use_contact_forces: bool = False,
    ) -> None:
        """See the class."""
        super().__init__(
            *(reward_type, continuing_task, reset_target, maze_map, position_noise_range),
            ctrl_cost_weight=ctrl_cost_weight,
            contact_cost_weight=contact_cost_weight,
            healthy_reward=healthy_reward,
            healthy_z_range=healthy_z_range,
            contact_force_range=contact_force_range,
            include_cfrc_ext_in_observation=use_contact_forces,
        )
        self._always_survives = terminate_when_unhealthy

    def _forces_seen(self, sim: Batch, ids: Ids) -> np.ndarray:
        forces = self._forces(sim, ids, 0)
        return forces if self._sees_forces else forces[:, :0]

    def told(self, sim: Batch, ids: Ids, actions: np.ndarray) -> dict[str, np.ndarray]:
        """The infos of Ant-v4."""
        speed, place = self._speed(sim, ids), sim.xpos[ids, self._torso, :2]
        cost = self._ctrl * np.square(actions).sum(-1)
        if self._sees_forces:
            cost = self._contact * np.square(self._forces(sim, ids, 0)).sum(-1)
        survives = self._is_healthy(sim, ids) | self._always_survives
        return {
            "reward_forward": speed[:, 0],
            "reward_ctrl": -cost,
            "reward_survive": survives * self._healthy,
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


class AntMaze3(AntMaze4):
    """The same with the rules of the reference's version 3."""

    is_version_3 = True

    def __init__(
        self,
        reward_type: str = "sparse",
        continuing_task: bool = True,
        maze_map: object = MAPS["UMaze"],
        position_noise_range: float = 0.25,
        ctrl_cost_weight: float = 0.5,
        contact_cost_weight: float = 5e-4,
        healthy_reward: float = 1.0,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: object = (0.2, 1.0),
        contact_force_range: object = (-1.0, 1.0),
        use_contact_forces: bool = False,
    ) -> None:
        """See `AntMaze4`; goals that are reached always move."""
        super().__init__(
            *(reward_type, continuing_task, False, maze_map, position_noise_range),
            *(ctrl_cost_weight, contact_cost_weight, healthy_reward, terminate_when_unhealthy),
            *(healthy_z_range, contact_force_range, use_contact_forces),
        )
