# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ctrl-C ends a call where it waits, and nowhere else, so that the next call finds all in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Interrupts:
    """Holds back SIGINT for a pool; only the main thread gets it."""

    def __init__(self) -> None:
        """Nothing is held back."""
        self._handler: Any = None  # of the program; None while it is in force
        self._held: tuple[Any, ...] | None = None  # what the handler is called with later

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds SIGINT back until the end, or until `let` lets it through."""
        handler = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or not callable(handler):
            yield
            return
        outer, self._handler = self._handler, handler  # a handler may call the pool as well
        signal.signal(signal.SIGINT, self._hold)
        try:
            yield
        finally:
            self._handler = outer
            signal.signal(signal.SIGINT, handler)
            self._deliver(handler)

    @contextmanager
    def let(self) -> Iterator[None]:
        """Lets SIGINT end what is done meanwhile, within `held`."""
        handler = self._handler
        if handler is None or threading.current_thread() is not threading.main_thread():
            yield
            return
        signal.signal(signal.SIGINT, handler)
        try:
            self._deliver(handler)
            yield
        finally:
            signal.signal(signal.SIGINT, self._hold)

    def _hold(self, *arguments: Any) -> None:
        self._held = arguments

    def _deliver(self, handler: Any) -> None:
        held, self._held = self._held, None
        if held is not None:
            handler(*held)
