# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Keeps MuJoCo's package from printing warnings and writing them into a file."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from parallel_pool.families.mujoco import native
from parallel_pool.families.mujoco.library import library


def with_warnings(call: Callable[[], Any]) -> Any:
    """Makes a call, in which each warning of MuJoCo becomes a RuntimeWarning."""
    result, texts = native.listen(library().file, call)
    for text in texts:
        warnings.warn(f"MuJoCo: {text}", RuntimeWarning, stacklevel=2)
    return result


def without_warnings(call: Callable[[], Any]) -> Any:
    """Makes a call whose warnings were told before, or are of no use to anybody."""
    return native.listen(library().file, call)[0]
