# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders MuJoCo's robots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parallel_pool.drawing import Drawing
from parallel_pool.family import by_reference
from parallel_pool.native import NativePool
from parallel_pool.pool.arguments import integer
from parallel_pool.rendering.row_renderer import RowRenderer

_PACKAGE = "gymnasium.envs.mujoco"
_MODES = ("human", "rgb_array", "depth_array", "rgbd_tuple")
# Options of the environments here that the reference does not have.
_OWN_OPTIONS = ("frame_stack", "from_pixels", "channels_first")
_KEYWORDS = ("width", "height", "camera_id", "camera_name", "max_geom", "visual_options")


def _check(given: Mapping[str, Any]) -> None:
    """Refuses options with which the reference cannot render."""
    for name in ("width", "height", "max_geom"):
        if name in given:
            integer(name, given[name], 1)
    camera_id, camera_name = given.get("camera_id"), given.get("camera_name")
    if camera_id is not None and camera_name is not None:
        raise ValueError("camera_id and camera_name were both given: give only one of them")
    if camera_id is not None and camera_id != -1:
        integer("camera_id", camera_id, 0)
    if camera_name is not None and not isinstance(camera_name, str):
        raise TypeError(f"camera_name must be a str or None, got {camera_name!r}")
    for name in ("visual_options", "default_camera_config"):
        if not isinstance(given.get(name), Mapping | None):
            raise TypeError(f"{name} must be a dict or None, got {given[name]!r}")


def _make_renderer(
    pool: NativePool, drawing: Drawing, mode: str, options: Mapping[str, Any]
) -> RowRenderer:
    """Makes a renderer whose reference also has the options of the rules."""
    from parallel_pool.families.mujoco.renderer import SimulationRenderer

    known = {name: value for name, value in options.items() if name not in _OWN_OPTIONS}
    return SimulationRenderer(pool, drawing, mode, known)


def _drawing(module: str, name: str, fps: int, *, camera_config: bool) -> Drawing:
    return Drawing(
        f"{_PACKAGE}.{module}:{name}Env",
        _MODES,
        fps,
        show=lambda env, state: None,
        keywords=(*_KEYWORDS, "default_camera_config") if camera_config else _KEYWORDS,
        check=_check,
        packages=("imageio", "packaging"),
        make_renderer=_make_renderer,
    )


# Frames per second.
_ROBOTS = {
    "ant": ("Ant", 20),
    "half_cheetah": ("HalfCheetah", 20),
    "hopper": ("Hopper", 125),
    "humanoid": ("Humanoid", 67),
    "humanoidstandup": ("HumanoidStandup", 67),
    "inverted_double_pendulum": ("InvertedDoublePendulum", 20),
    "inverted_pendulum": ("InvertedPendulum", 25),
    "pusher": ("Pusher", 20),
    "reacher": ("Reacher", 50),
    "swimmer": ("Swimmer", 25),
    "walker2d": ("Walker2d", 125),
}

# In version 4, only Swimmer has no camera settings of its own, so users may choose them.
_DRAWINGS = tuple(
    _drawing(f"{module}_v{version}", name, fps, camera_config=version == 5 or name == "Swimmer")
    for module, (name, fps) in _ROBOTS.items()
    for version in (4, 5)
)

picture = by_reference(_DRAWINGS)
