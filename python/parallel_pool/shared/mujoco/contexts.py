# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lets any thread draw with OpenGL."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from parallel_pool.shared.mujoco.messages import Listener, without_warnings


@contextlib.contextmanager
def own_context() -> Iterator[None]:
    """Keeps an OpenGL context current in this thread only while something draws.

    No other thread could use or free a context that stayed current here. Afterwards, the context
    that the thread had before is current again. Inside it, draw through `with_warnings` or
    `without_warnings`, which do the same for EGL; OSMesa's contexts do not belong to threads.
    """
    window = _leave_window()
    _tell_dm_control()
    try:
        yield
    finally:
        _tell_dm_control()
        _leave_window()
        if window:
            sys.modules["glfw"].make_context_current(window)


def free(engine: Listener, call: Callable[[], Any]) -> None:
    """Frees what draws, in any thread."""
    with own_context():
        without_warnings(engine, call)


def _leave_window() -> Any:
    """Releases GLFW's context in this thread, if it has one; the window of that context."""
    glfw: Any = sys.modules.get("glfw")
    if glfw is None or "OpenGL.EGL" in sys.modules:
        return None
    reporting, glfw.ERROR_REPORTING = glfw.ERROR_REPORTING, False  # GLFW may not be initialized
    try:
        window = glfw.get_current_context()
    finally:
        glfw.ERROR_REPORTING = reporting
    if window:
        glfw.make_context_current(None)
    return window


def _tell_dm_control() -> None:
    """Clears dm_control's own record of this thread's current context."""
    base = sys.modules.get("dm_control._render.base")
    of_threads = getattr(base, "_CURRENT_CONTEXT_FOR_THREAD", {})
    of_contexts = getattr(base, "_CURRENT_THREAD_FOR_CONTEXT", {})
    thread = threading.current_thread()
    of_contexts.pop(of_threads.get(thread), None)
    of_threads.pop(thread, None)
