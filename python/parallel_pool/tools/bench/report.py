# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Results as tables and as CSV.

The CSV has a row for each contender in each case, with these columns:

- ``id``, ``num_envs``, ``batch_size`` (empty in sync mode), ``num_threads``: the case.
- ``neighbours``: the number of processes that kept CPUs busy meanwhile.
- ``contender``, and ``absent``: why it did not run, or empty. Without a run, numbers are empty.
- ``rounds``, ``steps``, ``seconds``: the number of slices, and their total time steps and
  wall seconds.
- ``steps_per_second``, ``steps_per_second_p10``, ``steps_per_second_p90``: the median over the
  rounds, and the 10th and 90th percentile.
- ``steps_per_cpu_second``: the median of time steps per second of CPU time, over all threads and
  processes.
- ``ratio``, ``ratio_p10``, ``ratio_p90``: how many times as fast as this contender the pool was,
  computed in each round; the median and the percentiles.
- ``cpu_ratio``: the same for time steps per second of CPU time, the median.
- ``context_switches``: of this process per batch, the median.
- ``cpu``, ``cpus``, ``parallel_pool``, ``python``, ``numpy``, ``gymnasium``, ``envpool``, ``date``:
  the machine, the number of CPUs that the process may use, and versions.
"""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.table import Table

from parallel_pool.tools.bench.measure import CaseResult, Result, Spread
from parallel_pool.tools.machine import Facts

NUMBERS = (
    "rounds",
    "steps",
    "seconds",
    "steps_per_second",
    "steps_per_second_p10",
    "steps_per_second_p90",
    "steps_per_cpu_second",
    "ratio",
    "ratio_p10",
    "ratio_p90",
    "cpu_ratio",
)
COLUMNS = (
    "id",
    "num_envs",
    "batch_size",
    "num_threads",
    "neighbours",
    "contender",
    "absent",
    *NUMBERS,
    "context_switches",
    *(field.name for field in dataclasses.fields(Facts)),
)


KEY = (
    "ratio: the pool's steps/s over the contender's, in the same round; all are medians over rounds"
)


def short(number: float) -> str:
    """Formats a number with three digits, such as 29.2M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")):
        if number >= 0.9995 * size:
            return f"{_three_digits(number / size)}{letter}"
    return f"{number:.2g}"


def times(ratio: float) -> str:
    """Formats a ratio, such as 31.4x."""
    return f"{_three_digits(ratio)}x"


def _three_digits(number: float) -> str:
    decimals = 2 if number < 9.995 else 1 if number < 99.95 else 0
    return f"{number:.{decimals}f}"


def table(case_result: CaseResult) -> Table:
    """Makes a table of the contenders that ran in a case."""
    out = Table(box=box.SIMPLE_HEAD, title=case_result.case.label, title_justify="left")
    out.add_column("contender", no_wrap=True)
    for heading in ("steps/s", "p10..p90", "steps/CPU-s", "ratio"):
        out.add_column(heading, justify="right", no_wrap=True)
    for result in case_result.present:
        rate, cpu_rate = result.rate, result.cpu_rate
        out.add_row(
            result.contender,
            short(rate.median),
            f"{short(rate.low)}..{short(rate.high)}",
            short(cpu_rate.median) if cpu_rate else "-",
            times(case_result.ratio(result).median),
        )
    return out


def absences(case_results: Sequence[CaseResult]) -> list[str]:
    """Says why contenders did not run, with a line for each that missed a case.

    Where the reasons differ from case to case, the CSV file has them.
    """
    reasons: dict[str, list[str]] = {}
    for case_result in case_results:
        for result in case_result.results:
            if result.absent:
                reasons.setdefault(result.contender, []).append(result.absent)
    lines = []
    for name, those in reasons.items():
        one = len(set(those)) == 1
        missed = "" if len(case_results) == 1 else f" in {len(those)} of {len(case_results)} cases"
        lines.append(f"not run: {name}{missed}: {those[0] if one else 'the CSV file says why'}")
    return lines


def write_csv(path: Path, case_results: Sequence[CaseResult], facts: Facts) -> None:
    """Writes all results, in the columns that this module documents."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        for case_result in case_results:
            for result in case_result.results:
                row = _row(case_result, result)
                writer.writerow(row | dataclasses.asdict(facts))


def _row(case_result: CaseResult, result: Result) -> dict[str, object]:
    case = case_result.case
    row: dict[str, object] = dataclasses.asdict(case)
    row["batch_size"] = "" if case.batch_size is None else case.batch_size
    row["neighbours"] = case_result.neighbours
    row |= {"contender": result.contender, "absent": result.absent}
    if not result.slices:
        return row
    cpu_rate, cpu_ratio = result.cpu_rate, case_result.cpu_ratio(result)
    switches = Spread.of([one.context_switches / one.batches for one in result.slices])
    return (
        row
        | {
            "rounds": len(result.slices),
            "steps": sum(one.steps for one in result.slices),
            "seconds": f"{sum(one.wall_seconds for one in result.slices):.6g}",
        }
        | _columns("steps_per_second", result.rate)
        | {"steps_per_cpu_second": f"{cpu_rate.median:.6g}" if cpu_rate else ""}
        | _columns("ratio", case_result.ratio(result))
        | {"cpu_ratio": f"{cpu_ratio.median:.6g}" if cpu_ratio else ""}
        | {"context_switches": f"{switches.median:.6g}"}
    )


def _columns(name: str, spread: Spread) -> dict[str, object]:
    return {
        name: f"{spread.median:.6g}",
        f"{name}_p10": f"{spread.low:.6g}",
        f"{name}_p90": f"{spread.high:.6g}",
    }
