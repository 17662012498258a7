# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders tasks with MuJoCo, with the target where the goal is."""

from __future__ import annotations

from typing import Any

from parallel_pool.drawing import Drawing
from parallel_pool.shared.mujoco.library import library
from parallel_pool.simulations.pictures import TaskRenderer, drawing_of

# The reference's view.
_VIEW = {"distance": 2.5, "azimuth": 132.0, "elevation": -14.0}
_LOOKS_AT = (1.3, 0.75, 0.55)


def picture(definition: Any) -> Drawing:
    """How the environments of a definition are rendered."""
    return drawing_of(definition, GoalRenderer)


class GoalRenderer(TaskRenderer):
    """Moves the target's site to the goal, which simulations carry as their user data."""

    def _show(self) -> None:
        mujoco = library().mujoco
        site = self._model.site("target0").id
        moved = self._data.site_xpos[site] - self._model.site_pos[site]
        self._model.site_pos[site] = self._data.userdata[:3] - moved
        mujoco.mj_forward(self._model, self._data)
        camera = self._camera
        if camera == -1:
            camera = mujoco.MjvCamera()
            mujoco.mjv_defaultFreeCamera(self._model, camera)
            for name, value in _VIEW.items():
                setattr(camera, name, value)
            camera.lookat[:] = _LOOKS_AT
        self._renderer.update_scene(self._data, camera)
