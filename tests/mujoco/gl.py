# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What tests of frames drawn by OpenGL share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest


def skip_unless_drawn(draw: Callable[[], object]) -> None:
    """Draws once; without a screen and without EGL that raises."""
    try:
        draw()
    except (AttributeError, ImportError, RuntimeError) as error:
        pytest.skip(f"OpenGL cannot be used without a screen: {error}")


def assert_any_thread_draws(make: Callable[[], Any]) -> None:
    """Two pools of `make` look alike in all threads, and may be closed in any.

    The caller's own context, which is current in its thread, stays so.
    """
    from mujoco.egl import GLContext
    from OpenGL import EGL

    def draw(envs: Any) -> np.ndarray:
        return np.stack(envs.render())

    own = GLContext(8, 8)
    own.make_current()
    with ThreadPoolExecutor(1) as other:
        first, second = make(), make()
        wanted = draw(first)
        assert np.ptp(wanted) > 0
        for envs in (first, second, first, second):
            assert np.array_equal(other.submit(draw, envs).result(), wanted)
            assert np.array_equal(draw(envs), wanted)
        other.submit(first.close).result()
        assert np.array_equal(draw(second), wanted)
        second.close()
    assert EGL.eglGetCurrentContext().address == own._context.address
    own.free()
