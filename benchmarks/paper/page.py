# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Fills the tables about EnvPool's paper in the docs: ``python -m benchmarks.paper.page``.

The newest files `paper-*.csv` (of throughput.py), `paper_profile-*.csv` (of time_of_ppo.py) and
`paper_training-*.csv` (of training.py) in ``benchmarks/results`` count. What stands between the
markers of the page is written anew: first the training, then the other tables.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.docs.numbers import ABSENT, results

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
BEGIN = "<!-- What follows is written by `python -m benchmarks.paper.page`. -->\n"
END = "<!-- Until here. -->\n"
GOALS = {"Pong-v5": 18.0, "Ant-v5": 5000.0}
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


# The rows of training runs, by environment, pool and seed.
Runs = dict[tuple[str, str, str], list[dict[str, str]]]
# Every run recorded these numbers of time steps.
STRETCH = (40_960, 81_920)


def training() -> Iterator[str]:
    """The tables of training runs in Markdown."""
    measured = results("paper_training")
    runs: Runs = {}
    for row in measured:
        runs.setdefault((row["id"], row["pool"], row["seed"]), []).append(row)
    yield from _table(
        ["run", "time steps", "CPU time", "wall time", "mean return at the end"],
        (
            [
                f"{id}, {pool}, seed {seed}",
                f"{int(run[-1]['steps']):,}",
                f"{float(run[-1]['cpu_seconds']):,.0f} s",
                f"{float(run[-1]['wall_seconds']):,.0f} s",
                f"{float(run[-1]['mean_return']):,.1f}",
            ]
            for (id, pool, seed), run in runs.items()
        ),
    )
    yield from _costs(runs)
    yield from _times_to_goals(runs)
    yield _when(measured)


def _costs(runs: Runs) -> Iterator[str]:
    """What a time step costs with each pool."""
    first, last = (f"{steps:,}" for steps in STRETCH)
    yield "Microseconds of CPU time of a time step, learning included, from step"
    yield f"{first} to step {last} (means over the seeds):"
    yield ""
    ours, *others = dict.fromkeys(pool for _, pool, _ in runs)
    rows = []
    for id in dict.fromkeys(id for id, _, _ in runs):
        own = cost_of_step(runs, id, ours)
        costs = {pool: cost_of_step(runs, id, pool) for pool in others}
        cells = (f"{1e6 * cost:.0f}, {cost / own:.2f}x" for cost in costs.values())
        rows.append([id, f"{1e6 * own:.0f}", *cells])
    yield from _table(["", ours, *others], iter(rows))


def _times_to_goals(runs: Runs) -> Iterator[str]:
    """The CPU time to the goal, for the runs that reached it."""
    yield "CPU time to the goal. That of the other pools is extrapolated: the measured time with"
    yield "`parallel_pool`, and for each time step what it costs more with the other pool."
    yield ""
    ours, *others = dict.fromkeys(pool for _, pool, _ in runs)
    rows = []
    for (id, pool, seed), run in runs.items():
        end = run[-1]
        if pool != ours or float(end["mean_return"]) < GOALS[id]:
            continue
        times = [float(end["cpu_seconds"])]
        for other in others:
            more = cost_of_step(runs, id, other) - cost_of_step(runs, id, ours)
            times.append(times[0] + int(end["steps"]) * more)
        rows.append([f"{id}, seed {seed}", *(f"{seconds:,.0f} s" for seconds in times)])
    head = [ours, *(f"{other}, extrapolated" for other in others)]
    yield from _table(["goal", *head], iter(rows))


def cost_of_step(runs: Runs, id: str, pool: str) -> float:
    """CPU seconds of a time step within the stretch; the mean of the runs."""
    costs = []
    for key, run in runs.items():
        if key[:2] == (id, pool):
            first, last = (row for row in run if int(row["steps"]) in STRETCH)
            seconds = float(last["cpu_seconds"]) - float(first["cpu_seconds"])
            costs.append(seconds / (STRETCH[1] - STRETCH[0]))
    return statistics.mean(costs)


def lines() -> Iterator[str]:
    """The tables of throughput and of PPO's parts in Markdown."""
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
    first, *parts = PAGE.read_text().split(BEGIN)
    made = [first]
    for part, text in zip(parts, (training(), lines()), strict=True):
        _, end, after = part.partition(END)
        if not end:
            raise ValueError(f"{PAGE.name} needs a line {END!r} after each {BEGIN!r}")
        made.append(BEGIN + "\n" + "\n".join(text) + "\n\n" + END + after)
    return "".join(made)


if __name__ == "__main__":
    PAGE.write_text(page())
