# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool that is watched: in mode ``"human"`` the window follows one environment by itself."""

from __future__ import annotations

import contextlib
from typing import Any

from parallel_pool._native import NativePool, ResetResult, StepResult
from parallel_pool.errors import InFlightError, ResetNeededError
from parallel_pool.rendering.row_renderer import RowRenderer


class WatchedPool:
    """A native pool whose results bring the window up to date, as a reference's own steps do.

    It stands between a face and the native pool, so that pools that nobody watches pay nothing.

    Attributes:
        shown: the environment in the window.
    """

    def __init__(self, pool: NativePool, renderer: RowRenderer) -> None:
        """See the class."""
        self._pool = pool
        self._renderer = renderer
        self.shown = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """The native pool's, and a look at the window."""
        result = self._pool.step(actions, env_id)
        self._look()
        return result

    def reset(self, *args: Any) -> ResetResult:
        """The native pool's, and a look at the window."""
        result = self._pool.reset(*args)
        self._look()
        return result

    def recv(self, timeout: float | None = None) -> StepResult:
        """The native pool's, and a look at the window."""
        result = self._pool.recv(timeout)
        self._look()
        return result

    def _look(self) -> None:
        # With nothing to show now, the window keeps what it has.
        with contextlib.suppress(InFlightError, ResetNeededError):
            self._renderer.draw(self.shown)
