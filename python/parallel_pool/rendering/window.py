# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Mode ``"human"``: a window that follows one environment of a pool."""

from __future__ import annotations

import contextlib
from typing import Any

from parallel_pool.errors import InFlightError, ResetNeededError
from parallel_pool.pool.native import NativePool, ResetResult, StepResult
from parallel_pool.rendering.row_renderer import RowRenderer


class WatchedPool:
    """A native pool that updates the window with each result, as the steps of a reference do.

    It stands between a face and the native pool; pools without a window do without it.

    Attributes:
        shown: the env id in the window.
    """

    def __init__(self, pool: NativePool, renderer: RowRenderer) -> None:
        """See the class."""
        self._pool = pool
        self._renderer = renderer
        self.shown = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """Calls the native pool and updates the window."""
        result = self._pool.step(actions, env_id)
        self._look()
        return result

    def reset(self, *args: Any) -> ResetResult:
        """Calls the native pool and updates the window."""
        result = self._pool.reset(*args)
        self._look()
        return result

    def recv(self, timeout: float | None = None) -> StepResult:
        """Calls the native pool and updates the window."""
        result = self._pool.recv(timeout)
        self._look()
        return result

    def _look(self) -> None:
        # If there is nothing to show now, the window keeps its frame.
        with contextlib.suppress(InFlightError, ResetNeededError):
            self._renderer.draw(self.shown)
