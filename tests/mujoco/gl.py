# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Skips tests that draw where there is no OpenGL."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def skip_unless_drawn(draw: Callable[[], object]) -> None:
    """Draws once; without a screen and without EGL that raises."""
    try:
        draw()
    except (AttributeError, ImportError, RuntimeError) as error:
        pytest.skip(f"OpenGL cannot be used without a screen: {error}")
