# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders locomotion tasks with dm_control's own arenas and physics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.families.locomotion import FUNCTIONS
from parallel_pool.families.locomotion import native as engine
from parallel_pool.families.locomotion.tasks import (
    around_target,
    drawn_model,
    load_task,
    module_of,
    shown_arrays,
    target_of,
)
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.shared.mujoco.composer import text_of
from parallel_pool.shared.mujoco.composer_pictures import ComposerRenderer, composer_drawing
from parallel_pool.shared.mujoco.layout import show
from parallel_pool.shared.mujoco.library import library


def picture(env_type: NativeEnvType) -> Drawing:
    """How a task is drawn; see `parallel_pool.Family`."""
    name = FUNCTIONS[env_type.id]
    fps = 50 if name.startswith("rodent") else 33  # time steps a second

    def make_renderer(
        pool: NativePool, drawing: Drawing, mode: str, options: Mapping[str, Any]
    ) -> TaskRenderer:
        return TaskRenderer(pool, drawing, mode, options, name)

    return composer_drawing(f"{module_of(name)}:{name}", fps, make_renderer)


class TaskRenderer(ComposerRenderer):
    """Draws rows in their own corridors or bowls, or with their own targets.

    One model, whose textures are uploaded once, draws all rows: what differs in the model of a row
    is copied into it.

    Args:
        pool: whose environments are drawn.
        drawing: how.
        mode: ``"rgb_array"`` or ``"depth_array"``.
        options: as for `ComposerRenderer`.
        name: dm_control's function that makes the task.
    """

    def __init__(
        self,
        pool: NativePool,
        drawing: Drawing,
        mode: str,
        options: Mapping[str, Any],
        name: str,
    ) -> None:
        """See the class."""
        super().__init__(pool, drawing, mode, options, engine)
        self._task = load_task(name)
        self._check_look(self._task)
        self._around_target = around_target(text_of(self._task))
        self._shown: bytes | None = None

    def _show(self, state: RenderState) -> None:
        if self._reference is None:
            self._shown = None
            made = self._make_physics(*drawn_model(self._task))
            if (target := target_of(self._task)) is not None:
                # It can move, but its body cannot.
                geom = made.model.name2id(target.geom.full_identifier, "geom")
                made.model.geom_sameframe[geom] = 0
        physics, mujoco = self._reference, library().mujoco
        model = physics.model.ptr
        shown = state["model"].tobytes() + state["target"].tobytes()
        if self._shown == shown:
            return
        show(model, state["model"], shown_arrays(self._task))
        if self._around_target:
            before, after = self._around_target
            x, y = state["target"].tolist()
            compiled = mujoco.MjModel.from_xml_string(f"{before}{x!r} {y!r}{after}")
            model.site_pos[:] = compiled.site_pos
            model.stat.extent, model.stat.center[:] = compiled.stat.extent, compiled.stat.center
        if model.nhfield:
            with physics.contexts.gl.make_current() as context:
                context.call(mujoco.mjr_uploadHField, model, physics.contexts.mujoco.ptr, 0)
        self._shown = shown
