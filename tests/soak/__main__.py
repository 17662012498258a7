# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Runs sessions in several processes for hours, watches their memory, and writes a report.

``python -m tests.soak HOURS [--out FOLDER] [--seed N] [--jobs N] [--gigabytes G]``

A process that ends by a signal, takes more memory than allowed or reports a mismatch makes the exit
code 1. The report (soak.json, and soak.png if matplotlib is installed) has the steps, the faults,
the mismatches with the seeds that show them again, and memory and open files over time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from tests.soak.sessions import run_one, work


@dataclass
class Report:
    """What a soak came to."""

    seed: int
    hours: float = 0.0
    sessions: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    mismatches: list[dict[str, str]] = field(default_factory=list)
    # (seconds, process, MiB of resident memory, open files)
    memory: list[tuple[float, int, float, int]] = field(default_factory=list)


class Worker:
    """A process that runs sessions."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        ours, theirs = multiprocessing.Pipe()
        self.channel = ours
        self.process = multiprocessing.get_context("spawn").Process(
            target=work, args=(seed, theirs), daemon=False
        )
        self.process.start()
        theirs.close()
        self.session = ""

    def facts(self) -> tuple[float, int]:
        """MiB of resident memory, and open files."""
        proc = Path(f"/proc/{self.process.pid}")
        pages = int((proc / "statm").read_text().split()[1])
        return pages / 256, len(list((proc / "fd").iterdir()))


def soak(hours: float, seed: int, jobs: int, gigabytes: float, out: Path) -> Report:
    """Runs; the report is written every minute, so that an interrupted soak has one."""
    report, start = Report(seed), time.monotonic()
    workers = {i: Worker(1000 * seed + i) for i in range(jobs)}
    next_sample = start
    try:
        while (now := time.monotonic()) < start + hours * 3600:
            for i, worker in workers.items():
                if not listen(worker, report):
                    workers[i] = Worker(worker.seed + 100)
            wait([worker.channel for worker in workers.values()], timeout=1.0)
            if now >= next_sample:
                next_sample += 60.0
                for i, worker in workers.items():
                    try:
                        resident, files = worker.facts()
                    except OSError:
                        continue  # it has just ended
                    report.memory.append((round(now - start, 1), i, round(resident, 1), files))
                    if resident > gigabytes * 1024:
                        report.mismatches.append(
                            {"session": worker.session, "failure": f"{resident:.0f} MiB"}
                        )
                        worker.process.kill()
                report.hours = (now - start) / 3600
                write(report, out)
    finally:
        for worker in workers.values():
            worker.process.kill()
            worker.process.join()
    report.hours = (time.monotonic() - start) / 3600
    write(report, out)
    return report


def listen(worker: Worker, report: Report) -> bool:
    """Takes what a worker has to say; False if it has ended."""
    try:
        while worker.channel.poll():
            worker.session, counts, failure = worker.channel.recv()
            if counts is None:
                continue
            report.sessions += 1
            report.counts += counts
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


def write(report: Report, out: Path) -> None:
    """Writes the report and, if matplotlib is there, its plot."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "soak.json").write_text(json.dumps(vars(report), indent=1, sort_keys=True) + "\n")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure(figsize=(7.2, 5.0), layout="constrained")
    panels = figure.subplots(2, 1, sharex=True)
    for panel, column, label in zip(panels, (2, 3), ("MiB resident", "open files"), strict=True):
        for process in sorted({row[1] for row in report.memory}):
            rows = [row for row in report.memory if row[1] == process]
            panel.plot([row[0] / 60 for row in rows], [row[column] for row in rows])
        panel.set_ylabel(label)
        panel.grid(alpha=0.3)
    panels[1].set_xlabel("minutes")
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
        run_one(random.Random(given.session), Counter())
        return 0
    report = soak(given.hours, given.seed, given.jobs, given.gigabytes, given.out)
    print(
        f"{report.sessions} sessions in {report.hours:.2f} h, {len(report.mismatches)} mismatches"
    )
    for name, count in sorted(report.counts.items()):
        print(f"{name:>40} {count:14,}")
    return 1 if report.mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
