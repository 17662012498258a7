# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders the DeepMind Control Suite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parallel_pool.drawing import Drawing
from parallel_pool.families.dm_control import native
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.pool.arguments import integer
from parallel_pool.rendering.row_renderer import RowRenderer

# Pictures a second, one for each time step.
_FPS = {
    "acrobot": 100,
    "ball_in_cup": 50,
    "cartpole": 100,
    "cheetah": 100,
    "dog": 67,
    "finger": 50,
    "fish": 25,
    "hopper": 50,
    "humanoid": 40,
    "humanoid_CMU": 50,
    "lqr": 33,
    "manipulator": 100,
    "pendulum": 50,
    "point_mass": 50,
    "quadruped": 50,
    "reacher": 50,
    "stacker": 100,
    "swimmer": 33,
    "walker": 40,
}


def _check(given: Mapping[str, Any]) -> None:
    """Refuses what dm_control could not draw with."""
    for name in ("width", "height"):
        if name in given:
            integer(name, given[name], 1)
    camera = given.get("camera_id", -1)
    if not isinstance(camera, str):
        integer("camera_id", camera, -1)


def picture(env_type: NativeEnvType) -> Drawing:
    """How a task is drawn; see `parallel_pool.Family`."""
    domain, task = native.tasks()[env_type.id]

    def make_renderer(
        pool: NativePool, drawing: Drawing, mode: str, options: Mapping[str, Any]
    ) -> RowRenderer:
        from parallel_pool.families.dm_control.renderer import SuiteRenderer

        return SuiteRenderer(pool, drawing, mode, options, domain, task)

    return Drawing(
        "dm_control.suite:load",
        ("rgb_array", "depth_array"),
        _FPS[domain],
        show=lambda env, state: None,
        keywords=("width", "height", "camera_id"),
        check=_check,
        packages=("dm_control",),
        make_renderer=make_renderer,
    )
