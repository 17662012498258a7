# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of rollouts: what they save a learner, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import Row, measured, results, table, three_digits


def _cases(*measures: str) -> Iterator[tuple[str, str, dict[str, Row]]]:
    """What was measured, the case, and the row of each contender."""
    found: dict[tuple[str, str], dict[str, Row]] = {}
    for row in results("rollouts"):
        if row["measure"] in measures:
            found.setdefault((row["measure"], row["case"]), {})[row["contender"]] = row
    for (measure, case), rows in found.items():
        yield measure, case, rows


def _cells(rows: dict[str, Row]) -> Iterator[str]:
    """Each contender's number; those that are not the last with their ratio to it."""
    *others, last = rows.values()
    for row in others:
        yield f"{three_digits(row['value'])}, {float(row['ratio']):.2g}x"
    yield three_digits(last["value"])


def loops() -> Iterator[str]:
    """The data path, and whole iterations."""
    names = {"data path": "without environments, policy and learning", "iteration": "all of it"}
    yield from table(
        ("environments", "µs a step", "CleanRL's loop", "careful loop", "rollout"),
        (
            (case, names[measure], *_cells(rows))
            for measure, case, rows in _cases("data path", "iteration")
        ),
    )
    yield from measured("rollouts")


def steps() -> Iterator[str]:
    """A step, with copies in NumPy, and into a rollout."""
    yield from table(
        ("environments", "`step`", "`step` and copies in NumPy", "`rollout.step`"),
        ((case, *_cells(rows)) for _, case, rows in _cases("step")),
    )
    yield from measured("rollouts")


TABLES = {"rollout_loops": loops, "rollout_steps": steps}
