# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures whole episodes of MT50 by the clock, beside MetaWorld's own vector environments.

Each contender is a process with one environment of each of the 50 tasks:

- "pool": a benchmark with two threads;
- "bare loop": a bare loop in two threads, which makes only the MuJoCo steps of such episodes;
- "sync" and "async": ``gymnasium.make_vec("Meta-World/MT50")`` with these strategies.

A turn is an episode of 500 time steps with random actions, and the resets that follow it. CPU time
and memory (the proportional set size) include all processes that the contender has started. The
reference draws two goals for each task instead of 50: each takes a reset, and making the
environments would take minutes.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import gymnasium
import mujoco
import numpy as np

sys.path.append(str(Path(__file__).parents[1]))
import turns

CONTENDERS = ("pool", "bare loop", "sync", "async")
STEPS, THREADS = 500, 2


def memory(process: Path = Path("/proc/self")) -> float:
    """The memory of a process and of all its descendants, in GB."""
    own = (process / "smaps_rollup").read_text().partition("Pss:")[2].split()[0]
    return int(own) * 1024 / 1e9 + sum(memory(child) for child in children(process))


def cpu_seconds(process: Path = Path("/proc/self")) -> float:
    """The CPU time of a process and of its descendants that still run, in seconds."""
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_seconds(child) for child in children(process))


def children(process: Path) -> list[Path]:
    """The processes that a process has started."""
    ids = " ".join(path.read_text() for path in process.glob("task/*/children")).split()
    return [Path("/proc") / id for id in ids]


class BareLoop:
    """A bare loop in threads over the MuJoCo steps of the tasks' episodes."""

    def __init__(self) -> None:
        from parallel_pool.families.metaworld import FAMILY, task_class

        tasks = [task_class(id) for id in FAMILY.ids]
        self._starts = [task.hand_start for task in tasks]
        self._bounds = [(task.hand_low, task.hand_high) for task in tasks]
        models = [task.model().model for task in tasks]
        self._simulations = [(model, mujoco.MjData(model)) for model in models]
        self._threads = ThreadPoolExecutor(THREADS)
        self._left = STEPS

    def _in_threads(self, work: Callable[[int], None]) -> None:
        def part(first: int) -> None:
            for i in range(first, len(self._simulations), THREADS):
                work(i)

        list(self._threads.map(part, range(THREADS)))

    def reset(self) -> None:
        """Lowers the hands."""

        def lower(i: int) -> None:
            model, data = self._simulations[i]
            mujoco.mj_resetData(model, data)
            data.mocap_pos[:], data.mocap_quat[:] = self._starts[i], [1, 0, 1, 0]
            data.ctrl[:] = [-1, 1]
            mujoco.mj_step(model, data, 250)

        self._in_threads(lower)
        self._left = STEPS

    def step(self, actions: np.ndarray) -> tuple[Any, ...]:
        """Moves the hands."""

        def move(i: int) -> None:
            model, data = self._simulations[i]
            data.mocap_pos[:] = np.clip(data.mocap_pos + 0.01 * actions[i, :3], *self._bounds[i])
            data.ctrl[:] = actions[i, 3], -actions[i, 3]
            mujoco.mj_step(model, data, 5)

        self._in_threads(move)
        self._left -= 1
        cut = np.full(50, self._left == 0)
        if cut.all():
            self.reset()
        return None, None, None, cut

    def close(self) -> None:
        """Ends the threads."""
        self._threads.shutdown()


def make(name: str) -> Any:
    """A contender's environments."""
    if name == "bare loop":
        return BareLoop()
    if name == "pool":
        from parallel_pool.metaworld import Benchmark

        return Benchmark("MT50", seed=0, num_threads=THREADS, autoreset_mode="SameStep")
    from metaworld import sawyer_xyz_env
    from speed import welds

    sawyer_xyz_env.SawyerMocapBase.reset_mocap_welds = welds
    return gymnasium.make_vec(
        "Meta-World/MT50", vector_strategy=name, seed=0, use_one_hot=True, num_goals=2
    )


def contend(name: str) -> None:
    """Reports that it is made, then runs an episode for each line of standard input.

    Each report has the wall-clock and CPU time in seconds, and the memory in GB.
    """
    envs = make(name)
    actions = np.random.default_rng(0).uniform(-1, 1, (64, 50, 4)).astype(np.float32)
    envs.reset()
    print(0, 0, memory(), flush=True)
    for _ in sys.stdin:
        start, cpu = time.perf_counter(), cpu_seconds()
        for i in range(STEPS):
            cut = envs.step(actions[i % 64])[3]
        print(time.perf_counter() - start, cpu_seconds() - cpu, memory(), flush=True)
        if not cut.all():
            raise RuntimeError("an episode should have ended here")
    envs.close()


def main() -> None:
    """Measures all contenders, and writes a table as CSV."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("contender", nargs="?", choices=CONTENDERS, help="run as this one")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, help="a CSV file instead of standard output")
    given = parser.parse_args()
    if given.contender:
        contend(given.contender)
        return
    rivals = {name: turns.Process([sys.executable, __file__, name]) for name in CONTENDERS}
    answers = {name: [rival.answer()[2:]] for name, rival in rivals.items()}
    print("all are made", file=sys.stderr, flush=True)

    def turn(name: str) -> float:
        answers[name].append(rivals[name].ask())
        print(name, answers[name][-1], file=sys.stderr, flush=True)
        return answers[name][-1][0]

    wall = turns.fastest({name: lambda name=name: turn(name) for name in CONTENDERS}, given.rounds)
    cpu = {name: min(one[1] for one in told[1:]) for name, told in answers.items()}
    turns.write(
        (
            {
                "contender": name,
                "steps_a_second": round(50 * STEPS / wall[name]),
                "pool/contender": round(wall[name] / wall["pool"], 2),
                "steps_a_cpu_second": round(50 * STEPS / cpu[name]),
                "pool/contender by cpu": round(cpu[name] / cpu["pool"], 2),
                "gigabytes": round(answers[name][-1][2], 2),
            }
            for name in CONTENDERS
        ),
        given.out,
    )


if __name__ == "__main__":
    main()
