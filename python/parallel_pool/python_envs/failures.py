# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Exceptions of environments on their way from a worker to the caller."""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from parallel_pool.errors import PoolError


class WorkerTraceback(Exception):  # noqa: N818 - it is shown as the cause of another exception
    """The traceback of an exception in a worker process, as text."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


def describe_failure(error: BaseException) -> tuple[str, bytes | None]:
    """An exception as text, and pickled if it can be.

    Args:
        error: what an environment threw.

    Returns:
        Its type, message and traceback, and its pickle or None.
    """
    try:
        lines = traceback.format_exception(error)
    except Exception:  # an exception whose own text cannot be had
        lines = [type(error).__name__]
    text = f"{lines[-1].strip()} (worker process {os.getpid()})\n{''.join(lines)}".rstrip()
    try:
        return text, pickle.dumps(error)
    except Exception:
        return text, None


def load_exception(pickled: bytes | None) -> BaseException | None:
    """The exception behind a pickle; None if it cannot be had in this process."""
    if pickled is None:
        return None
    try:
        error = pickle.loads(pickled)
    except BaseException:  # its constructor may want other arguments, or its module be missing here
        if returns_elsewhere(lambda: pickle.loads(pickled)):
            raise
        return None
    return error if isinstance(error, BaseException) else None


def raise_failure(text: str, pickled: bytes | None) -> NoReturn:
    """Raises what an environment raised outside of its steps; see `describe_failure`.

    Raises:
        Exception: that, with the worker's traceback as its cause.
        PoolError: it cannot be had in this process, or would end it.
    """
    error = load_exception(pickled)
    cause = WorkerTraceback(text)
    raise (error if isinstance(error, Exception) else PoolError(text)) from cause


def load_result(pickled: bytes, env_id: int) -> Any:
    """What an environment's worker has answered.

    Raises:
        PoolError: it cannot be unpickled in this process.
    """
    try:
        return pickle.loads(pickled)
    except BaseException as error:
        if returns_elsewhere(lambda: pickle.loads(pickled)):
            raise
        raise PoolError(
            f"env id {env_id}: the result cannot be unpickled in this process: {in_words(error)}"
        ) from error


def in_words(error: BaseException) -> str:
    """An exception in a line."""
    try:
        return repr(error)
    except BaseException:  # of its own
        return type(error).__name__


def returns_elsewhere(function: Callable[[], object]) -> bool:
    """Whether a function that has raised returns in another thread.

    No signal handlers run there, so if it does, one of these raised and not the function.
    """
    returned = []

    def call() -> None:
        with contextlib.suppress(BaseException):
            function()
            returned.append(True)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join()
    return bool(returned)
