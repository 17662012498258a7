# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders soccer matches with dm_control's own arena and physics."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.families.soccer import native as engine
from parallel_pool.families.soccer.match import load_task
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.shared.mujoco.composer_pictures import ComposerRenderer, composer_drawing
from parallel_pool.shared.mujoco.library import library

_FPS = 40  # time steps a second

# A texture in a model's text, and what is enough to compile the rest of it.
_TEXTURE = re.compile(r'<texture name="([^"]*)"[^>]* type="(\w+)"[^>]*/>')
_TINY = r'<texture name="\1" type="\2" builtin="flat" width="1" height="1"/>'


def picture(env_type: NativeEnvType) -> Drawing:
    """How a match is drawn; see `parallel_pool.Family`."""
    defaults = env_type.resolve({})

    def make_renderer(
        pool: NativePool, drawing: Drawing, mode: str, options: Mapping[str, Any]
    ) -> MatchRenderer:
        return MatchRenderer(pool, drawing, mode, {**defaults, **options})

    return composer_drawing("dm_control.locomotion.soccer:load", _FPS, make_renderer)


class MatchRenderer(ComposerRenderer):
    """Draws rows on their own pitches, with the color that goal posts have.

    The textures belong to the first pitch's model and are uploaded once. For another pitch, a model
    with tiny textures is compiled, whose arrays are copied into the first.

    Args:
        pool: whose environments are drawn.
        drawing: how.
        mode: ``"rgb_array"`` or ``"depth_array"``.
        options: as for `ComposerRenderer`, and all options of the environments.
    """

    def __init__(
        self, pool: NativePool, drawing: Drawing, mode: str, options: Mapping[str, Any]
    ) -> None:
        """See the class."""
        super().__init__(pool, drawing, mode, options, engine)
        names = ("walker_type", "team_size", "disable_walker_contacts", "enable_field_box")
        self._task = load_task(*(options[name] for name in names))
        self._check_look(self._task)
        self._names: list[str] = []  # of the arrays that differ between pitches
        self._ratios: bytes | None = None

    def _show(self, state: RenderState) -> None:
        if self._reference is None or self._ratios != state["pitch"].tobytes():
            self._show_pitch(state["pitch"])
        model = self._reference.named.model
        arena = self._task.arena
        for goal, is_in in zip((arena.home_goal, arena.away_goal), state["goals"], strict=True):
            color = goal.goalpost_detected_rgba if is_in else goal.goalpost_rgba
            model.geom_rgba[self._posts[goal.mjcf_model.model]] = color

    def _show_pitch(self, ratios: np.ndarray) -> None:
        self._task.arena.initialize_episode_mjcf(_Drawn(ratios))
        mjcf_model = self._task.arena.mjcf_model
        text = mjcf_model.to_xml_string()
        plain = library().mujoco.MjModel.from_xml_string(_TEXTURE.sub(_TINY, text))
        if self._reference is None:
            model = self._make_physics(text, mjcf_model.get_assets()).model.ptr
            self._names = [name for name in dir(plain) if _is_equal(plain, model, name)]
            geoms = [model.geom(i).name for i in range(model.ngeom)]
            self._posts = {
                goal: [name for name in geoms if name.startswith(f"{goal}/")]
                for goal in ("home_goal", "away_goal")
            }
        else:
            model = self._reference.model.ptr
            for name in self._names:
                getattr(model, name)[:] = getattr(plain, name)
            contexts = self._reference.contexts
            with contexts.gl.make_current() as context:
                context.call(_replace_planes, contexts.mujoco.ptr, plain)
        self._ratios = ratios.tobytes()


def _replace_planes(context: Any, model: Any) -> None:
    """Gives a context of MuJoCo's renderer the planes of a model, whose sizes it keeps."""
    mujoco = library().mujoco
    quality, buffer = model.vis.quality, model.vis.global_
    quality.shadowsize = quality.offsamples = 0
    buffer.offwidth = buffer.offheight = 1
    other = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_150)
    context.basePlane, other.basePlane = other.basePlane, context.basePlane
    other.free()
    mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, context)


class _Drawn:
    """Stands in for the random state from which a pitch draws its two ratios."""

    def __init__(self, ratios: np.ndarray) -> None:
        self._ratios = iter(ratios.tolist())

    def uniform(self, *_: Any, **__: Any) -> float:
        return float(next(self._ratios))


def _is_equal(plain: Any, model: Any, name: str) -> bool:
    """Whether two models of one pitch have this array, with the same numbers."""
    array = None if name.startswith("_") else getattr(plain, name, None)
    if not isinstance(array, np.ndarray) or not array.flags.writeable:
        return False
    return np.array_equal(array, getattr(model, name))
