# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A soak notices twins that differ, workers that die, and memory that grows."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.driver import Driver
from tests.soak import sessions
from tests.soak.__main__ import Report, Worker, listen, soak


@pytest.mark.parametrize(
    "kind", [pytest.param("native_twins", marks=pytest.mark.slow), "bad_calls"]
)
def test_sessions_of_every_family(kind: str) -> None:
    for family in sessions.ids_that_run():
        counts: Counter[str] = Counter()
        getattr(sessions, kind)(family, random.Random(f"{family} 3"), counts)
        assert counts.total() > 0


def test_killed_workers_are_replaced() -> None:
    counts: Counter[str] = Counter()
    for number in range(3):
        sessions.python_twins(random.Random(number), counts)
    assert counts["faults: workers killed"] > 0


def test_twins_that_differ_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Driver.run
    seeds = iter([1, 2])
    monkeypatch.setattr(Driver, "run", lambda self, tasks, seed: run(self, tasks, next(seeds)))
    monkeypatch.setattr(sessions, "ids_that_run", lambda: {"one": ["CartPole-v1"]})
    with pytest.raises(sessions.Mismatch, match="CartPole-v1"):
        sessions.native_twins("one", random.Random(1), Counter())


def test_a_worker_that_dies_is_blamed_on_its_session() -> None:
    report, worker = Report(seed=0), Worker(5)
    try:
        deadline = time.monotonic() + 60
        while not worker.session and time.monotonic() < deadline:
            listen(worker, report)
            time.sleep(0.01)
        assert worker.process.pid is not None
        os.kill(worker.process.pid, signal.SIGKILL)
        while listen(worker, report):
            time.sleep(0.01)
    finally:
        worker.process.kill()
    assert report.mismatches[-1]["failure"] == "exit code -9"
    assert report.mismatches[-1]["session"].startswith("5/")


def test_memory_has_a_ceiling(tmp_path: Path) -> None:
    report = soak(hours=4 / 3600, seed=1, jobs=1, gigabytes=0.001, out=tmp_path)
    assert report.mismatches[0]["failure"].endswith("MiB")
    written: dict[str, Any] = json.loads((tmp_path / "soak.json").read_text())
    assert written["memory"]
