# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders the environments of a pool with a single instance of their reference."""

from __future__ import annotations

import copy
import importlib
from collections.abc import Iterable, Mapping
from typing import Any

from gymnasium.envs.registration import load_env_creator
from gymnasium.error import DependencyNotInstalled

from parallel_pool.drawing import Drawing, Renderer, RenderState
from parallel_pool.native import NativePool
from parallel_pool.rendering.one_at_a_time import OneAtATime

# Texts that are kept: the environments that have them know few states.
_MOST_TEXTS = 1024


class RowRenderer:
    """Copies the state of one environment after the other into the reference, which draws it.

    The reference fills its whole surface for each frame and returns a copy, so one instance serves
    all rows.

    Args:
        pool: the pool whose environments are rendered.
        drawing: describes the reference.
        mode: one of the drawing's modes.
        arguments: further arguments of the reference's constructor.
    """

    def __init__(
        self, pool: NativePool, drawing: Drawing, mode: str, arguments: Mapping[str, Any]
    ) -> None:
        """See the class."""
        self._pool = pool
        self._drawing = drawing
        self._mode = mode
        self._arguments = arguments
        self._reference: Any = None
        self._texts: dict[bytes, str] = {}  # by what the environment looks like

    def draw(self, env_id: int) -> Any:
        """Renders one environment. In mode ``"human"``, shows it in the window and returns None.

        Raises:
            InFlightError, ResetNeededError: the environment has nothing to show now.
            DependencyNotInstalled: a drawing library such as pygame is missing.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool cannot be called.
        """
        state = self._read(env_id)
        return self._draw_text(state) if self._mode == "ansi" else self._draw_state(state)

    def draw_all(self, env_ids: Iterable[int]) -> tuple[Any, ...]:
        """Renders each environment; not for mode ``"human"``. Raises as `draw` does.

        Environments that look the same are drawn once.
        """
        drawn: dict[bytes, Any] = {}
        pictures = []
        for env_id in env_ids:
            state = self._read(env_id)
            look = _look_of(state)
            known = drawn.get(look)
            if known is None:
                known = drawn[look] = self._draw_state(state)
            else:
                known = copy.deepcopy(known)
            pictures.append(known)
        return tuple(pictures)

    def _read(self, env_id: int) -> RenderState:
        return self._pool.render_state(env_id)

    def _draw_text(self, state: RenderState) -> Any:
        look = _look_of(state)
        known = self._texts.get(look)
        if known is not None:
            return known
        text = self._draw_state(state)
        if type(text) is str:
            if len(self._texts) == _MOST_TEXTS:
                self._texts.clear()
            self._texts[look] = text
        return text

    def _draw_state(self, state: RenderState) -> Any:
        if self._reference is None:
            self._reference = self._make_reference(state)
        self._drawing.show(self._reference, state)
        return self._reference.render()

    def close(self) -> None:
        """Closes the window. Other modes open nothing, and other code may be using pygame."""
        if self._reference is not None and self._mode == "human":
            self._reference.close()
        self._reference = None

    def _make_reference(self, state: RenderState) -> Any:
        require_packages(self._drawing, self._mode)
        creator = load_env_creator(self._drawing.reference)
        arguments = self._drawing.arguments(state)
        return creator(render_mode=self._mode, **self._arguments, **arguments)


def _look_of(state: RenderState) -> bytes:
    return b"".join(
        [_look_of(part) if type(part) is dict else part.tobytes() for part in state.values()]
    )


def require_packages(drawing: Drawing, mode: str) -> None:
    """Raises `DependencyNotInstalled` if a mode needs a package that is not installed."""
    if mode in drawing.without_packages:
        return
    for package in drawing.packages:
        try:
            importlib.import_module(package)
        except ImportError as error:
            raise DependencyNotInstalled(
                f'{package} is not installed, run `pip install "parallel_pool[{drawing.extra}]"`'
            ) from error


def make_renderer(
    pool: NativePool, drawing: Drawing, mode: str, options: Mapping[str, Any]
) -> Renderer:
    """The renderer of a pool's rows, in one of the drawing's modes, from the options given."""
    if drawing.make_renderer is not None:
        return OneAtATime(drawing.make_renderer(pool, drawing, mode, options))
    own = dict(options) if drawing.takes_options else {}
    return OneAtATime(RowRenderer(pool, drawing, mode, own))
