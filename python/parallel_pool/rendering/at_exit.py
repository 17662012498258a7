# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frees what libraries draw into before they shut down."""

from __future__ import annotations

import atexit
import contextlib
import os
import weakref
from collections.abc import Callable
from typing import Any

_Closing = tuple[Callable[[Any], None], int]  # the call, and the process that may make it
_open: weakref.WeakKeyDictionary[Any, _Closing] = weakref.WeakKeyDictionary()


def close_at_exit(owner: Any, close: Callable[[Any], None]) -> None:
    """Closes an object before this process ends, if it still exists.

    Later, OpenGL is gone, and each remaining context prints an error. Call this after the first
    picture: what is registered last runs first, and by then, all libraries are loaded.

    Args:
        owner: the object.
        close: called with it.
    """
    _open[owner] = close, os.getpid()
    atexit.unregister(_close_all)
    atexit.register(_close_all)


def _close_all() -> None:
    for owner, (close, process) in list(_open.items()):
        if process == os.getpid():
            with contextlib.suppress(Exception):  # the others are closed in any case
                close(owner)
