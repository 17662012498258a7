# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of the DeepMind Control Suite per CPU-second: the pool beside its rivals, in turns.

The rivals are a bare loop in C over the same library, dm_control itself, and EnvPool in an
interpreter of its own. All have one thread, random controls from one generator, and no episode
that ends. Each round runs each contender once, in an order that rotates. The fastest turn of each
counts: others on the machine only slow.
"""

from __future__ import annotations

import argparse
import csv
import ctypes
import itertools
import logging
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import parallel_pool
from dm_control import suite
from parallel_pool.families.dm_control import native
from parallel_pool.families.mujoco.library import library

HERE = Path(__file__).parent
Turn = Callable[[], float]  # CPU-seconds


def timed(call: Callable[[], object]) -> Turn:
    def turn() -> float:
        start = time.process_time()
        call()
        return time.process_time() - start

    return turn


MOST_REFERENCES = 8  # of dm_control's environments, which take long to load


class Task:
    """What all do; dm_control's environments are fewer, and their time is counted accordingly.

    Args:
        id: the task.
        envs: how many environments.
        steps: time steps in a turn.
    """

    def __init__(self, id: str, envs: int, steps: int) -> None:
        self.id, self.envs, self.steps = id, envs, steps
        domain, task = native.tasks()[id]
        endless = {"time_limit": math.inf}
        self.references = [
            suite.load(domain, task, task_kwargs={"random": seed, **endless})
            for seed in range(min(envs, MOST_REFERENCES))
        ]
        for env in self.references:
            env.reset()
        spec = self.references[0].action_spec()
        low, high = np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1)
        draw = np.random.default_rng(0)
        self.controls = np.stack(
            [draw.uniform(low, high, (envs, *spec.shape)) for _ in range(steps)]
        )

    def pool(self, threads: int = 1, **options: Any) -> Callable[[], object]:
        pool = parallel_pool.make(
            self.id,
            num_envs=self.envs,
            num_threads=threads,
            seed=0,
            time_limit=math.inf,
            **options,
        )
        pool.reset()
        return lambda: [pool.step(controls) for controls in self.controls]

    def dm_control(self) -> Callable[[], object]:
        controls = self.controls[:, : len(self.references)]
        pairs = [*zip(self.references, controls.swapaxes(0, 1), strict=True)]
        return lambda: [env.step(action) for env, actions in pairs for action in actions]

    def bare(self) -> Callable[[], object]:
        """The loop in C, from the states in which the references are now."""
        loaded = library().handle
        run = bare_loop().run
        physics = self.references[0].physics
        model = physics.model.ptr
        what = mujoco.mjtState.mjSTATE_INTEGRATION
        state = np.empty(mujoco.mj_stateSize(model, what))
        rows = []
        for env in itertools.islice(itertools.cycle(self.references), self.envs):
            data = mujoco.MjData(model)
            mujoco.mj_getState(env.physics.model.ptr, env.physics.data.ptr, state, what)
            mujoco.mj_setState(model, data, state, what)
            mujoco.mj_forward(model, data)
            rows.append(data)
        addresses = (ctypes.c_void_p * self.envs)(*(data._address for data in rows))
        places = (ctypes.c_void_p * self.envs)(*(data.ctrl.ctypes.data for data in rows))
        functions = [
            ctypes.cast(getattr(loaded, name), ctypes.c_void_p)
            for name in ("mj_step", "mj_step1", "mj_step2")
        ]
        rk4 = model.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4
        sizes = (self.envs, model.nu, self.references[0]._n_sub_steps)
        arguments = (
            ctypes.c_void_p(ctypes.addressof(ctypes.c_void_p.in_dll(loaded, "mjcb_time"))),
            *functions,
            ctypes.c_void_p(model._address),
            addresses,
            places,
            *(ctypes.c_size_t(size) for size in sizes),
            int(rk4),
            ctypes.c_size_t(self.steps),
            ctypes.c_void_p(self.controls.ctypes.data),
        )
        return lambda: (run(*arguments), rows)

    def envpool(self, python: str) -> Turn:
        command = [python, str(HERE / "envpool_turns.py"), self.id]
        numbers = [str(self.envs), str(self.steps), "0"]
        rival = subprocess.Popen(
            [*command, *numbers], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

        def turn() -> float:
            assert rival.stdin is not None
            assert rival.stdout is not None
            rival.stdin.write("\n")
            rival.stdin.flush()
            return float(rival.stdout.readline())

        return turn


def bare_loop() -> ctypes.CDLL:
    folder = Path(tempfile.gettempdir()) / f"parallel_pool_bare_{os.getpid()}.so"
    if not folder.exists():
        command = ["cc", "-O3", "-shared", "-fPIC", str(HERE / "bare_loop.c"), "-o", str(folder)]
        subprocess.run(command, check=True)
    return ctypes.CDLL(str(folder))


def measure(id: str, envs: int, seconds: float, rounds: int, python: str | None) -> dict[str, Any]:
    """One row of the table."""
    probe = Task(id, envs, 2)
    bare = timed(probe.bare())
    bare()
    task = Task(id, envs, max(2, int(2 * seconds / bare())))
    turns = {"bare": timed(task.bare()), "pool": timed(task.pool())}
    turns["dm_control"] = timed(task.dm_control())
    if python is not None:
        turns["envpool"] = task.envpool(python)
    best = dict.fromkeys(turns, math.inf)
    names = list(turns)
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            best[name] = min(best[name], turns[name]())
    best["dm_control"] *= envs / len(task.references)
    row: dict[str, Any] = {"id": id, "envs": envs}
    for name in names:
        row[name] = round(envs * task.steps / best[name])
        if name != "pool":
            row[f"pool/{name}"] = round(best[name] / best["pool"], 3)
    return row


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=[*native.tasks()])
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.1, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    options = parser.parse_args()
    logging.getLogger("absl").setLevel(logging.ERROR)  # dm_control remarks on its own models
    rows = []
    for id in options.ids:
        rows.append(measure(id, options.envs, options.seconds, options.rounds, options.envpool))
        print(rows[-1], file=sys.stderr, flush=True)
    with open(options.out or "/dev/stdout", "w", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
