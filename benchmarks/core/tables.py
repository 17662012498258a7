# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of the model of larger machines."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import ABSENT, measured, results, table

# Of each operation alone and beside another core, the case and the quantity in the results.
OPERATIONS = {
    "push a task into the action queue": (("a task", "push"), ("", "")),
    "take a chunk from it": (("a chunk", "pop"), ("a chunk", "pop beside another core")),
    "publish written rows": (("rows", "publish"), ("rows", "publish beside another core")),
    "wake a sleeping thread, for the waker": (("a sleeper", "wake"), ("", "")),
    "until the woken thread runs": (("a sleeper", "wake until it runs"), ("", "")),
}
CASES = {
    "CartPole, 4,096 environments a thread": "CartPole",
    "Pong, 16 a thread": "Pong",
    "Ant, 16 a thread": "Ant",
}
COLUMNS = ("16 threads", "64 threads", "256 threads")
LIMIT = "the queue saturates at"


def _numbers() -> dict[tuple[str, str], float]:
    return {(row["case"], row["quantity"]): float(row["value"]) for row in results("contention")}


def operations() -> Iterator[str]:
    """What operations on shared data cost."""
    numbers = _numbers()
    yield from table(
        ("operation", "alone", "beside another core"),
        (
            (name, *(_time(numbers.get(one)) for one in quantities))
            for name, quantities in OPERATIONS.items()
        ),
    )
    yield from measured("contention")


def _time(nanoseconds: float | None) -> str:
    if nanoseconds is None:
        return ABSENT
    return f"{nanoseconds:.1f} ns" if nanoseconds < 1e3 else f"{nanoseconds / 1e3:.1f} µs"


def efficiency() -> Iterator[str]:
    """What the model predicts."""
    numbers = _numbers()
    yield from table(
        ("", *COLUMNS, LIMIT),
        (
            (
                shown,
                *(f"{100 * numbers[name, column]:.0f} %" for column in COLUMNS),
                f"{numbers[name, LIMIT]:,.0f} threads",
            )
            for shown, name in CASES.items()
        ),
    )


TABLES = {"contention": operations, "efficiency": efficiency}
