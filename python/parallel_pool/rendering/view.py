# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Implements ``render`` of vector environments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import gymnasium

from parallel_pool import registry
from parallel_pool.drawing import Drawing, Renderer
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.rendering import collection, own_picture
from parallel_pool.rendering.row_renderer import make_renderer
from parallel_pool.rendering.window import PoolInWindow, require_screen

# References that are kept for environments with options of their own.
_MOST_RENDERERS = 32


_drawings: dict[NativeEnvType, Drawing] = {}


def find_drawing(env_type: NativeEnvType) -> Drawing | None:
    """The drawing of an environment; None if it cannot be rendered."""
    found = _drawings.get(env_type) or _look_for_drawing(env_type)
    if found is not None:  # else its package may be installed later
        _drawings[env_type] = found
    return found


def _look_for_drawing(env_type: NativeEnvType) -> Drawing | None:
    family = registry.family_of(env_type.id)
    drawing = family.picture(env_type)
    if drawing is None and own_picture.has_picture(env_type.spec({})):
        return own_picture.drawing(family.picture_fps)
    return drawing


def render_metadata(env_type: NativeEnvType) -> dict[str, Any]:
    """``render_modes`` and, if there are any, ``render_fps``."""
    drawing = find_drawing(env_type)
    if drawing is None:
        return {"render_modes": []}
    return {"render_modes": list(drawing.modes), "render_fps": drawing.fps}


def render_keywords(env_type: NativeEnvType) -> tuple[str, ...]:
    """The options of an environment that affect only rendering."""
    drawing = find_drawing(env_type)
    return () if drawing is None else drawing.keywords


def check_render_keywords(env_type: NativeEnvType, given: Mapping[str, Any]) -> None:
    """Refuses invalid rendering options.

    Raises:
        TypeError, ValueError: the message names the option.
    """
    drawing = find_drawing(env_type)
    if drawing is not None:
        drawing.check(given)


class View:
    """Renders the rows of a pool.

    Args:
        env_type: the facts of the environments.
        mode: a render mode, or None.
        arguments: the constructor arguments of the reference.

    Attributes:
        mode: the render mode.

    Raises:
        ValueError: the environment has no such render mode; the message lists those it has.
        RuntimeError: a window was asked for, and there is no screen.
    """

    def __init__(
        self, env_type: NativeEnvType, mode: str | None, arguments: Mapping[str, Any]
    ) -> None:
        """See the class."""
        self.mode = mode
        self._arguments = arguments
        self._id = env_type.id
        self._drawing = find_drawing(env_type)
        self._renderer: Renderer | None = None
        self._own_renderers: dict[str, Renderer] = {}
        self._own_options: Callable[[int], Mapping[str, object] | None] = lambda env_id: None
        self._pool: NativePool | None = None
        self._window: PoolInWindow | None = None
        self._collection: collection.CollectingPool | None = None
        self._num_envs = 0
        modes = self._drawing.modes if self._drawing is not None else ()
        lists = [mode + collection.SUFFIX for mode in modes if mode != "human"]
        if mode is not None and mode not in modes and mode not in lists:
            known = ", ".join([*map(repr, modes), "None"])
            raise ValueError(f"{env_type.id}: render_mode must be one of {known}, got {mode!r}")
        if mode == "human":
            require_screen()

    def attach(
        self, pool: NativePool, own_options: Callable[[int], Mapping[str, object] | None]
    ) -> NativePool:
        """Sets the pool whose rows are rendered.

        Args:
            pool: the pool.
            own_options: the options of an environment that has others than the pool, or None.

        Returns:
            The pool to call from now on.
        """
        if self._drawing is None or self.mode is None:
            return pool
        self._num_envs = pool.num_envs
        self._pool, self._own_options = pool, own_options
        self._renderer = make_renderer(
            pool, self._drawing, self.mode.removesuffix(collection.SUFFIX), self._arguments
        )
        if self.mode == "human":
            self._window = PoolInWindow(pool, self._renderer)
            return cast(NativePool, self._window)
        if self.mode.endswith(collection.SUFFIX):
            self._collection = collection.CollectingPool(pool, self._renderer)
            return cast(NativePool, self._collection)
        return pool

    @property
    def has_one_reference(self) -> bool:
        """Whether one reference draws all rows, so that no environment may have other options."""
        mode = self.mode or ""
        return mode == "human" or mode.endswith(collection.SUFFIX)

    def render(self, env_ids: Sequence[int] | None) -> tuple[Any, ...] | None:
        """The frames of environments, which exist; None: of all. See `PoolMembers.render`."""
        if self._renderer is None:
            gymnasium.logger.warn(
                f"{self._id}: render() needs a render mode; choose one when you make the "
                f'environment: make("{registry.gymnasium_id(self._id)}", '
                'render_mode="rgb_array")'
            )
            return None
        if self._window is not None:
            self._show(env_ids, self._window, self._renderer)
            return None
        ids = range(self._num_envs) if env_ids is None else env_ids
        if self._collection is not None:
            return self._collection.take(ids)
        if len(ids) == 1:
            return (self._renderer_of(ids[0], self._renderer).draw(ids[0]),)
        groups: dict[Renderer, list[int]] = {}
        for place, env_id in enumerate(ids):
            groups.setdefault(self._renderer_of(env_id, self._renderer), []).append(place)
        frames: list[Any] = [None] * len(ids)
        for renderer, places in groups.items():
            drawn = renderer.draw_all([ids[place] for place in places])
            for place, frame in zip(places, drawn, strict=True):
                frames[place] = frame
        return tuple(frames)

    def _renderer_of(self, env_id: int, usual: Renderer) -> Renderer:
        """Another one for each set of options, since references are made with them."""
        own = self._own_options(env_id)
        if own is None or self._drawing is None or self._pool is None or self.mode is None:
            return usual
        key = repr(sorted(own.items()))
        if key not in self._own_renderers:
            if len(self._own_renderers) >= _MOST_RENDERERS:
                self._own_renderers.pop(next(iter(self._own_renderers))).close()
            shown = self._drawing.keywords
            look = {name: self._arguments[name] for name in shown if name in self._arguments}
            self._own_renderers[key] = make_renderer(
                self._pool, self._drawing, self.mode, {**own, **look}
            )
        return self._own_renderers[key]

    def _show(
        self, env_ids: Sequence[int] | None, window: PoolInWindow, renderer: Renderer
    ) -> None:
        if env_ids is not None and len(env_ids) != 1:
            raise ValueError(
                f"render_mode 'human' shows one environment, got {len(env_ids)} env_ids"
            )
        chosen = window.shown if env_ids is None else env_ids[0]
        renderer.draw(chosen)
        window.shown = chosen

    def close(self) -> None:
        """Closes the window."""
        for renderer in filter(None, (self._renderer, *self._own_renderers.values())):
            renderer.close()
