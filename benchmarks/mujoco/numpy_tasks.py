# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures robots as tasks in NumPy, or with ``--batch`` their physics, beside peers in turns.

As speed.py does: time steps per CPU-second with one thread, the same controls, about as many
resets. With mjbatch (`pip install mjbatch`, which pins its MuJoCo), it is one of the peers.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import contenders
import numpy as np
from parallel_pool import mujoco as own
from speed import untimed

sys.path.append(str(Path(__file__).parents[1]))
sys.path.append(str(Path(__file__).parents[2] / "examples"))
import mujoco_tasks
from turns import Turn, cpu_seconds, fastest, speeds, wall_seconds, write

try:
    import mjbatch
except ImportError:
    mjbatch = None

ROBOTS = ("Humanoid", "Ant", "HalfCheetah", "Hopper")
ENVS = (64, 8)


def task_steps(task: contenders.Task, name: str, threads: int = 1) -> Callable[[], None]:
    """The rules in NumPy."""
    pool = own.vector_env(
        getattr(mujoco_tasks, name), num_envs=len(task.states), num_threads=threads, seed=0
    )
    pool.reset()

    def steps() -> None:
        for controls in task.controls:
            pool.step(controls)

    return steps


def async_steps(task: contenders.Task, name: str, threads: int) -> Callable[[], None]:
    """The same in async mode, a half of the environments at a time."""
    envs = len(task.states)
    pool = own.vector_env(
        getattr(mujoco_tasks, name),
        num_envs=envs,
        batch_size=envs // 2,
        num_threads=threads,
        seed=0,
    )
    pool.async_reset()

    def steps() -> None:
        for controls in task.controls:
            for half in (controls[: envs // 2], controls[envs // 2 :]):
                infos = pool.recv()[-1]
                pool.send(half, infos["env_id"])

    return steps


def batch_steps(task: contenders.Task) -> Callable[[], None]:
    """Our batch: physics alone."""
    nq = task.model.nq
    batch = own.Batch(task.model, len(task.states), num_threads=1)
    batch.qpos[:], batch.qvel[:] = task.states[:, :nq], task.states[:, nq:]
    batch.forward()

    def steps() -> None:
        for controls, resets in zip(task.controls, task.resets, strict=True):
            batch.ctrl[:] = controls
            if not resets.any():
                batch.step(task.frame_skip)
                continue
            ids = np.flatnonzero(resets)
            batch.reset(ids)
            batch.qpos[ids], batch.qvel[ids] = task.states[ids, :nq], task.states[ids, nq:]
            batch.forward(ids)
            batch.step(task.frame_skip, np.flatnonzero(~resets))

    return steps


def mjbatch_steps(task: contenders.Task) -> Callable[[], None]:
    """Theirs."""
    nq = task.model.nq
    batch = mjbatch.Batch(task.model, len(task.states), 1)
    qpos, qvel, ctrl = batch.bind("qpos"), batch.bind("qvel"), batch.bind("ctrl")
    qpos[:], qvel[:] = task.states[:, :nq], task.states[:, nq:]
    batch.forward()

    def steps() -> None:
        for controls, resets in zip(task.controls, task.resets, strict=True):
            ctrl[:] = controls
            if not resets.any():
                batch.step(nstep=task.frame_skip)
                continue
            ids = np.flatnonzero(resets)
            batch.reset(ids)
            qpos[ids], qvel[ids] = task.states[ids, :nq], task.states[ids, nq:]
            batch.forward(ids)
            batch.step(np.flatnonzero(~resets), nstep=task.frame_skip)

    return steps


def of_task(task: contenders.Task, name: str, python: str | None) -> dict[str, Turn]:
    """The task in NumPy, what bounds it, and those who have the same environment."""
    turns = {
        "pool": cpu_seconds(task_steps(task, name)),
        "bare": untimed(cpu_seconds(contenders.bare_steps(task))),
        "cpp": cpu_seconds(contenders.pool_steps(task)),
        "gymnasium": cpu_seconds(contenders.gymnasium_steps(task)),
    }
    if python is not None:
        turns["envpool"] = contenders.envpool_turn(task, python)
    return turns


def of_batch(task: contenders.Task) -> dict[str, Turn]:
    """The batch, and other batches."""
    turns = {
        "pool": cpu_seconds(batch_steps(task)),
        "bare": untimed(cpu_seconds(contenders.bare_steps(task))),
        "rollout": cpu_seconds(contenders.rollout_steps(task)),
    }
    if mjbatch is not None:
        turns["mjbatch"] = cpu_seconds(mjbatch_steps(task))
    if contenders.Batch is not None:
        turns["batch"] = cpu_seconds(contenders.batch_steps(task))
    return turns


def measured(
    given: argparse.Namespace,
) -> Iterator[dict[str, float | str]]:
    """The rows of the table."""
    for name in given.robots:
        for envs in ENVS:
            id = f"{name}-v5"
            one = contenders.task_of(id, envs, 20)
            probe = untimed(cpu_seconds(contenders.bare_steps(one)))
            probe()
            steps = max(4, int(20 * given.seconds / probe()))
            task = contenders.task_of(id, envs, steps)
            turns = of_batch(task) if given.batch else of_task(task, name, given.envpool)
            best = fastest(turns, given.rounds)
            each = {key: seconds / (envs * steps) for key, seconds in best.items()}
            yield {"id": f"{name}, {envs}", **speeds(each, 3)}


def tell_threads(name: str, rounds: int) -> None:
    """Prints how many times as fast two threads are as one, by wall time."""
    task = contenders.task_of(f"{name}-v5", 64, 20)
    for kind, make in (("sync", task_steps), ("async", async_steps)):
        turns = {str(threads): wall_seconds(make(task, name, threads)) for threads in (1, 2)}
        best = fastest(turns, rounds)
        print(f"{name}, {kind}: two threads {best['1'] / best['2']:.2f}x one", file=sys.stderr)


def tell_python(rounds: int) -> None:
    """Prints the milliseconds of Python and NumPy in a batch of each task."""
    for name in ROBOTS:
        for envs in ENVS:
            task = contenders.task_of(f"{name}-v5", envs, 20)
            pool = own.vector_env(getattr(mujoco_tasks, name), num_envs=envs, num_threads=1, seed=0)
            pool.reset()
            times = []
            for controls in task.controls[:rounds]:
                start = time.thread_time()  # physics is in the other thread
                pool.step(controls)
                times.append(time.thread_time() - start)
            print(f"{name}, {envs}: {1e3 * min(times):.3f} ms a batch", file=sys.stderr)
            pool.close()


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", default=ROBOTS)
    parser.add_argument("--batch", action="store_true", help="physics alone")
    parser.add_argument("--seconds", type=float, default=0.1, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()
    if not given.batch:
        tell_threads("Humanoid", given.rounds)
    write(measured(given), given.out)


if __name__ == "__main__":
    main()
