# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of training libraries: what adapters cost, and what whole runs gain."""

from __future__ import annotations

from collections.abc import Iterator

from parallel_pool.tools.bench.report import short, times

from benchmarks.markdown import ABSENT, Row, measured, results, table, three_digits

PEERS = ("DummyVecEnv", "SubprocVecEnv")


def adapters() -> Iterator[str]:
    """A step of 64 CartPoles."""
    yield from table(
        ("library", "pool alone", "adapter", "own", "added, in % of own"),
        (
            (
                row["library"],
                *(f"{three_digits(row[name])} µs" for name in ("pool_us", "adapter_us", "own_us")),
                f"{100 * float(row['added/own']):.1f}",
            )
            for row in results("trainers")
        ),
    )
    yield from measured("trainers")


def runs() -> Iterator[str]:
    """Whole training runs with Stable-Baselines3."""
    found: dict[str, dict[str, Row]] = {}
    for row in results("sb3_training"):
        run = f"{row['algorithm']}, {row['id']}, {row['num_envs']} environments"
        found.setdefault(run, {})[row["contender"]] = row
    yield from table(
        ("run", "`parallel_pool.sb3`", *(f"`{peer}`" for peer in PEERS)),
        (
            (
                run,
                short(float(rows["parallel_pool"]["steps_per_cpu_second"])),
                *(_cell(rows.get(peer)) for peer in PEERS),
            )
            for run, rows in found.items()
        ),
    )
    yield from measured("sb3_training")


def _cell(row: Row | None) -> str:
    if row is None:
        return ABSENT
    return f"{short(float(row['steps_per_cpu_second']))}, {times(float(row['cpu_ratio']))}"


def gain() -> Iterator[str]:
    """What whole runs gain, in one sentence."""
    ratios = [
        float(row["cpu_ratio"])
        for row in results("sb3_training")
        if row["contender"] == "DummyVecEnv"
    ]
    yield (
        "A whole training run gains less, because inference and learning take time too: with PPO "
        f"or A2C of Stable-Baselines3, **{min(ratios):.2f} to {max(ratios):.2f} times** as many "
        "steps per CPU-second as on `DummyVecEnv`. [Why]({docs}/why_not_faster.md)"
    )


TABLES = {"trainers": adapters, "sb3_training": runs, "gain": gain}
