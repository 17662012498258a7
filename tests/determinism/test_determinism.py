# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each environment's trajectory has one hash, whatever the schedule."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.driver import Driver, hashes, modes_of
from tests.support import IDS, PUBLIC_IDS, SIMULATED_IDS, spread

ENVS = 6
TASKS = 50
CASES = [(id, mode) for id in IDS for mode in modes_of(id)]

# Threads, sync and async, chunks from single environments to more than there are.
SCHEDULES: list[dict[str, Any]] = [
    {"num_threads": threads, "batch_size": batch, "chunk_size": chunk}
    for threads in (1, 2, 4)
    for batch, chunk in ((ENVS, None), (ENVS, 1), (ENVS, 4), (2, None), (2, 3), (1, 100))
]


def trajectory_hashes(id: str, mode: str, **engine: Any) -> list[str]:
    driver = Driver(id, num_envs=engine.pop("num_envs", ENVS), autoreset_mode=mode, **engine)
    try:
        return hashes(driver.run(TASKS, seed=20))
    finally:
        driver.envs.close()


@cache
def expected(id: str, mode: str) -> list[str]:
    """Hashes of a run in the calling thread alone."""
    return trajectory_hashes(id, mode, num_threads=1)


@pytest.mark.parametrize(("id", "mode"), spread(CASES, PUBLIC_IDS, part=2))
def test_schedules(id: str, mode: str) -> None:
    # Simulations take long, so they try only some of the schedules.
    for engine in SCHEDULES[:: 5 if id in SIMULATED_IDS else 1]:
        assert trajectory_hashes(id, mode, **engine) == expected(id, mode), engine


@pytest.mark.parametrize(("id", "mode"), CASES)
def test_environments_are_told_apart(id: str, mode: str) -> None:
    """The hash sees something: the environments differ from each other."""
    assert len(set(expected(id, mode))) == ENVS


@pytest.mark.slow
@pytest.mark.parametrize(("id", "mode"), CASES)
def test_any_schedule(id: str, mode: str) -> None:
    """Any chunk, also of a pool with more or fewer environments."""

    @given(
        num_envs=st.integers(1, 40),
        batch=st.integers(0, 40),
        threads=st.integers(1, 8),
        chunk=st.one_of(st.integers(0, 8), st.integers(0, 300)),
    )
    @settings(max_examples=40)
    def same(num_envs: int, batch: int, threads: int, chunk: int) -> None:
        found = trajectory_hashes(
            id,
            mode,
            num_envs=num_envs,
            batch_size=min(batch, num_envs),
            num_threads=threads,
            chunk_size=chunk,
        )
        shared = min(num_envs, ENVS)
        assert found[:shared] == expected(id, mode)[:shared]

    same()


@pytest.mark.parametrize("batch", [None, 7])
def test_measured_costs_change_nothing(batch: int | None) -> None:
    """Steps of 0 to 500 us, of which some environments take one kind and some another.

    The measured costs determine chunks, helpers and whether work is shared; results must not
    change.
    """
    found = [
        trajectory_hashes(
            "Scripted-v0",
            mode,
            num_envs=20,
            num_threads=3,
            batch_size=batch,
            spin_us=spin,
            spin_always=always,
        )
        for mode in ("NextStep", "SameStep")
        for spin, always in ((0.0, False), (3.0, True), (50.0, False), (500.0, False))
    ]
    assert found[0] == found[1] == found[2] == found[3]
    assert found[4] == found[5] == found[6] == found[7]


def test_payloads_change_nothing_else() -> None:
    """Rows of other sizes move results between cache lines and batches, no more."""

    def rewards(payload: int) -> list[list[Any]]:
        driver = Driver("Scripted-v0", num_envs=9, num_threads=2, batch_size=4, payload=payload)
        return [[step[1:4] for step in trajectory] for trajectory in driver.run(30)]

    assert rewards(1) == rewards(63) == rewards(4096)
