# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The console that commands print tables to."""

from __future__ import annotations

from rich.console import Console

_WIDE = 10_000


def open_console() -> Console:
    """Returns a console as wide as the terminal; in a pipe or a file nothing is cut or wrapped."""
    console = Console()
    return console if console.is_terminal else Console(width=_WIDE)
