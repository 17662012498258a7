# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How the speed of pools grows with their threads, beside other libraries and beside the limit.

    python -m benchmarks.scale.speed --csv FILE --chart FILE [--minutes 6] [--threads 1 2 4]

``benchmarks/scale/run`` installs what this needs and starts it. The limit is as many processes as
the pool has threads, each with a pool of one thread on a CPU of its own: they share nothing. All
contenders are pinned to the same CPUs, one of each core first, and take turns. The first turn of
each does not count; each ratio is the median over the others. At the largest number of threads the
pools are also measured beside a busy process on each CPU.
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from parallel_pool.tools.bench.neighbours import Neighbours, allowed_cpus
from parallel_pool.tools.machine import Facts

from benchmarks.scale.cases import (
    ASYNC,
    CASES,
    CONTENDERS,
    POOL,
    PROCESSES,
    SUBPROCESSES,
    WAITING,
    WITH_ALE,
    WITH_ENVPOOL,
)
from benchmarks.turns import Process, write

ROUNDS = 3
COUNTS = (1, 2, 4, 8, 12, 16)
# Events that count reads of lines which another core has changed, of Intel's and AMD's CPUs.
EVENTS = (
    "mem_load_l3_hit_retired.xsnp_fwd",
    "mem_load_l3_hit_retired.xsnp_hitm",
    "ls_any_fills_from_sys.local_ccx",
)


def one_of_each_core_first(cpus: Sequence[int]) -> list[int]:
    """The CPUs in the order in which threads get them."""
    seen: dict[str, int] = {}
    place = {}
    for cpu in cpus:
        core = str(cpu)
        with contextlib.suppress(OSError):
            core = Path(
                f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list"
            ).read_text()
        place[cpu] = seen[core] = seen.get(core, -1) + 1
    return sorted(cpus, key=lambda cpu: (place[cpu], cpu))


class Player:
    """A contender: one process, or one for each CPU.

    Attributes:
        name: of it.
        envs: how many environments it steps.
    """

    def __init__(self, name: str, case: str, cpus: Sequence[int]) -> None:
        """Starts them on these CPUs."""
        count = len(cpus)
        rows = CASES[case].envs * count
        batch, envs = (rows, WAITING * rows) if name in ASYNC else (0, rows)
        if name == SUBPROCESSES:
            envs = 2 * count
        places = [(envs, batch, count, cpus)]
        if name == PROCESSES:
            places = [(CASES[case].envs, 0, 1, [cpu]) for cpu in cpus]
        self.name, self.envs = name, sum(envs for envs, *_ in places)
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.scale.player", name, case]
        self._processes = [
            Process([*command, *map(str, numbers), ",".join(map(str, own))])
            for *numbers, own in places
        ]

    def ready(self) -> bool:
        """Waits until it has made its environments; whether it can make any.

        One that ends instead has said why, and is left out.
        """
        try:
            return all(process.answer()[0] for process in self._processes)
        except RuntimeError:
            print(f"{self.name}: left out", file=sys.stderr, flush=True)
            return False

    def turn(self, seconds: float) -> float:
        """Steps a second."""
        for process in self._processes:
            process.tell(seconds)
        answers = [process.answer() for process in self._processes]
        return sum(steps / taken for steps, taken in answers)

    def changed_lines(self, seconds: float) -> float | None:
        """Reads a step of lines that another core has changed; None where nobody counts them."""
        [player] = self._processes
        player.tell(seconds)
        count = None
        for event in EVENTS:
            command = ["perf", "stat", "-x,", "-e", event, "-p", str(player.pid)]
            with contextlib.suppress(OSError):
                got = subprocess.run(
                    [*command, "--", "sleep", str(seconds / 2 / len(EVENTS))],
                    capture_output=True,
                    text=True,
                )
                number = got.stderr.strip().partition(",")[0]
                if number.isdigit():
                    count = float(number) / (seconds / 2 / len(EVENTS))
                    break
        steps, taken = player.answer()
        return None if count is None else count / (steps / taken)

    def close(self) -> None:
        """Ends them."""
        for process in self._processes:
            process.end()


def contenders(case: str) -> list[str]:
    """Who can take part."""
    names = list(CONTENDERS)
    if CASES[case].python:
        names = [name for name in names if name not in WITH_ENVPOOL]
    if case != "Pong":
        names.remove(WITH_ALE)
    return names


def measure(case: str, counts: Sequence[int], cpus: list[int], until: float) -> Iterator[dict]:
    """The rows of a case, which takes about until then."""
    facts = Facts.of_this_machine()
    for number, count in enumerate(counts):
        begin = time.monotonic()
        share = (until - begin) / (len(counts) - number + 1)  # beside a trainer, too
        players = [Player(name, case, cpus[:count]) for name in contenders(case)]
        here = [player for player in players if player.ready()]
        left = begin + share - time.monotonic()
        seconds = min(1.0, max(0.05, left / (ROUNDS + 1) / len(here)))
        for busy in [False, True] if count == max(counts) else [False]:
            shown = [
                one for one in here if not busy or one.name in (*POOL, *WITH_ENVPOOL, PROCESSES)
            ]
            with Neighbours(cpus[:count] if busy else []):
                for one in shown:
                    one.turn(seconds)  # pools measure whether sharing pays
                rates: dict[str, list[float]] = {one.name: [] for one in shown}
                for turn in range(ROUNDS):
                    first = turn % len(shown)
                    for one in shown[first:] + shown[:first]:
                        rates[one.name].append(one.turn(seconds))
            limit = rates[PROCESSES]
            for one in shown:
                lines = None
                if count > 1 and not busy and one.name in POOL:
                    lines = one.changed_lines(max(0.3, seconds))
                mine = rates[one.name]
                yield {
                    "case": case,
                    "id": CASES[case].id,
                    "contender": one.name,
                    "threads": count,
                    "busy": int(busy),
                    "envs": one.envs,
                    "steps_per_second": round(median(mine)),
                    "of_limit": round(median(a / b for a, b in zip(mine, limit, strict=True)), 3),
                    "changed_lines_per_step": "" if lines is None else f"{lines:.3g}",
                    "cpu": facts.cpu,
                    "cpus": facts.cpus,
                    "python": facts.python,
                    "envpool": facts.envpool,
                    "date": facts.date,
                }
        for player in players:
            player.close()


def rows(cases: Sequence[str], counts: Sequence[int], minutes: float) -> Iterator[dict[str, Any]]:
    """All rows."""
    cpus = one_of_each_core_first(allowed_cpus())
    counts = sorted({count for count in counts if count <= len(cpus)} | {1})
    end = time.monotonic() + 60 * minutes
    for number, case in enumerate(cases):
        now = time.monotonic()
        yield from measure(case, counts, cpus, now + (end - now) / (len(cases) - number))


def draw(file: Path, measured: Sequence[dict[str, Any]]) -> None:
    """The share of the limit by threads, a small chart for each case."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    cases = list(dict.fromkeys(row["case"] for row in measured))
    figure = Figure(figsize=(3.2 * min(4, len(cases)), 5.6), layout="constrained")
    FigureCanvasAgg(figure)
    grid = [*figure.subplots(2, (len(cases) + 1) // 2, squeeze=False).flat]
    for axes in grid[len(cases) :]:
        axes.set_visible(False)
    for axes, case in zip(grid, cases, strict=False):
        for name in CONTENDERS:
            points = [
                (row["threads"], float(row["of_limit"]))
                for row in measured
                if (row["case"], row["contender"], int(row["busy"])) == (case, name, 0)
            ]
            if points:
                axes.plot(*zip(*points, strict=True), marker="o", markersize=3, label=name)
        axes.set(
            title=case,
            xlabel="threads",
            ylim=(0, None),
            xticks=sorted({row["threads"] for row in measured}),
        )
    figure.supylabel("steps a second, of processes that share nothing")
    lines = {line.get_label(): line for axes in figure.axes for line in axes.get_lines()}
    figure.legend(lines.values(), lines.keys(), loc="outside lower center", ncols=4)
    figure.savefig(file)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--csv", type=Path, required=True)
    parser.add_argument("--chart", type=Path, help="of efficiency; needs matplotlib")
    parser.add_argument("--minutes", type=float, default=6.0, help="about, for all cases")
    parser.add_argument("--threads", type=int, nargs="+", default=COUNTS)
    parser.add_argument("--case", choices=CASES, nargs="+", default=[*CASES])
    given = parser.parse_args()
    taken: list[dict[str, Any]] = []

    def kept() -> Iterator[dict[str, Any]]:
        for row in rows(given.case, given.threads, given.minutes):
            taken.append(row)
            yield row

    write(kept(), given.csv)
    if given.chart is not None:
        draw(given.chart, taken)


if __name__ == "__main__":
    main()
