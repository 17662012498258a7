# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables about EnvPool's paper: training to a goal, throughput, and PPO's parts."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from benchmarks.markdown import ABSENT, measured, results, table

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


def training() -> Iterator[str]:
    """The tables of training runs in Markdown."""
    runs = finished_runs(results("paper_training"))
    yield from table(
        ["run", "time steps", "CPU time", "wall time", "mean return at the end"],
        (
            [
                f"{id}, seed {seed}",
                f"{int(run[-1]['steps']):,}",
                f"{float(run[-1]['cpu_seconds']):,.0f} s",
                f"{float(run[-1]['wall_seconds']):,.0f} s",
                f"{float(run[-1]['mean_return']):,.1f}",
            ]
            for (id, _, seed), run in runs.items()
        ),
    )
    yield from measured("paper_training")


def pools() -> Iterator[str]:
    """The same with other pools, and what a time step costs with each."""
    runs = finished_runs(results("paper_training_pools"))
    rows = []
    for (id, pool, seed), run in runs.items():
        cost, own = cost_of_step(runs, id, pool), cost_of_step(runs, id, "parallel_pool")
        rows.append(
            [
                f"{id}, {pool}, seed {seed}",
                f"{int(run[-1]['steps']):,}",
                f"{float(run[-1]['cpu_seconds']):,.0f} s",
                f"{1e6 * cost:,.0f} µs, {cost / own:.2f}x",
            ]
        )
    yield from table(["run", "time steps", "CPU time", "CPU time of a time step"], rows)
    yield from measured("paper_training_pools")


def finished_runs(rows: list[dict[str, str]]) -> Runs:
    """Those that reached their goal."""
    runs: Runs = {}
    for row in rows:
        runs.setdefault((row["id"], row["pool"], row["seed"]), []).append(row)
    return {key: run for key, run in runs.items() if float(run[-1]["mean_return"]) >= GOALS[key[0]]}


def cost_of_step(runs: Runs, id: str, pool: str) -> float:
    """CPU seconds of a time step, learning included: the mean of the runs."""
    ends = [run[-1] for key, run in runs.items() if key[:2] == (id, pool)]
    return statistics.mean(float(end["cpu_seconds"]) / int(end["steps"]) for end in ends)


def throughput() -> Iterator[str]:
    """Frames per second of all contenders."""
    columns = [(task, cpus) for task in TASKS for cpus in ("1", "2")]
    cells: dict[str, dict[tuple[str, str], str]] = {}
    for row in results("paper"):
        shown = f"{int(row['frames_per_second']):,}"
        if row["contender"] != "parallel_pool, async":
            shown += f", {float(row['async/this']):.2f}x"
        cells.setdefault(row["contender"], {})[row["task"], row["cpus"]] = shown
    head = [f"{TASKS[task]}, {cpus} CPU{'s' if cpus == '2' else ''}" for task, cpus in columns]
    yield from table(
        ["", *head],
        ([name, *(row.get(column, ABSENT) for column in columns)] for name, row in cells.items()),
    )
    yield from measured("paper")


def theirs() -> Iterator[str]:
    """The paper's own numbers."""
    yield from table(
        ["theirs", "Atari, 12 cores", "MuJoCo, 12 cores", "Atari, 256 cores", "MuJoCo, 256 cores"],
        ([name, *numbers] for name, numbers in THEIRS.items()),
    )


def iterations() -> Iterator[str]:
    """Milliseconds of an iteration of PPO."""
    parts = ("environment", "inference", "learning", "other", "iteration")
    yield from table(
        ["", *parts],
        (
            [
                f"{TASKS[row['task']]}, {row['contender']}",
                *(f"{float(row[f'{part}_ms']):.1f}" for part in parts),
            ]
            for row in results("paper_profile")
        ),
    )
    yield from measured("paper_profile")


TABLES = {
    "paper_training": training,
    "paper_training_pools": pools,
    "paper": throughput,
    "paper_theirs": theirs,
    "paper_profile": iterations,
}
