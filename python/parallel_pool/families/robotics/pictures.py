# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders tasks with MuJoCo from the references' cameras, with targets where goals are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from parallel_pool.drawing import Drawing
from parallel_pool.native import NativePool
from parallel_pool.shared.mujoco.library import library
from parallel_pool.simulations.pictures import TaskRenderer, drawing_of

# The references' views, by how an id begins.
_VIEWS: Mapping[str, Mapping[str, Any]] = {
    "Fetch": {
        "distance": 2.5,
        "azimuth": 132.0,
        "elevation": -14.0,
        "lookat": (1.3, 0.75, 0.55),
    },
    "AntMaze": {"distance": 4.0},
    "PointMaze": {"distance": 8.8},
    "PointMaze_Large": {"distance": 12.5},
    "AdroitHandDoor": {"distance": 1.5, "azimuth": 90.0},
    "AdroitHandHammer": {"distance": 2.0, "azimuth": 45.0},
    "AdroitHandPen": {"distance": 1.0, "azimuth": -45.0},
    "AdroitHandRelocate": {"distance": 1.5, "azimuth": 90.0},
}


def picture(definition: Any) -> Drawing:
    """How the environments of a definition are rendered."""
    # The longest name decides.
    name = max((name for name in _VIEWS if definition.id.startswith(name)), key=len)
    view, has_goal = _VIEWS[name], not name.startswith("Adroit")
    return drawing_of(definition, partial(GoalRenderer if has_goal else ViewRenderer, view))


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

    def _show(self) -> None:
        camera = self._camera
        if camera == -1:
            camera = library().mujoco.MjvCamera()
            library().mujoco.mjv_defaultFreeCamera(self._model, camera)
            for name, value in self._view.items():
                setattr(camera, name, value)
        self._renderer.update_scene(self._data, camera)


class GoalRenderer(ViewRenderer):
    """Moves the target's site to the goal, which simulations carry as their user data."""

    def _show(self) -> None:
        site = self._model.site("target0").id
        moved = self._data.site_xpos[site] - self._model.site_pos[site]
        self._model.site_pos[site] = self._data.userdata[:3] - moved
        library().mujoco.mj_forward(self._model, self._data)
        super()._show()
