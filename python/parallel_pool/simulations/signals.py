# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tells exceptions that a signal handler raised from those that a task raised."""

from __future__ import annotations

import contextlib
import inspect
import signal
import traceback
from types import CodeType, FrameType
from typing import Any


def is_of_handler(error: BaseException) -> bool:
    """Whether a signal handler raised this, or it is Ctrl-C, whose handler leaves no trace."""
    if isinstance(error, KeyboardInterrupt):
        return True
    codes: set[CodeType] | None = None
    interrupted = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if interrupted is not None:
            codes = _codes() if codes is None else codes
            if frame.f_code in codes or _was_given(frame, interrupted):
                return True
        interrupted = frame
    return False


def raise_of_handler(error: BaseException) -> None:
    """Raises it again if a signal handler has raised it."""
    if is_of_handler(error):
        raise error


def _was_given(frame: FrameType, interrupted: FrameType) -> bool:
    """Whether a function got a number and its caller's frame, as handlers do.

    The function may no longer be the handler of any signal.
    """
    arguments = inspect.getargvalues(frame)
    values = [arguments.locals.get(name) for name in arguments.args]
    values += arguments.locals.get(arguments.varargs or "", ())
    return any(value is interrupted for value in values)


def _codes() -> set[CodeType]:
    """The code of all handlers that are in Python."""
    codes: set[CodeType] = set()
    for number in signal.valid_signals():
        handler: Any = None
        with contextlib.suppress(ValueError, OSError):  # a signal that C handles
            handler = signal.getsignal(number)
        while hasattr(handler, "func"):  # of functools.partial
            handler = handler.func
        method = getattr(type(handler), "__call__", None)  # noqa: B004 - of an object's class
        found = [getattr(one, "__code__", None) for one in (handler, method)]
        codes |= {code for code in found if isinstance(code, CodeType)}
    return codes
