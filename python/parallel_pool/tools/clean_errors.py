# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Shows a user's mistake on the command line as one line instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import gymnasium
import typer

from parallel_pool import registry
from parallel_pool.errors import PoolError
from parallel_pool.native import NativeEnvType


class UsageError(Exception):
    """Options that do not go together, or name nothing."""


def check_writable(path: Path) -> None:
    """Refuses a file that could not be written after long work. What is in it stays.

    Raises:
        UsageError: the message says why.
    """
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
    is_new = not path.exists()
    try:
        with path.open("ab"):
            pass
        if is_new:
            path.unlink()
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def check_defaults(env_type: NativeEnvType) -> None:
    """Refuses an id that cannot be made without options, such as the name of a file."""
    try:
        env_type.spec({})
    except ValueError as error:
        raise UsageError(str(error)) from None


@contextmanager
def clean_errors() -> Iterator[None]:
    """Shows errors that the user can correct as one line, with exit code 2."""
    try:
        yield
    except BrokenPipeError:  # The reader of a pipe has left: the program ends without a word.
        raise
    except (UsageError, PoolError, OSError, gymnasium.error.DependencyNotInstalled) as error:
        text = str(error).replace(registry.ALL_IDS, "`parallel-pool list` lists all")
        typer.echo(f"error: {text}", err=True)
        raise typer.Exit(2) from None
