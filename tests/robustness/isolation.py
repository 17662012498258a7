# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Runs a test in a fresh interpreter, which reveals crashes, hangs and output at exit.

    @isolated
    def test_something() -> None:
        ...

The interpreter runs with ``-X faulthandler -W error`` and must end by itself, in time, with exit
code 0 and nothing on stderr. Otherwise the test fails and shows the output of the process. A
process that hangs is aborted, so that faulthandler shows where each of its threads was.
"""

from __future__ import annotations

import functools
import inspect
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

TIMEOUT_S = 60.0
_ROOT = str(Path(__file__).parents[2])


@dataclass(frozen=True)
class Outcome:
    """How a process ended."""

    returncode: int
    stdout: str
    stderr: str
    timed_out: bool = False

    @property
    def trouble(self) -> str | None:
        """What went wrong, or None."""
        if self.timed_out:
            return "it hung and was aborted"
        if self.returncode < 0:
            return f"it was killed by {signal.Signals(-self.returncode).name}"
        if self.returncode > 0:
            return f"its exit code is {self.returncode}"
        return "it wrote to stderr" if self.stderr else None

    def check(self) -> str:
        """The stdout of the process; fails unless the process ended well."""
        if self.trouble is not None:
            pytest.fail(
                f"{self.trouble}\n--- stdout\n{self.stdout}--- stderr\n{self.stderr}", False
            )
        return self.stdout


def run_code(code: str, timeout: float = TIMEOUT_S, flags: tuple[str, ...] = ()) -> Outcome:
    """Runs Python code in a fresh interpreter that finds the tests' modules."""
    code = f"import sys; sys.path[:0] = [{_ROOT!r}]\n{code}"
    command = [sys.executable, "-X", "faulthandler", "-W", "error", *flags, "-c", code]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        try:
            out, err = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        return Outcome(process.returncode, out, err, timed_out=True)
    return Outcome(process.returncode, out, err)


def isolated_for(timeout: float) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorates a test whose arguments, if any, are literals (numbers, strings, lists of them)."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        module, name = test.__module__, test.__name__

        @functools.wraps(test)
        def run(**arguments: Any) -> None:
            call = f"isolation.body({module!r}, {name!r})(**{arguments!r})"
            run_code(
                f"from tests.robustness import isolation\nimport {module}\n{call}", timeout
            ).check()

        return run

    return decorate


isolated = isolated_for(TIMEOUT_S)


def body(module: str, name: str) -> Callable[..., None]:
    """The undecorated function of a decorated one; for the child process.

    Ctrl-C raises an exception there, even if the parent process ignores it, as shells do for
    background jobs.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    function: Callable[..., None] = inspect.unwrap(getattr(sys.modules[module], name))
    return function
