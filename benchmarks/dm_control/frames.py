# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames per second of the DeepMind Control Suite: the pool beside dm_control's own wrapper.

Each round runs each contender once; the fastest turn of each counts. OpenGL may use threads of its
own, so both wall time and CPU time are told.
"""

from __future__ import annotations

import argparse
import logging
import math
import time
from collections.abc import Callable
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


def main() -> None:
    """Prints a line for each contender."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=["CheetahRun-v1", "WalkerWalk-v1"])
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=84, help="width and height in pixels")
    options = parser.parse_args()
    logging.getLogger("absl").setLevel(logging.ERROR)  # dm_control remarks on its own models
    look = {"width": options.size, "height": options.size}
    for id in options.ids:
        calls = contenders(id, options.envs, options.steps, look)
        best = dict.fromkeys(calls, (math.inf, math.inf))
        for _ in range(options.rounds):
            for name, call in calls.items():
                wall, cpu = time.perf_counter(), time.process_time()
                call()
                turn = time.perf_counter() - wall, time.process_time() - cpu
                best[name] = min(best[name][0], turn[0]), min(best[name][1], turn[1])
        frames = options.envs * options.steps
        for name, (wall, cpu) in best.items():
            print(f"{id}, {name}: {frames / wall:.0f} a second, {frames / cpu:.0f} a CPU-second")


if __name__ == "__main__":
    main()
