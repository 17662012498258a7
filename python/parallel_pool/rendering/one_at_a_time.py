# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Keeps the threads of a program out of each other's pictures."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator
from typing import Any

from parallel_pool.drawing import Renderer
from parallel_pool.errors import ConcurrentCallError
from parallel_pool.rendering.at_exit import close_at_exit


class OneAtATime:
    """A renderer that one call uses at a time.

    If it is closed meanwhile, by another thread or a signal handler, the call that draws closes it
    in the end: what draws may belong to its thread, as OpenGL's contexts do.

    Args:
        renderer: it.
    """

    def __init__(self, renderer: Renderer) -> None:
        """See the class."""
        self._renderer = renderer
        self._lock = threading.Lock()
        self._is_closed = self._has_drawn = False

    def draw(self, env_id: int) -> Any:
        """See `Renderer`; raises ConcurrentCallError while another call draws."""
        with self._drawing():
            return self._renderer.draw(env_id)

    def draw_all(self, env_ids: Iterable[int]) -> tuple[Any, ...]:
        """See `draw`."""
        with self._drawing():
            return self._renderer.draw_all(env_ids)

    def close(self) -> None:
        """Frees what pictures are drawn in, once nobody draws."""
        self._is_closed = True
        if self._lock.acquire(blocking=False):
            try:
                self._renderer.close()
            finally:
                self._lock.release()

    @contextlib.contextmanager
    def _drawing(self) -> Iterator[None]:
        if not self._lock.acquire(blocking=False):
            raise ConcurrentCallError("render() was called during another call that draws")
        try:
            yield
            if not self._has_drawn:
                self._has_drawn = True
                close_at_exit(self, OneAtATime.close)
        finally:
            self._lock.release()
            if self._is_closed:
                self.close()
