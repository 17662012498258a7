# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders tasks with MuJoCo from the references' cameras, with targets where goals are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from parallel_pool.drawing import Drawing
from parallel_pool.families.robotics import native
from parallel_pool.families.robotics.mazes import POINT_SECONDS, point_maze, point_model
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.shared.mujoco.library import library
from parallel_pool.simulations.pictures import TaskRenderer, drawing, drawing_of

# The references' views, by how an id begins.
_VIEWS: Mapping[str, Mapping[str, Any]] = {
    "Fetch": {
        "distance": 2.5,
        "azimuth": 132.0,
        "elevation": -14.0,
        "lookat": (1.3, 0.75, 0.55),
    },
    "FrankaKitchen": {
        "distance": 2.2,
        "azimuth": 70.0,
        "elevation": -35.0,
        "lookat": (-0.2, 0.5, 2.0),
    },
    "AntMaze": {"distance": 4.0},
    "PointMaze": {"distance": 8.8},
    "PointMaze_Large": {"distance": 12.5},
    "Hand": {
        "distance": 0.5,
        "azimuth": 55.0,
        "elevation": -25.0,
        "lookat": (1.0, 0.96, 0.14),
    },
    "AdroitHandDoor": {"distance": 1.5, "azimuth": 90.0},
    "AdroitHandHammer": {"distance": 2.0, "azimuth": 45.0},
    "AdroitHandPen": {"distance": 1.0, "azimuth": -45.0},
    "AdroitHandRelocate": {"distance": 1.5, "azimuth": 90.0},
}


def _view_of(id: str) -> str:
    """The longest name decides."""
    return max((name for name in _VIEWS if id.startswith(name)), key=len)


def point_maze_picture(env_type: NativeEnvType) -> Drawing:
    """How balls in mazes are rendered."""
    default = {name: value for name, _, value, _ in env_type.options}["maze_map"]

    def model(given: Mapping[str, Any]) -> Any:
        return point_model(point_maze(given.get("maze_map", default)))

    view = _VIEWS[_view_of(env_type.id)]
    return drawing(model, POINT_SECONDS, partial(PointMazeRenderer, view))


def task_picture(definition: Any) -> Drawing:
    """How the environments of a definition are rendered."""
    name = _view_of(definition.id)
    view = _VIEWS[name]
    if name == "Hand":
        values = {name: default for name, _, default, _ in definition.options}
        return drawing_of(definition, partial(HandRenderer, {**view, "options": values}))
    renderer = {"Fetch": GoalRenderer, "AntMaze": MazeRenderer}.get(name, ViewRenderer)
    return drawing_of(definition, partial(renderer, view))


class ViewRenderer(TaskRenderer):
    """Looks from where the reference does, unless a camera is chosen."""

    def __init__(
        self,
        view: Mapping[str, Any],
        pool: NativePool,
        model: Any,
        mode: str,
        options: Mapping[str, Any],
    ) -> None:
        """See `TaskRenderer`; `view` are attributes of MuJoCo's free camera."""
        super().__init__(pool, model, mode, options)
        self._view = view
        self._env_id = 0
        self._cameras: dict[int, Any] = {}

    def draw(self, env_id: int) -> np.ndarray | None:
        """The frame of one environment, or None in mode ``"human"``."""
        self._env_id = env_id
        return super().draw(env_id)

    def _show(self) -> None:
        self._renderer.update_scene(self._data, self._chosen_camera())

    def _chosen_camera(self) -> Any:
        if self._camera != -1:
            return self._camera
        if self._env_id not in self._cameras:
            # As the reference's, it looks at the middle of the environment's first frame.
            camera = library().mujoco.MjvCamera()
            camera.lookat[:] = np.median(self._data.geom_xpos, axis=0)
            for name, value in self._view.items():
                setattr(camera, name, value)
            self._cameras[self._env_id] = camera
        return self._cameras[self._env_id]


class GoalRenderer(ViewRenderer):
    """Moves the target's site to the goal, which simulations carry as their user data."""

    def _show(self) -> None:
        library().mujoco.mj_forward(self._model, self._data)
        self._data.site_xpos[self._model.site("target0").id] = self._data.userdata[:3]
        super()._show()


class MazeRenderer(ViewRenderer):
    """The same in a maze, where nothing is computed anew."""

    def _show(self) -> None:
        self._data.site_xpos[self._model.site("target0").id] = self._data.userdata[:3]
        super()._show()


class PointMazeRenderer(ViewRenderer):
    """The same of simulations that run in C++."""

    engine = native

    def _show(self) -> None:
        site = self._model.site("target0")
        self._data.site_xpos[site.id] = *self._state["goal"], site.pos[2]
        super()._show()


class HandRenderer(ViewRenderer):
    """Shows goals, which simulations carry as their user data, and what sensors feel."""

    def __init__(
        self,
        view: Mapping[str, Any],
        pool: NativePool,
        model: Any,
        mode: str,
        options: Mapping[str, Any],
    ) -> None:
        """See `ViewRenderer`; ``view["options"]`` are the options' defaults."""
        values = {**view["options"], **options}
        super().__init__(
            {name: value for name, value in view.items() if name != "options"},
            *(pool, model, mode, options),
        )
        self._goal_is_beside = values.get("target_position") == "ignore"
        self._sensors = values.get("touch_visualisation", "always")
        named = {self._model.geom(i).name: i for i in range(self._model.ngeom)}
        if "object_hidden" in named:
            self._model.geom_rgba[named["object_hidden"], 3] = 1.0

    def _show(self) -> None:
        goal = self._data.userdata
        if len(goal) == 7:
            first = self._model.joint("target:joint").qposadr[0]
            self._data.qpos[first : first + 7] = goal
            self._data.qpos[first] += 0.15 if self._goal_is_beside else 0.0
            library().mujoco.mj_forward(self._model, self._data)
            self._colour_sensors()
        else:
            self._show_tips(goal.reshape(-1, 3))
        super()._show()

    def _show_tips(self, goal: Any) -> None:
        tips = self._data.site_xpos.copy()
        library().mujoco.mj_forward(self._model, self._data)
        for i, finger in enumerate(("ff", "mf", "rf", "lf", "th")):
            tip = self._model.site(f"robot0:S_{finger}tip").id
            self._data.site_xpos[self._model.site(f"target{i}").id] = goal[i]
            self._data.site_xpos[self._model.site(f"finger{i}").id] = tips[tip]

    def _colour_sensors(self) -> None:
        for i in range(self._model.nsensor):
            name = self._model.sensor(i).name
            if "robot0:TS_" not in name or self._sensors == "always":
                continue
            site = self._model.site(name.replace("robot0:TS_", "robot0:T_")).id
            if self._sensors == "off":
                self._model.site_rgba[site, 3] = 0.0
            elif self._data.sensordata[i] != 0.0:
                self._model.site_rgba[site] = (1.0, 0.0, 0.0, 0.5)
            else:
                self._model.site_rgba[site] = (0.0, 0.5, 0.0, 0.2)
