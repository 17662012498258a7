# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A soak notices twins that differ, workers that die, and memory that grows."""

from __future__ import annotations

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
from tests.soak.__main__ import Report, Worker, holdings, listen, soak, write


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("native_twins", marks=pytest.mark.slow),
        pytest.param("interrupted_calls", marks=pytest.mark.slow),
        "bad_calls",
    ],
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
    assert counts["processes killed"] > 0


def test_twins_that_differ_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Driver.run
    seeds = iter([1, 2])
    monkeypatch.setattr(Driver, "run", lambda self, tasks, seed: run(self, tasks, next(seeds)))
    monkeypatch.setattr(sessions, "ids_that_run", lambda: {"one": ["CartPole-v1"]})
    with pytest.raises(sessions.Mismatch, match="CartPole-v1"):
        sessions.native_twins("one", random.Random(1), Counter())


def test_a_worker_that_dies_is_blamed_on_its_session() -> None:
    report, worker = Report(seed=0), Worker("5")
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


def test_a_session_that_leaves_a_file_open_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class End(BaseException):
        pass

    sent: list[Any] = []

    class Channel:
        def send(self, message: Any) -> None:
            sent.append(message)
            if len(sent) == 8:
                raise End

    left: list[int] = []

    def session(name: str, counts: Counter[str]) -> str:
        if name == "9/3":
            left.append(os.open(os.devnull, os.O_RDONLY))
        return "one"

    monkeypatch.setattr(sessions, "run_one", session)
    with pytest.raises(End):
        sessions.work("9", 0, Channel())  # type: ignore[arg-type]
    opened = {message[0]: message[-1] for message in sent if len(message) > 1}
    assert {name for name, files in opened.items() if files} == {"9/3"}
    assert opened["9/3"] == [f"{left[0]} {os.devnull}"]
    os.close(left[0])


def test_families_that_take_no_part_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    everyone = sessions.ids_that_run()
    present, missing = sorted(everyone)[:2]
    monkeypatch.setattr(sessions, "ids_that_run", lambda: {present: everyone[present]})
    assert missing in sessions.absent()
    assert present not in sessions.absent()


def test_memory_has_a_ceiling(tmp_path: Path) -> None:
    report = soak(hours=4 / 3600, seed=1, jobs=1, gigabytes=0.001, out=tmp_path)
    assert report.mismatches[0]["failure"].endswith("MiB")


def test_a_soak_comes_in_pieces(tmp_path: Path) -> None:
    first = Report(seed=4, hours=1.0, pieces=1, sessions=2)
    first.counts["one"].update(sessions=2, steps=10)
    first.held = [(60.0 * i, "4-1-0", 100.0 + i / 60, 5, 1 + i % 2) for i in range(61)]
    write(first, tmp_path)
    second = soak(hours=0, seed=9, jobs=1, gigabytes=4, out=tmp_path)
    assert (second.seed, second.pieces, second.counts) == (4, 2, first.counts)
    assert second.hours >= first.hours
    assert [*map(tuple, second.held)] == first.held
    [row] = holdings(second)
    assert (row["mib_per_hour"], row["files"], row["threads"]) == (1.0, "5", "1 to 2")


def test_a_call_is_interrupted() -> None:
    begin = time.monotonic()
    assert sessions.interrupt(lambda: time.sleep(20), 0.01)
    assert time.monotonic() < begin + 10
    assert not sessions.interrupt(lambda: None, 10)
