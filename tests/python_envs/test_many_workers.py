# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools with many workers start, and say how far they are."""

from __future__ import annotations

import io

import parallel_pool
import pytest
from parallel_pool.python_envs import worker_set
from parallel_pool.python_envs.start_progress import StartProgress

from tests.python_envs.toy_envs import Obedient


def test_requests_that_fill_the_starter_s_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has the environment variables; what did not fit at once was never written."""
    monkeypatch.setattr(worker_set, "_START_SECONDS", 20.0)
    monkeypatch.setenv("LONG", "x" * 100_000)
    with parallel_pool.make_python(Obedient, 8, num_workers=8) as envs:
        assert len({*envs.call("pid")}) == 8


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress() -> None:
    terminal, file = Terminal(), io.StringIO()
    for stream, after in ((file, 0.0), (terminal, 60.0)):
        with StartProgress(64, stream, after) as progress:
            progress.show(3)
        assert stream.getvalue() == ""
    with StartProgress(64, terminal, 0.0) as progress:
        progress.show(3)
        progress.show(3)
    said = "parallel_pool: 3 of 64 workers have made their environments"
    assert terminal.getvalue() == f"\r\x1b[K{said}\r\x1b[K"
