# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders MuJoCo simulations with a single instance of their reference."""

from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np

from parallel_pool.drawing import RenderState
from parallel_pool.families.mujoco import native as engine
from parallel_pool.rendering.row_renderer import RowRenderer
from parallel_pool.shared.mujoco.contexts import free, own_context
from parallel_pool.shared.mujoco.messages import with_warnings, without_warnings


def _require_screen() -> None:
    """Raises if GLFW has no screen, because MuJoCo would end the process at the second frame."""
    import glfw

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if glfw.init():
            return
    raise RuntimeError(
        "there is no screen for OpenGL: set the environment variable MUJOCO_GL to 'egl' or "
        "'osmesa' to draw without one; mode 'human' needs one"
    )


class SimulationRenderer(RowRenderer):
    """Copies the simulation of one row after the other into the reference, which draws it.

    It copies the whole simulation, because parts of a frame lag behind the positions by one step,
    as in the reference. Each row keeps the camera settings that the reference chooses at its first
    frame.
    """

    def __init__(self, *args: Any) -> None:
        """See `RowRenderer`."""
        super().__init__(*args)
        self._targets: dict[int, np.ndarray] = {}

    def close(self) -> None:
        """Closes the window or the off-screen buffer."""
        reference, self._reference = self._reference, None
        if reference is not None:
            free(engine, reference.close)

    def _read(self, env_id: int) -> RenderState:
        if self._reference is None:
            self._reference = without_warnings(
                engine, self._make_own_reference
            )  # the pool has warned
        engine.show_in(self._reference.data._address)
        try:
            return super()._read(env_id)
        finally:
            engine.show_in(0)

    def _draw_state(self, state: RenderState) -> Any:
        if self._mode == "human":
            return with_warnings(engine, self._reference.render)
        with own_context():
            return with_warnings(engine, lambda: self._draw(int(state["simulation"])))

    def _draw(self, simulation: int) -> Any:
        self._aim(simulation)
        return self._reference.render()

    def _make_own_reference(self) -> Any:
        if self._mode == "human" or os.environ.get("MUJOCO_GL", "glfw") == "glfw":
            _require_screen()
        reference = self._make_reference({})
        cameras = reference.model.ncam
        camera_id = self._arguments.get("camera_id")
        if camera_id is not None and camera_id >= cameras:  # otherwise MuJoCo would end the process
            raise ValueError(
                f"camera_id must be below {cameras}, the number of the model's cameras, or -1 for "
                f"the free one, got {camera_id}"
            )
        return reference

    def _aim(self, simulation: int) -> None:
        renderer = self._reference.mujoco_renderer
        viewer = renderer._get_viewer(self._mode)
        viewer.make_context_current()
        if simulation not in self._targets:
            viewer._init_camera()
            renderer._set_cam_config()
            self._targets[simulation] = viewer.cam.lookat.copy()
        viewer.cam.lookat[:] = self._targets[simulation]
