# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames per second of the DeepMind Control Suite: the pool beside dm_control's own wrapper.

Each round runs each contender once; the fastest turn of each counts. OpenGL may use threads of its
own, so both wall time and CPU time are told.
"""

from __future__ import annotations

import argparse
import csv
import logging
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
from dm_control import suite
from dm_control.suite.wrappers import pixels
from parallel_pool.families.dm_control import native


def contenders(
    id: str, envs: int, steps: int, look: dict[str, int]
) -> dict[str, Callable[[], object]]:
    """What makes `steps` time steps of each environment, by name."""
    domain, task = native.tasks()[id]
    wrapped = [
        pixels.Wrapper(suite.load(domain, task, {"random": seed}), render_kwargs=look)
        for seed in range(envs)
    ]
    shape = wrapped[0].action_spec().shape
    actions = np.random.default_rng(0).uniform(-1, 1, (steps, envs, *shape))
    for env in wrapped:
        env.reset()
    calls: dict[str, Callable[[], object]] = {
        "dm_control": lambda: [
            env.step(action) for step in actions for env, action in zip(wrapped, step, strict=True)
        ]
    }
    for threads in (1, 2):
        pool: Any = parallel_pool.make(
            id, num_envs=envs, num_threads=threads, seed=0, from_pixels=True, **look
        )
        pool.reset()
        calls[f"pool, {threads} threads"] = lambda pool=pool: [pool.step(one) for one in actions]
    return calls


def measure(id: str, envs: int, steps: int, rounds: int, size: int) -> dict[str, object]:
    """One row of the table: frames per second, and per CPU-second, of each contender."""
    calls = contenders(id, envs, steps, {"width": size, "height": size})
    best = dict.fromkeys(calls, (math.inf, math.inf))
    for _ in range(rounds):
        for name, call in calls.items():
            wall, cpu = time.perf_counter(), time.process_time()
            call()
            turn = time.perf_counter() - wall, time.process_time() - cpu
            best[name] = min(best[name][0], turn[0]), min(best[name][1], turn[1])
    row: dict[str, object] = {"id": id, "size": size, "envs": envs}
    for name, (wall, cpu) in best.items():
        row[name] = round(envs * steps / wall)
        row[f"{name}/dm_control"] = round(best["dm_control"][0] / wall, 3)
        row[f"{name}, cpu"] = round(envs * steps / cpu)
    return row


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    ids = ["CheetahRun-v1", "WalkerWalk-v1", "HumanoidRun-v1", "QuadrupedRun-v1"]
    parser.add_argument("ids", nargs="*", default=ids)
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=84, help="width and height in pixels")
    parser.add_argument("--out", type=Path, help="the CSV file")
    options = parser.parse_args()
    logging.getLogger("absl").setLevel(logging.ERROR)  # dm_control remarks on its own models
    rows = [
        measure(id, options.envs, options.steps, options.rounds, options.size) for id in options.ids
    ]
    with open(options.out or "/dev/stdout", "w", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
