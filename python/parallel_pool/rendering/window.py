# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Mode ``"human"``: a window that follows one environment of a pool."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from parallel_pool.drawing import Renderer
from parallel_pool.errors import InFlightError, ResetNeededError
from parallel_pool.native import NativePool, StepResult
from parallel_pool.rendering.watched_pool import WatchedPool


def has_no_screen() -> bool:
    """Whether no program of this session can open a window."""
    return sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & {*os.environ}


def require_screen() -> None:
    """Refuses a window that nobody could see, unless the user chose a driver that shows nothing.

    Raises:
        RuntimeError: there is no screen.
    """
    if has_no_screen() and "SDL_VIDEODRIVER" not in os.environ:
        raise RuntimeError(
            "render_mode 'human' opens a window, and there is no screen: neither DISPLAY nor "
            "WAYLAND_DISPLAY is set; use 'rgb_array', or set SDL_VIDEODRIVER to 'dummy'"
        )


class PoolInWindow(WatchedPool):
    """A native pool that updates the window with each result.

    Attributes:
        shown: the env id in the window.
    """

    def __init__(self, pool: NativePool, renderer: Renderer) -> None:
        """See the class."""
        super().__init__(pool)
        self._renderer = renderer
        self.shown = 0

    def _look_at_step(self, result: StepResult) -> None:
        self._look()

    def _look_at_reset(self, env_id: Any) -> None:
        self._look()

    def _look(self) -> None:
        # If there is nothing to show now, the window keeps its frame.
        with contextlib.suppress(InFlightError, ResetNeededError):
            self._renderer.draw(self.shown)
