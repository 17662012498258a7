# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""``bench --ways``: its method, and that the pool can go every way."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool.tools.bench.measure import Plan
from parallel_pool.tools.bench.ways import all_ways
from parallel_pool.tools.bench.ways.measuring import (
    OURS,
    AbsentError,
    Call,
    Way,
    absences,
    amount,
    measure_way,
)

from tests.cli.test_cli import assert_clean_error, invoke

ONCE = ("--seconds", "0.001", "--rounds", "1")


def told(costs: list[float], turns: list[str], name: str) -> Callable[[], Call]:
    """A contender that says what it costs, and notes its turns."""
    rest = iter(costs)

    def run() -> float:
        turns.append(name)
        return next(rest)

    return lambda: Call(run)


def missing() -> Call:
    """A contender that is not there."""
    raise AbsentError("no such luck")


def test_contenders_take_turns_and_the_best_peer_counts() -> None:
    """By its median; the ratio is that of rounds, and those who cannot run say why."""
    turns: list[str] = []
    way = Way(
        "a way",
        {
            OURS: told([2.0, 1.0, 4.0], turns, OURS),
            "slow": told([9.0, 9.0, 9.0], turns, "slow"),
            "quick": told([1.0, 1.0, 8.0], turns, "quick"),
            "absent": missing,
        },
        "ms",
    )
    result = measure_way(way, Plan(rounds=3, seconds=0.0))
    assert turns == [OURS, "slow", "quick", "slow", "quick", OURS, "quick", OURS, "slow"]
    assert result.best == "quick"
    assert (result.cost(OURS), result.cost("quick"), result.ratio("quick")) == (2.0, 1.0, 1.0)
    assert absences([result]) == ["not run: absent: no such luck (a way)"]


def test_a_way_without_the_pool_has_no_best_peer() -> None:
    """There is nothing to compare."""
    result = measure_way(Way("a way", {OURS: missing, "peer": missing}), Plan(1, 0.001))
    assert result.best is None


def test_bench_shows_ways_from_the_worst_to_the_best(tmp_path: Path) -> None:
    """Those whose names have the text; every contender has a row, with a cost or a reason."""
    table = tmp_path / "ways.csv"
    chosen = ("--id", "CartPole-v1: reset", "--id", "CartPole-v1: clone")
    result = invoke("bench", "--ways", *chosen, *ONCE, "--csv", table)
    assert result.exit_code == 0, result.output
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["way"] for row in rows}) == 5
    assert all(bool(row["cost"]) != bool(row["absent"]) for row in rows)
    best = [row for row in rows if row["best"]]
    ratios = [float(row["ratio"]) for row in best]
    assert ratios == sorted(ratios)
    shown = [result.stdout.rindex(row["way"] + "  ") for row in best]
    assert shown == sorted(shown)


def test_bench_refuses_ways_that_there_are_not() -> None:
    """The message says how names begin."""
    refused = invoke("bench", "--ways", "--id", "Chess")
    assert_clean_error(refused, "no way has Chess in its name; the names begin: CartPole-v1")


def test_amounts_have_three_digits() -> None:
    """Milliseconds from a thousand microseconds on."""
    costs = (0.3874, 12.5, 99.96, 123.4, 2534.0, 2.35e5)
    shown = [amount(cost, "µs") for cost in costs]
    assert shown == ["0.387 µs", "12.5 µs", "100 µs", "123 µs", "2.53 ms", "235 ms"]
    assert amount(1234.5, "MB") == "1,234 MB"


WAYS = all_ways()


def test_names_of_ways_differ() -> None:
    """Also those that are listed by several modules."""
    assert len({way.name for way in WAYS}) == len(WAYS)


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(way, id=way.name, marks=[] if way.unit == "µs" else [pytest.mark.slow])
        for way in WAYS
    ],
)
def test_the_pool_can_go_every_way(way: Way) -> None:
    """Twice, as a measurement does; libraries that are missing are for its peers to miss."""
    try:
        call = way.contenders[OURS]()
    except (ModuleNotFoundError, DependencyNotInstalled) as error:
        pytest.skip(str(error))
    try:
        call.run()
        call.run()
    finally:
        call.close()
