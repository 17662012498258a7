# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Runs a test's body in a fresh interpreter, where a crash, a hang or noise at exit is seen.

    @isolated
    def test_something() -> None:
        ...

The interpreter runs with ``-X faulthandler -W error`` and must end by itself, in time, with exit
code 0 and nothing on stderr. Otherwise the test fails and shows all that the process wrote; a
process that hangs is aborted, so that faulthandler says where each of its threads was.
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
_HERE = Path(__file__).parent
_PATH = [str(_HERE), str(_HERE.parent)]


@dataclass(frozen=True)
class Outcome:
    """How a process ended."""

    returncode: int
    stdout: str
    stderr: str
    timed_out: bool = False

    @property
    def trouble(self) -> str | None:
        """What went wrong, or None if nothing did."""
        if self.timed_out:
            return "it hung and was aborted"
        if self.returncode < 0:
            return f"it was killed by {signal.Signals(-self.returncode).name}"
        if self.returncode > 0:
            return f"its exit code is {self.returncode}"
        return "it wrote to stderr" if self.stderr else None

    def check(self) -> str:
        """What the process wrote to stdout; fails unless it ended well."""
        if self.trouble is not None:
            pytest.fail(
                f"{self.trouble}\n--- stdout\n{self.stdout}--- stderr\n{self.stderr}", False
            )
        return self.stdout


def run_code(code: str, timeout: float = TIMEOUT_S, flags: tuple[str, ...] = ()) -> Outcome:
    """Runs Python code in a fresh interpreter that finds the tests' modules."""
    code = f"import sys; sys.path[:0] = {_PATH!r}\n{code}"
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
        module, name = Path(inspect.getfile(test)).stem, test.__name__

        @functools.wraps(test)
        def run(**arguments: Any) -> None:
            call = f"isolation.body({module!r}, {name!r})(**{arguments!r})"
            run_code(f"import isolation, {module}\n{call}", timeout).check()

        return run

    return decorate


isolated = isolated_for(TIMEOUT_S)


def body(module: str, name: str) -> Callable[..., None]:
    """The undecorated function of a decorated one; for the child process.

    Ctrl-C is an exception there, even if who started the tests ignores it, as shells do for what
    they run in the background.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    function: Callable[..., None] = inspect.unwrap(getattr(sys.modules[module], name))
    return function
