# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lets any thread draw by OpenGL."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any


@contextlib.contextmanager
def own_context() -> Iterator[None]:
    """Keeps an OpenGL context current in this thread only while something draws.

    No other thread could use or free a context that stayed current here. Afterwards, the context
    that the thread had before is current again.
    """
    bring_back = _take()
    try:
        yield
    finally:
        _take()
        _tell_dm_control()
        bring_back()


def _take() -> Callable[[], object]:
    """Leaves the thread without a context; what it returns brings back the one that it had.

    OSMesa's contexts do not belong to threads.
    """
    egl: Any = sys.modules.get("OpenGL.EGL")
    if egl is not None and (context := egl.eglGetCurrentContext()):
        display, none = egl.eglGetCurrentDisplay(), egl.EGL_NO_SURFACE
        surfaces = [egl.eglGetCurrentSurface(kind) for kind in (egl.EGL_DRAW, egl.EGL_READ)]
        egl.eglMakeCurrent(display, none, none, egl.EGL_NO_CONTEXT)
        return partial(egl.eglMakeCurrent, display, *surfaces, context)
    glfw: Any = sys.modules.get("glfw")
    if glfw is not None and (window := _window(glfw)):
        glfw.make_context_current(None)
        return partial(glfw.make_context_current, window)
    return lambda: None


def _window(glfw: Any) -> Any:
    """The window whose context is current in the thread, if any; GLFW may not have started."""
    reporting, glfw.ERROR_REPORTING = glfw.ERROR_REPORTING, False
    try:
        return glfw.get_current_context()
    finally:
        glfw.ERROR_REPORTING = reporting


def _tell_dm_control() -> None:
    """Clears what dm_control has noted of this thread, as it keeps its own account."""
    base = sys.modules.get("dm_control._render.base")
    of_threads = getattr(base, "_CURRENT_CONTEXT_FOR_THREAD", {})
    of_contexts = getattr(base, "_CURRENT_THREAD_FOR_CONTEXT", {})
    of_contexts.pop(of_threads.pop(threading.current_thread(), None), None)
