# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Keeps MuJoCo's package from printing warnings and writing them into a file."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Protocol

from parallel_pool.shared.mujoco.library import library


class Listener(Protocol):
    """A family's extension module."""

    def listen(self, library: str, call: Callable[[], object]) -> tuple[object, list[str]]:
        """Calls, and returns the result and what the library in this file warned of.

        Afterwards, the thread has the same EGL context as before.
        """


def with_warnings(engine: Listener, call: Callable[[], Any]) -> Any:
    """Makes a call, in which each warning of MuJoCo becomes a RuntimeWarning."""
    result, texts = engine.listen(library().file, call)
    for text in texts:
        warnings.warn(f"MuJoCo: {text}", RuntimeWarning, stacklevel=2)
    return result


def without_warnings(engine: Listener, call: Callable[[], Any]) -> Any:
    """Makes a call whose warnings were told before, or are of no use to anybody."""
    return engine.listen(library().file, call)[0]
