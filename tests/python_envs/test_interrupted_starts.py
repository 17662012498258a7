# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A signal handler that raises while a process is started or ended leaves no file and no child.

Python runs signal handlers between instructions: where a function begins, where a loop goes back,
and after a call. Each test raises at each of these points in turn.
"""

from __future__ import annotations

import dis
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from parallel_pool.python_envs import processes

from tests.robustness.isolation import isolated
from tests.robustness.process_facts import eventually
from tests.soak.sessions import open_files

# Where handlers may run within what starts and ends processes.
FOLDERS = ("/parallel_pool/python_envs/", "/socket.py", "/subprocess.py")


class Raised(Exception):  # noqa: N818 - by the handler
    pass


@cache
def instructions(code: CodeType) -> dict[int, str]:
    return {one.offset: one.opname for one in dis.get_instructions(code)}


class Handler:
    """Raises at one of the points where a handler may run.

    Attributes:
        count: the points that were passed.
        where: it has raised.
    """

    def __init__(self, point: int, folders: Sequence[str] = FOLDERS) -> None:
        self.point = point
        self._folders = folders
        self.count = 0
        self.where = ""
        self._process = os.getpid()
        self._last: dict[FrameType, str] = {}

    def __call__(self, frame: FrameType, event: str, value: Any) -> Any:
        ours = any(folder in frame.f_code.co_filename for folder in self._folders)
        if not ours or os.getpid() != self._process:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._trace

    def _trace(self, frame: FrameType, event: str, value: Any) -> Any:
        if event == "opcode":
            now = instructions(frame.f_code).get(frame.f_lasti, "")
            before = self._last.get(frame, "")
            self._last[frame] = now
            returned = before.startswith("CALL") and now != "PUSH_EXC_INFO"
            if now in ("RESUME", "JUMP_BACKWARD") or returned:
                self.count += 1
                if self.count == self.point:
                    self.where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                    sys.settrace(None)
                    raise Raised
        return self._trace


def children() -> set[int]:
    """Those of this process, those that nobody has waited for included."""
    return {*map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())}


def points(action: Callable[[], None]) -> Iterator[tuple[str, dict[int, str]]]:
    """Runs an action once for each point, and gives the point and the files that are left."""
    for point in range(1, 10_000):
        handler, before = Handler(point), open_files()
        try:
            sys.settrace(handler)
            action()
        except Raised:
            pass
        finally:
            sys.settrace(None)
        where = handler.where
        del handler
        gc.collect()
        if not where:
            return
        # A worker's thread may be importing something at this moment.
        eventually(lambda known=before: open_files().keys() <= known.keys())  # type: ignore[misc]
        yield where, {i: file for i, file in open_files().items() if i not in before}


def start_and_end(method: str) -> None:
    worker = processes.start_worker(method, [])
    worker.kill()
    worker.reap()


def start_a_starter() -> None:
    processes.Starter().close()


@pytest.mark.parametrize("what", ["starter", "fork", "thread", "a starter itself"])
@isolated
def test_nothing_is_left(what: str) -> None:
    action = start_a_starter if what == "a starter itself" else partial(start_and_end, what)
    if what != "a starter itself":
        action()  # imports, and starts the starter
    others, tried = children(), 0
    for where, files in points(action):
        tried += 1
        assert not files, (where, files)
        assert eventually(lambda: children() <= others), where
    assert tried > 10
