# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Fills the tables about EnvPool's paper in the docs: ``python -m benchmarks.paper.page``.

The newest files `paper-*.csv` (of throughput.py) and `paper_profile-*.csv` (of time_of_ppo.py) in
``benchmarks/results`` count. What stands between the two markers of the page is written anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.docs.numbers import ABSENT, results

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
BEGIN = "<!-- What follows is written by `python -m benchmarks.paper.page`. -->\n"
END = "<!-- Until here. -->\n"
TASKS = {"atari": "Atari Pong", "mujoco": "MuJoCo Ant"}
# The paper's own numbers, from the README of EnvPool: Atari and MuJoCo, on a laptop with 12 cores
# and on a DGX-A100 with 256.
THEIRS = {
    "for-loop": ("4,893", "12,861", "4,640", "11,569"),
    "subprocess": ("15,863", "36,586", "71,943", "163,656"),
    "Sample Factory": ("28,216", "62,510", "707,494", "1,573,262"),
    "EnvPool, sync": ("37,396", "66,622", "427,851", "949,787"),
    "EnvPool, async": ("49,439", "105,126", "891,286", "2,363,864"),
    "EnvPool, async, a pool for each NUMA node": (ABSENT, ABSENT, "1,069,922", "3,134,287"),
}


def lines() -> Iterator[str]:
    """The tables in Markdown."""
    columns = [(task, cpus) for task in TASKS for cpus in ("1", "2")]
    cells: dict[str, dict[tuple[str, str], str]] = {}
    measured = results("paper")
    for row in measured:
        shown = f"{int(row['frames_per_second']):,}"
        if row["contender"] != "parallel_pool, async":
            shown += f", {float(row['async/this']):.2f}x"
        cells.setdefault(row["contender"], {})[row["task"], row["cpus"]] = shown
    head = [f"{TASKS[task]}, {cpus} CPU{'s' if cpus == '2' else ''}" for task, cpus in columns]
    yield from _table(
        ["", *head],
        ([name, *(row.get(column, ABSENT) for column in columns)] for name, row in cells.items()),
    )
    yield _when(measured)
    yield ""
    yield "The paper's own numbers, on its machines and with the versions of 2022:"
    yield ""
    yield from _table(
        ["theirs", "Atari, 12 cores", "MuJoCo, 12 cores", "Atari, 256 cores", "MuJoCo, 256 cores"],
        ([name, *numbers] for name, numbers in THEIRS.items()),
    )
    yield "Milliseconds of an iteration of PPO, divided as in the paper:"
    yield ""
    profile = results("paper_profile")
    parts = ("environment", "inference", "learning", "other", "iteration")
    yield from _table(
        ["", *parts],
        (
            [
                f"{TASKS[row['task']]}, {row['contender']}",
                *(f"{float(row[f'{part}_ms']):.1f}" for part in parts),
            ]
            for row in profile
        ),
    )
    yield _when(profile)


def _when(rows: list[dict[str, str]]) -> str:
    loads = [float(row["load"]) for row in rows]
    extent = " to ".join(f"{load:g}" for load in sorted({min(loads), max(loads)}))
    return f"Measured on {rows[0]['date']} at a load of {extent}."


def _table(head: list[str], rows: Iterator[list[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield "| " + " | ".join(row) + " |"
    yield ""


def page() -> str:
    """The page with current tables."""
    before, begin, rest = PAGE.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE.name} needs the lines {BEGIN!r} and {END!r}")
    return before + begin + "\n" + "\n".join(lines()) + "\n\n" + end + after


if __name__ == "__main__":
    PAGE.write_text(page())
