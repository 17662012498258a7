# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws simulations with dm_control's own physics."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.families.dm_control import native as engine
from parallel_pool.families.dm_control.suite import load_physics
from parallel_pool.native import NativePool
from parallel_pool.rendering.row_renderer import RowRenderer
from parallel_pool.shared.mujoco.contexts import free, own_context
from parallel_pool.shared.mujoco.library import library
from parallel_pool.shared.mujoco.messages import with_warnings, without_warnings

_LOOK = ("width", "height", "camera_id")


class SuiteRenderer(RowRenderer):
    """Copies one row's simulation after the other into a physics of dm_control's, which draws it.

    Args:
        pool: whose environments are drawn.
        drawing: how.
        mode: ``"rgb_array"`` or ``"depth_array"``.
        options: ``width``, ``height`` and ``camera_id`` as for ``Physics.render``, and the
            environments' own options.
        domain: of the task.
        task: its name.
    """

    def __init__(
        self,
        pool: NativePool,
        drawing: Drawing,
        mode: str,
        options: Mapping[str, Any],
        domain: str,
        task: str,
    ) -> None:
        """See the class."""
        super().__init__(pool, drawing, mode, options)
        self._look = {name: options[name] for name in _LOOK if name in options}
        # As the engine's own default has it, where the task has this option.
        poles = 3 if task == "three_poles" else 0
        self._request = domain, task, int(options.get("num_poles", poles))

    def close(self) -> None:
        """Frees what pictures are drawn in."""
        reference, self._reference = self._reference, None
        if reference is not None:
            free(engine, reference.free)

    def _read(self, env_id: int) -> RenderState:
        if self._reference is None:
            self._reference = without_warnings(engine, lambda: load_physics(*self._request))
        physics = self._reference
        engine.show_in(physics.data.ptr._address, physics.model.ptr._address)
        try:
            return super()._read(env_id)
        finally:
            engine.show_in(0, 0)

    def _draw_state(self, state: RenderState) -> np.ndarray:
        physics = self._reference
        reward = float(state["shown_reward"])
        if not math.isnan(reward):
            from dm_control.suite import base

            base._set_reward_colors(physics, reward)
        with own_context():
            picture: np.ndarray = with_warnings(engine, self._draw)
        return picture

    def _draw(self) -> np.ndarray:
        physics = self._reference
        if physics.model.nhfield:
            upload = library().mujoco.mjr_uploadHField
            contexts = physics.contexts
            with contexts.gl.make_current() as context:
                context.call(upload, physics.model.ptr, contexts.mujoco.ptr, 0)
        depth = self._mode == "depth_array"
        picture: np.ndarray = physics.render(depth=depth, **self._look)
        return picture.copy()
