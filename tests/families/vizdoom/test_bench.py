# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The benchmark counts the CPU time of engines, and leaves none behind."""

from __future__ import annotations

import os

import pytest
from parallel_pool.family import Case
from parallel_pool.tools.bench.contenders import GymnasiumAsync, GymnasiumSync
from parallel_pool.tools.bench.cpu_time import descendants, own_cpu_seconds
from parallel_pool.tools.bench.measure import Plan, measure

from tests.families.vizdoom.running import is_engine

pytest.importorskip("vizdoom")


class Watching:
    """Notes the engines that run, and the CPU time of this process."""

    def __init__(self) -> None:
        self.engines: set[int] = set()
        self.own: list[float] = []

    def opening(self, case: Case) -> None:
        """Nothing to note."""

    def running(self, slices: int) -> None:
        """A slice begins."""
        self.own.append(own_cpu_seconds() or 0.0)

    def measured(self, contender: str, rate: float) -> None:
        """A slice has ended."""
        self.own.append(own_cpu_seconds() or 0.0)
        self.engines |= {one for one in descendants(os.getpid()) if is_engine(one)}


def test_engines_count_and_end() -> None:
    """Those of the pool, of the peer in this process, and of the peer with processes."""
    notes = Watching()
    rivals = [GymnasiumSync(), GymnasiumAsync()]
    result = measure(Case("VizdoomBasic-v1", 2), rivals, Plan(rounds=1, seconds=0.2), notes)
    assert [one.absent for one in result.results] == ["", "", ""]
    assert len(notes.engines) == 6
    assert not [one for one in notes.engines if is_engine(one)]
    for one, before, after in zip(result.results, notes.own, notes.own[1:], strict=False):
        (piece,) = one.slices
        assert piece.cpu_seconds is not None
        assert piece.cpu_seconds > 1.5 * (after - before), one.contender
