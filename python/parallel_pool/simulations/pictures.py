# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders tasks with MuJoCo's own renderer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from parallel_pool.drawing import Drawing
from parallel_pool.native import NativePool
from parallel_pool.pool.arguments import integer
from parallel_pool.rendering.own_picture import OwnPicture
from parallel_pool.rendering.row_renderer import require_packages
from parallel_pool.shared.mujoco.contexts import free, own_context
from parallel_pool.shared.mujoco.library import library
from parallel_pool.shared.mujoco.messages import without_warnings
from parallel_pool.simulations import native
from parallel_pool.simulations.definition import Definition
from parallel_pool.simulations.renderers import renderer_of

_SIZE = {"width": 480, "height": 480}


def _check(given: Mapping[str, Any]) -> None:
    for name in _SIZE:
        if name in given:
            integer(name, given[name], 1)
    camera = given.get("camera", -1)
    if not isinstance(camera, int | str):
        raise TypeError(f"camera must be the name or number of a camera, got {camera!r}")


def drawing_of(
    definition: Definition, renderer: Callable[..., TaskRenderer] | None = None
) -> Drawing:
    """How a task's environments are rendered: by a renderer of their own, if one is given."""
    names = [name for name, _, _, _ in definition.options]

    def model(given: Mapping[str, Any]) -> Any:
        return definition.model({name: given[name] for name in names if name in given})

    seconds = definition.model().opt.timestep * integer("frame_skip", definition.task.frame_skip, 1)
    return drawing(model, seconds, renderer or TaskRenderer)


def drawing(
    model: Callable[[Mapping[str, Any]], Any],
    seconds: float,
    renderer: Callable[..., TaskRenderer],
) -> Drawing:
    """How simulations are rendered.

    Args:
        model: returns their model, from the options of the environments and of the picture.
        seconds: of a time step.
        renderer: of `TaskRenderer`'s arguments.
    """

    def make(
        pool: NativePool, drawing: Drawing, mode: str, options: Mapping[str, Any]
    ) -> TaskRenderer:
        require_packages(drawing, mode)
        return renderer(pool, model(options), mode, options)

    return Drawing(
        "",
        ("human", "rgb_array", "depth_array"),
        max(round(1 / seconds), 1),
        show=lambda env, state: None,
        keywords=("width", "height", "camera"),
        check=_check,
        without_packages=("rgb_array", "depth_array"),
        make_renderer=make,
    )


class TaskRenderer:
    """Copies one simulation after the other into data of its own, and draws them.

    Args:
        pool: the pool.
        model: the model.
        mode: ``"rgb_array"``, ``"depth_array"`` or ``"human"``, a window.
        options: with `width`, `height` and `camera`.
    """

    # The extension module that runs the simulations.
    engine: Any = native

    def __init__(self, pool: NativePool, model: Any, mode: str, options: Mapping[str, Any]) -> None:
        """See the class."""
        self._pool, self._mode = pool, mode
        self._size = _SIZE | {name: options[name] for name in _SIZE if name in options}
        self._camera = options.get("camera", -1)
        self._model = model.__copy__()
        self._data = library().mujoco.MjData(self._model)
        self._renderer: Any = None
        self._window = OwnPicture(mode, scale=1)

    def draw(self, env_id: int) -> np.ndarray | None:
        """The frame of one environment; in mode ``"human"``, it is shown, and None returned."""
        self.engine.show_in(self._data._address)
        try:
            self._state = self._pool.render_state(env_id)
        finally:
            self.engine.show_in(0)
        with own_context():
            frame: np.ndarray = without_warnings(self.engine, self._draw)
        if self._mode != "human":
            return frame
        self._window.picture = frame
        return self._window.render()

    def _draw(self) -> np.ndarray:
        if self._renderer is None:
            frames = self._model.vis.global_
            frames.offwidth = max(frames.offwidth, self._size["width"])
            frames.offheight = max(frames.offheight, self._size["height"])
            self._renderer = renderer_of(self._model, **self._size)
            if self._mode == "depth_array":
                self._renderer.enable_depth_rendering()
        self._show()
        frame: np.ndarray = self._renderer.render()
        return frame

    def _show(self) -> None:
        """Puts the copied simulation before the camera."""
        self._renderer.update_scene(self._data, self._camera)

    def draw_all(self, env_ids: Iterable[int]) -> tuple[Any, ...]:
        """The frame of each environment."""
        return tuple(self.draw(env_id) for env_id in env_ids)

    def close(self) -> None:
        """Frees the renderer."""
        renderer, self._renderer = self._renderer, None
        if renderer is not None:
            free(self.engine, renderer.close)
        self._window.close()
