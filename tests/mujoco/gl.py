# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What tests of frames drawn by OpenGL share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import parallel_pool
import pytest


def skip_unless_drawn(draw: Callable[[], object]) -> None:
    """Draws once; without a screen and without EGL that raises."""
    try:
        draw()
    except (AttributeError, ImportError, RuntimeError) as error:
        pytest.skip(f"OpenGL cannot be used without a screen: {error}")


def assert_any_thread_draws(id: str, **look: int) -> None:
    """Two pools look alike in all threads, and may be closed in any.

    The caller's own context, which is current in its thread, stays so.
    """
    from mujoco.egl import GLContext
    from OpenGL import EGL

    def make() -> parallel_pool.PoolVectorEnv:
        envs = parallel_pool.make(id, num_envs=2, seed=0, render_mode="rgb_array", **look)
        envs.reset()
        return envs

    def draw(envs: parallel_pool.PoolVectorEnv) -> np.ndarray:
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
