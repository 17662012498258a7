# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Sends what libraries print to a log file, so that the terminal shows the demo alone."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO


@contextlib.contextmanager
def quiet(folder: Path, log: Path) -> Iterator[TextIO]:
    """Redirects standard output and error of this process and its children.

    Args:
        folder: the current folder meanwhile, for libraries that write files of their own.
        log: the file, which is written anew.

    Yields:
        The standard output of before.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    before = Path.cwd()
    kept = os.dup(1), os.dup(2)
    with (
        log.open("w", buffering=1) as file,
        os.fdopen(os.dup(kept[0]), "w", encoding="utf-8") as terminal,
    ):
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(file), contextlib.redirect_stderr(file):
                yield terminal
        finally:
            os.chdir(before)
            for number, descriptor in enumerate(kept, 1):
                os.dup2(descriptor, number)
                os.close(descriptor)
