# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders tasks of dm_control's composer with dm_control's own physics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.native import NativePool
from parallel_pool.pool.arguments import integer
from parallel_pool.rendering.row_renderer import RowRenderer
from parallel_pool.shared.mujoco.contexts import free, own_context
from parallel_pool.shared.mujoco.messages import Listener, without_warnings

_LOOK = ("width", "height", "camera_id")
_FRAMEBUFFER = {"width": 640, "height": 480}  # MuJoCo's, where a model says nothing


def _check(given: Mapping[str, Any]) -> None:
    """Refuses what dm_control could not draw with."""
    for name in ("width", "height"):
        if name in given:
            integer(name, given[name], 1)
    if not isinstance(camera := given.get("camera_id", -1), str):
        integer("camera_id", camera, -1)


def composer_drawing(
    reference: str,
    fps: int,
    make_renderer: Callable[[NativePool, Drawing, str, Mapping[str, Any]], ComposerRenderer],
) -> Drawing:
    """How the rows of a task are drawn.

    Args:
        reference: dm_control's function as ``module:function``.
        fps: time steps a second.
        make_renderer: as `Drawing` has it.
    """
    return Drawing(
        reference,
        ("rgb_array", "depth_array"),
        fps,
        show=lambda env, state: None,
        keywords=_LOOK,
        check=_check,
        packages=("dm_control",),
        make_renderer=make_renderer,
    )


class ComposerRenderer(RowRenderer):
    """Gives one physics of dm_control's what a row shows, and draws it.

    A family's own renderer does that in `_show` for all but the ``positions``.

    Args:
        pool: whose environments are drawn.
        drawing: how.
        mode: ``"rgb_array"`` or ``"depth_array"``.
        options: ``width``, ``height`` and ``camera_id`` as for ``Physics.render``, and others.
        engine: the family's extension module.
    """

    def __init__(
        self,
        pool: NativePool,
        drawing: Drawing,
        mode: str,
        options: Mapping[str, Any],
        engine: Listener,
    ) -> None:
        """See the class."""
        super().__init__(pool, drawing, mode, options)
        self._look = {name: options[name] for name in _LOOK if name in options}
        self._engine = engine

    def _check_look(self, task: Any) -> None:
        """Refuses pictures that a task's model has no room for, or no camera of.

        Raises:
            ValueError: the message says what the model has.
        """
        root = task.root_entity.mjcf_model
        buffer = getattr(root.visual, "global")
        for name, usual in _FRAMEBUFFER.items():
            most, given = getattr(buffer, f"off{name}") or usual, self._look.get(name, 1)
            if given > most:
                raise ValueError(f"{name} must be at most {most}, got {given}")
        cameras = [camera.full_identifier for camera in root.find_all("camera")]
        camera = self._look.get("camera_id", -1)
        is_there = camera in cameras if isinstance(camera, str) else camera < len(cameras)
        if not is_there:
            known = f", a number below {len(cameras)}, or one of {cameras}" if cameras else ""
            raise ValueError(f"camera_id must be -1 for the free camera{known}, got {camera!r}")

    def close(self) -> None:
        """Frees what pictures are drawn in."""
        reference, self._reference = self._reference, None
        if reference is not None:
            free(self._engine, reference.free)

    def _draw_state(self, state: RenderState) -> np.ndarray:
        with own_context():
            picture: np.ndarray = without_warnings(self._engine, lambda: self._draw_row(state))
        return picture

    def _draw_row(self, state: RenderState) -> np.ndarray:
        self._show(state)
        physics = self._reference
        physics.data.qpos[:] = state["positions"]
        physics.forward()
        depth = self._mode == "depth_array"
        picture: np.ndarray = physics.render(depth=depth, **self._look)
        return picture.copy()

    def _show(self, state: RenderState) -> None:
        """Makes the physics, if there is none, and gives it all but the positions of a row."""
        raise NotImplementedError

    def _make_physics(self, text: str, assets: Mapping[str, Any]) -> Any:
        """dm_control's physics of a model; it is kept as the reference.

        Raises:
            DependencyNotInstalled: dm_control cannot read the models of the installed MuJoCo.
        """
        from dm_control.mujoco import Physics

        try:
            self._reference = Physics.from_xml_string(text, assets)
        except AttributeError as error:  # dm_control names MuJoCo's fields one by one
            raise DependencyNotInstalled(
                f"frames are drawn by dm_control {version('dm_control')}, which cannot read "
                f"models of MuJoCo {version('mujoco')} ({error}): pip install "
                "parallel_pool[dmc] has versions that fit; steps need no frames"
            ) from error
        return self._reference
