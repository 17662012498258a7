# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The cells and walls of mazes, and the model of a ball in one, whose rules are in C++."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np

from parallel_pool.families.robotics.assets import path_of
from parallel_pool.families.robotics.maps import Map
from parallel_pool.shared.mujoco.library import library

POINT_SECONDS = 0.01  # of a time step of the ball
POINT_FAR = 0.5  # metres between a start and the goal at least; kFar in point_maze.h


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

    def require_starts(self, least: float, noise: float) -> None:
        """Raises ValueError if no start can be as far from a goal as an episode needs.

        Args:
            least: how far starts are from goals at least, in metres.
            noise: how far goals are from the middles of cells along each axis, in metres.
        """
        places = {(x, y) for x, y in (*self.goals, *self.starts)}
        if len(places) == 1 and math.hypot(noise, noise) <= least:
            raise ValueError(
                "maze_map has no cell for a start that is not at the goal: all goals and starts "
                "are in one cell"
            )

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


def point_maze(maze_map: Map) -> Maze:
    """The maze of a ball."""
    return Maze(maze_map, scale=1.0, height=0.4)


def playable_point_maze(maze_map: Map, noise: float) -> Maze:
    """The same; refuses one where no episode can begin. The noise is in metres."""
    maze = point_maze(maze_map)
    maze.require_starts(POINT_FAR, noise)
    return maze


def point_model(maze: Maze) -> Any:
    """The model of a ball in a maze, as a `mujoco.MjModel`."""
    return maze.model(path_of("point/point.xml"))
