# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The long comparison, for a short while; and the table that it wrote, against this build."""

from __future__ import annotations

import pytest
from gymnasium.vector import AutoresetMode

from tests.families.minigrid.at_length import IDS, LENGTHS, Counts, Length, compare, play
from tests.families.minigrid.long_suite import compared

pytest.importorskip("minigrid")

SOME = IDS[::18]


@pytest.mark.parametrize("id", SOME)
def test_levels_equal_the_reference_for_a_while(id: str) -> None:
    counts = compare(id, Length(resets=20, steps=20, short_steps=20, short=8, planned=1))
    assert counts.resets >= 20 + 4 * len(AutoresetMode)
    assert counts.steps == 2 * 4 * 20 * len(AutoresetMode)
    assert (counts.planned_steps > 0) == id.startswith("BabyAI")


def test_the_table_has_all_levels() -> None:
    table = compared()
    assert list(table) == IDS
    for counts in table.values():
        assert counts.resets >= 1_000
        assert counts.steps == LENGTHS[counts.length].random_steps


def _replayed(id: str) -> Counts:
    """The row of the table, and whether the pool still gives what the reference gave then."""
    row = compared()[id]
    assert play(id, LENGTHS[row.length], None)[:12] == row.digest, id
    return row


@pytest.mark.parametrize("id", SOME)
def test_levels_still_give_what_equalled_the_reference(id: str) -> None:
    _replayed(id)


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id in IDS if id not in SOME])
def test_all_levels_still_give_what_equalled_the_reference(id: str) -> None:
    _replayed(id)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("id", IDS)
def test_levels_equal_the_reference_at_length(id: str) -> None:
    """A thousand resets and 100,000 steps of random play, and planned play."""
    counts = compare(id, Length())
    assert counts.resets >= 1_000
    assert counts.steps >= 100_000
