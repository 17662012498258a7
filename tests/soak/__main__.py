# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Runs sessions in several processes for hours, watches what they hold, and writes a report.

``python -m tests.soak HOURS [--out FOLDER] [--seed N] [--jobs N] [--gigabytes G]``

A soak may come in pieces: one that finds a report in its folder adds to it, also with another
interpreter, which may have other families. A process that ends by a signal, takes more memory than
allowed or reports a mismatch makes the exit code 1. The report has what was done for each family,
the mismatches with the sessions that show them again, the families that took no part and why, the
sessions that left files open, and memory, open files and threads over time:
soak.json, two tables (soak.csv, soak_memory.csv) and, if matplotlib is installed, soak.png.
"""

from __future__ import annotations

import argparse
import csv
import json
import multiprocessing
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from statistics import linear_regression
from typing import Any

from tests.soak.sessions import Held, absent, run_one, work

# What sessions count, beside themselves.
COUNTED = (
    "steps",
    "states moved",
    "pools closed in the middle",
    "calls interrupted",
    "processes killed",
    "bad calls refused",
)
# A process has imported what it needs, and filled its caches, after about this part of its time.
SETTLES = 1 / 3


@dataclass
class Report:
    """What a soak has come to, in all of its pieces."""

    seed: int
    hours: float = 0.0
    pieces: int = 0
    sessions: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    mismatches: list[dict[str, str]] = field(default_factory=list)
    # (seconds, process, MiB of resident memory, open files, threads), between sessions
    held: list[tuple[float, str, float, int, int]] = field(default_factory=list)
    # Sessions after which more files were open than ever before, and those that were new.
    opened: list[dict[str, Any]] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)  # families without part in the last piece

    @classmethod
    def of(cls, folder: Path, seed: int) -> Report:
        """The one in a folder, or a new one."""
        report, file = cls(seed), folder / "soak.json"
        if file.exists():
            known = json.loads(file.read_text())
            vars(report).update(known)
            report.counts = defaultdict(
                Counter, {subject: Counter(own) for subject, own in known["counts"].items()}
            )
        return report


class Worker:
    """A process that runs sessions.

    Attributes:
        name: of it, with which those of its sessions begin.
        session: that it is in.
        held: what it held after its last session, if it has finished one.
    """

    def __init__(self, name: str, first: int = 0) -> None:
        """Starts it; its first session has the number after `first`."""
        self.name = name
        ours, theirs = multiprocessing.Pipe()
        self.channel = ours
        self.process = multiprocessing.get_context("spawn").Process(
            target=work, args=(name, first, theirs), daemon=False
        )
        self.process.start()
        theirs.close()
        self.session = ""
        self.held: Held | None = None


def soak(hours: float, seed: int, jobs: int, gigabytes: float, out: Path) -> Report:
    """Runs; the report is written every minute, so that an interrupted soak has one."""
    report, start = Report.of(out, seed), time.monotonic()
    before = report.hours
    report.pieces += 1
    report.absent = absent()
    for family, why in report.absent.items():
        print(f"{family} takes no part: {why}", flush=True)
    names = [f"{report.seed}-{report.pieces}-{i}" for i in range(jobs)]
    workers = {i: Worker(name, report.sessions + 7 * i) for i, name in enumerate(names)}
    next_sample = start
    try:
        while (now := time.monotonic()) < start + hours * 3600:
            for i, worker in workers.items():
                if not listen(worker, report):
                    workers[i] = Worker(f"{worker.name}+", report.sessions)
            wait([worker.channel for worker in workers.values()], timeout=1.0)
            if now >= next_sample:
                next_sample += 60.0
                report.hours = before + (now - start) / 3600
                for worker in workers.values():
                    sample(worker, report, gigabytes)
                write(report, out)
    finally:
        for worker in workers.values():
            worker.process.kill()
            worker.process.join()
    report.hours = before + (time.monotonic() - start) / 3600
    write(report, out)
    return report


def sample(worker: Worker, report: Report, gigabytes: float) -> None:
    """Notes what a worker holds; kills it if that is too much."""
    if worker.held is not None:
        report.held.append((round(3600 * report.hours, 1), worker.name, *worker.held))
    try:
        assert worker.process.pid is not None
        mib = Held.by(worker.process.pid).mib
    except OSError:
        return  # it has just ended
    if mib > gigabytes * 1024:
        report.mismatches.append({"session": worker.session, "failure": f"{mib:.0f} MiB"})
        worker.process.kill()


def listen(worker: Worker, report: Report) -> bool:
    """Takes what a worker has to say; False if it has ended."""
    try:
        while worker.channel.poll():
            worker.session, *result = worker.channel.recv()
            if not result:
                continue
            subject, counts, failure, worker.held, opened = result
            if opened:
                own = {"session": worker.session, "subject": subject, "files": opened}
                report.opened.append(own)
            report.sessions += 1
            report.counts[subject] += counts + Counter(sessions=1)
            if failure:
                report.mismatches.append({"session": worker.session, "failure": failure})
                print(f"session {worker.session}:\n{failure}", flush=True)
    except EOFError:
        worker.process.join()
        code = worker.process.exitcode
        report.mismatches.append({"session": worker.session, "failure": f"exit code {code}"})
        print(f"session {worker.session}: exit code {code}", flush=True)
        return False
    return True


def subjects(report: Report) -> Iterator[dict[str, Any]]:
    """A row for each family, and for environments in Python."""
    for subject, counts in sorted(report.counts.items()):
        yield {"subject": subject} | {name: counts[name] for name in ("sessions", *COUNTED)}


def holdings(report: Report) -> Iterator[dict[str, Any]]:
    """A row for each process: what it held from the time on when it had settled."""
    for process in dict.fromkeys(row[1] for row in report.held):
        rows = [row for row in report.held if row[1] == process]
        begin, end = rows[0][0], rows[-1][0]
        settled = [row for row in rows if row[0] >= begin + SETTLES * (end - begin)]
        if len(settled) < 3:
            continue
        hours, mib = [row[0] / 3600 for row in settled], [row[2] for row in settled]
        yield {
            "process": process,
            "hours": round((end - begin) / 3600, 2),
            "settled_hours": round(hours[-1] - hours[0], 2),
            "mib_settled": mib[0],
            "mib_at_end": mib[-1],
            "mib_per_hour": round(linear_regression(hours, mib).slope, 1),
            "files": _range([row[3] for row in settled]),
            "threads": _range([row[4] for row in settled]),
        }


def _range(values: Sequence[int]) -> str:
    return str(values[0]) if len({*values}) == 1 else f"{min(values)} to {max(values)}"


def write(report: Report, out: Path) -> None:
    """Writes the report, its tables and, if matplotlib is there, its plot."""
    out.mkdir(parents=True, exist_ok=True)
    unfinished = out / "soak.json.part"
    unfinished.write_text(json.dumps(vars(report), indent=1, sort_keys=True) + "\n")
    unfinished.replace(out / "soak.json")
    for name, rows in (("soak", [*subjects(report)]), ("soak_memory", [*holdings(report)])):
        if rows:
            with (out / f"{name}.csv").open("w", newline="") as file:
                writer = csv.DictWriter(file, rows[0], lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure(figsize=(7.2, 6.0), layout="constrained")
    panels = figure.subplots(3, 1, sharex=True)
    labels = ("MiB resident", "open files", "threads")
    for column, (panel, label) in enumerate(zip(panels, labels, strict=True), 2):
        for process in dict.fromkeys(row[1] for row in report.held):
            rows_of = [row for row in report.held if row[1] == process]
            panel.plot([row[0] / 60 for row in rows_of], [row[column] for row in rows_of])
        panel.set_ylabel(label)
        panel.grid(alpha=0.3)
    panels[-1].set_xlabel("minutes")
    figure.savefig(out / "soak.png", dpi=120)


def main() -> int:
    """Runs; returns the process's exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("hours", type=float)
    parser.add_argument("--out", type=Path, default=Path("build/soak"))
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--gigabytes", type=float, default=4.0, help="memory of a process, at most")
    parser.add_argument("--session", help="run this session alone, in this process")
    given: Any = parser.parse_args()
    if given.session is not None:
        counts: Counter[str] = Counter()
        print(run_one(given.session, counts), dict(counts))
        return 0
    report = soak(given.hours, given.seed, given.jobs, given.gigabytes, given.out)
    print(
        f"{report.sessions} sessions in {report.hours:.2f} h and {report.pieces} pieces, "
        f"{len(report.mismatches)} mismatches"
    )
    for name, count in sum(report.counts.values(), Counter()).most_common():
        print(f"{name:>40} {count:14,}")
    return 1 if report.mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
