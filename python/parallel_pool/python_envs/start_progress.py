# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Shows on a terminal how many workers have made their environments, where that takes long."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TextIO

_AFTER_SECONDS = 3.0
_CLEAR = "\r\x1b[K"


class StartProgress:
    """A line on the terminal while workers start; a context manager that removes it."""

    def __init__(
        self, total: int, stream: TextIO | None = None, after: float = _AFTER_SECONDS
    ) -> None:
        """Shows nothing yet.

        Args:
            total: the number of workers.
            stream: where the line is shown, if that is a terminal; None: the standard error.
            after: seconds before the line is shown.
        """
        self._total = total
        self._stream = sys.stderr if stream is None else stream
        self._start = time.monotonic() + after
        self._shown = ""

    def show(self, ready: int) -> None:
        """Says how many workers are ready."""
        if time.monotonic() < self._start or self._stream is None or not self._stream.isatty():
            return
        text = f"parallel_pool: {ready} of {self._total} workers have made their environments"
        if text != self._shown:
            self._stream.write(f"{_CLEAR}{text}")
            self._stream.flush()
            self._shown = text

    def __enter__(self) -> StartProgress:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Removes the line."""
        if self._shown:
            self._stream.write(_CLEAR)
            self._stream.flush()
