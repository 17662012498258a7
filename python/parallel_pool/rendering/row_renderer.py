# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws the environments of a pool with a single instance of their reference."""

from __future__ import annotations

import copy
import importlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium.envs.registration import load_env_creator
from gymnasium.error import DependencyNotInstalled

from parallel_pool._native import NativePool
from parallel_pool.rendering.drawing import Drawing, RenderState


class RowRenderer:
    """Puts one environment's state after the other into the reference, which draws it.

    The reference fills its surface anew for each picture and copies it out, so that one instance
    serves all rows.

    Args:
        pool: whose environments are drawn.
        drawing: how.
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

    def draw(self, env_id: int) -> Any:
        """The picture of one environment; None in mode ``"human"``, whose window shows it.

        Raises:
            InFlightError, ResetNeededError: the environment has nothing to show now.
            DependencyNotInstalled: pygame, or what else draws, is missing.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool can not be called.
        """
        return self._draw_state(self._read(env_id))

    def draw_all(self, env_ids: Iterable[int]) -> tuple[Any, ...]:
        """The picture of each environment, not in mode ``"human"``; raises as `draw` does.

        Environments that look the same are drawn once.
        """
        drawn: dict[bytes, Any] = {}
        pictures = []
        for env_id in env_ids:
            state = self._read(env_id)
            look = b"".join(np.asarray(value).tobytes() for value in state.values())
            known = drawn.get(look)
            if known is None:
                known = drawn[look] = self._draw_state(state)
            else:
                known = copy.deepcopy(known)
            pictures.append(known)
        return tuple(pictures)

    def _read(self, env_id: int) -> RenderState:
        return self._pool.render_state(env_id)

    def _draw_state(self, state: RenderState) -> Any:
        if self._reference is None:
            self._reference = self._make_reference(state)
        self._drawing.show(self._reference, state)
        return self._reference.render()

    def close(self) -> None:
        """Closes the window. Elsewhere nothing is open, and others may be using pygame."""
        if self._reference is not None and self._mode == "human":
            self._reference.close()
        self._reference = None

    def _make_reference(self, state: RenderState) -> Any:
        if self._mode not in self._drawing.without_packages:
            for package in self._drawing.packages:
                try:
                    importlib.import_module(package)
                except ImportError as error:
                    raise DependencyNotInstalled(
                        f'{package} is not installed, run `pip install "parallel_pool[render]"`'
                    ) from error
        creator = load_env_creator(self._drawing.reference)
        arguments = self._drawing.arguments(state)
        return creator(render_mode=self._mode, **self._arguments, **arguments)
