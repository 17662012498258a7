# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of pools with a growing number of threads, for the notes and the documents."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.markdown import measured, results, table
from benchmarks.scale.cases import CASES as SCALE_CASES
from benchmarks.scale.contention import ASYNC, CASES, SYNC, THREADS, caller_ns, two_threads
from benchmarks.scale.table import lines


def scale() -> Iterator[str]:
    """Speeds, with the share of the limit."""
    yield from lines(results("scale"))


def contention_model() -> Iterator[str]:
    """What the queues and the calling thread allow, and what limits it."""
    columns = [f"{threads} threads" for threads in THREADS]
    yield from table(
        ("", "a line takes", "shared changes a step", *columns, "a line saturates at"),
        (
            (
                f"{row['case']}, {row['mode']}",
                f"{float(row['line_ns']):.0f} ns",
                row["shared_changes_per_step"],
                *(f"{100 * float(row[column]):.0f} %" for column in columns),
                f"{int(row['line_saturates_at']):,} threads",
            )
            for row in results("contention_model")
        ),
    )


def limits() -> Iterator[str]:
    """The largest speed of a pool, in threads that step all the time, by what limits it."""
    rows = results("contention_model")
    lines_ns = sorted({float(row["line_ns"]) for row in rows})
    saturates = {
        (row["case"], row["mode"], float(row["line_ns"])): int(row["line_saturates_at"])
        for row in rows
    }
    yield from table(
        ("", "the calling thread", *(f"a line of {line:.0f} ns" for line in lines_ns)),
        (
            (
                f"{row['case']}, {row['mode']}",
                f"{int(row['caller_saturates_at']):,} threads",
                *(f"{saturates[row['case'], row['mode'], line]:,}" for line in lines_ns),
            )
            for row in rows
            if float(row["line_ns"]) == lines_ns[0]
        ),
    )
    yield from measured("contention", "calling_thread")


def calling_thread() -> Iterator[str]:
    """What the calling thread does itself."""
    yield from table(
        ("", "rows of a batch", "the calling thread, for each row"),
        (
            (f"{row['case']}, {row['mode']}", f"{int(row['rows']):,}", f"{row['row_ns']} ns")
            for row in results("calling_thread")
        ),
    )


def two_thread_model() -> Iterator[str]:
    """Measured pools of one and two threads beside the model."""
    ids = {SCALE_CASES[case].id: case for case in CASES}

    def cells(row: dict[str, str]) -> tuple[str, ...]:
        mode = SYNC if row["batch"] == row["envs"] else ASYNC
        calling_ns = caller_ns(ids[row["id"]], mode)
        processes = float(row["two processes"])
        step_ns = 2e9 / (float(row["steps/s of one"]) * processes)
        model = processes / 2 * two_threads(step_ns, int(row["batch"]), mode, calling_ns)
        return (
            f"{row['envs']} `{row['id']}`, {mode}"
            + (f", batches of {row['batch']}" if mode == ASYNC else ""),
            f"{step_ns / 1e3:.3g} \N{MICRO SIGN}s",
            row["two processes"],
            row["two threads"],
            f"{max(1.0, model):.3f}",
        )

    shown = [row for row in results("threads") if row["id"] in ids and row["envs"] != "1"]
    yield from table(
        ("", "a step", "two processes", "two threads", "by the model"), map(cells, shown)
    )


TABLES = {
    "scale": scale,
    "contention_model": contention_model,
    "limits": limits,
    "calling_thread": calling_thread,
    "two_thread_model": two_thread_model,
}
