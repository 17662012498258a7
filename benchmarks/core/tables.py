# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The table of what operations on shared data cost."""

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


def operations() -> Iterator[str]:
    """What operations on shared data cost."""
    numbers = {(row["case"], row["quantity"]): float(row["value"]) for row in results("contention")}
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


TABLES = {"contention": operations}
