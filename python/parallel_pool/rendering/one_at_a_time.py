# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Keeps the threads of a program out of each other's pictures."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Any

from parallel_pool.drawing import Renderer
from parallel_pool.errors import ConcurrentCallError, PoolError
from parallel_pool.rendering.at_exit import close_at_exit


class OneAtATime:
    """A renderer that one call uses at a time.

    If it is closed meanwhile, by another thread or a signal handler, the call that draws closes it
    in the end. If an exception ends a call, for example from a signal handler, the next call
    makes anew what was left half done.

    Args:
        renderer: it.
    """

    def __init__(self, renderer: Renderer) -> None:
        """See the class."""
        self._renderer = renderer
        self._lock = threading.RLock()  # as signal handlers may call this, too
        self._user: object = None  # the call that uses the renderer
        self._is_closed = self._has_drawn = False

    def draw(self, env_id: int) -> Any:
        """See `Renderer`; raises ConcurrentCallError while another call draws."""
        return self._use(lambda: self._renderer.draw(env_id))

    def draw_all(self, env_ids: Iterable[int]) -> tuple[Any, ...]:
        """See `draw`."""
        pictures: tuple[Any, ...] = self._use(lambda: self._renderer.draw_all(env_ids))
        return pictures

    def close(self) -> None:
        """Frees what pictures are drawn in, once nobody draws."""
        self._is_closed = True
        with contextlib.suppress(ConcurrentCallError):
            self._use(self._renderer.close)

    def _use(self, use: Callable[[], Any]) -> Any:
        call = object()
        try:
            with self._lock:
                is_free = self._user is None
                if is_free:
                    self._user = call
            if not is_free:
                raise ConcurrentCallError("render() was called during another call that draws")
            result = use()
            if not self._has_drawn and not self._is_closed:
                self._has_drawn = True
                close_at_exit(self, OneAtATime.close)
            return result
        except PoolError:
            raise
        except BaseException:
            if self._user is call:
                with contextlib.suppress(Exception):
                    self._renderer.close()
            raise
        finally:
            if self._user is call:
                self._user = None
                if self._is_closed and use != self._renderer.close:
                    self.close()
