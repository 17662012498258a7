# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One contender in a process of its own: plays as many batches as each line of its input says.

``python player.py CONTENDER ID NUM_ENVS NUM_THREADS``. For each line it prints how many environment
steps it made, in how many CPU-seconds, of itself and its engines, and in how many seconds.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np


def make(contender: str, id: str, num_envs: int, num_threads: int) -> Any:
    """A vector environment with Gymnasium's interface."""
    options: dict[str, Any] = {"num_envs": num_envs, "num_threads": num_threads, "seed": 0}
    if not id.startswith("Vizdoom"):
        options["use_combined_action"] = True
    if contender == "parallel_pool":
        import parallel_pool

        return parallel_pool.make(id, **options)
    if contender == "EnvPool":
        import envpool

        return envpool.make(id, env_type="gymnasium", **options)
    import gymnasium
    import vizdoom.gymnasium_wrapper  # noqa: F401 - registers the ids

    return gymnasium.vector.SyncVectorEnv(
        [lambda: gymnasium.make(id, disable_env_checker=True)] * num_envs
    )


def engines() -> list[int]:
    """The clocks of the engines' CPU time."""
    clocks = []
    for entry in Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        if entry.name.isdigit() and parent == os.getpid():
            clock = ctypes.c_int()
            ctypes.CDLL(None).clock_getcpuclockid(int(entry.name), ctypes.byref(clock))
            clocks.append(clock.value)
    return clocks


def main() -> None:
    """Plays until the input ends."""
    contender, id, num_envs, num_threads = sys.argv[1:]
    count = int(num_envs)
    envs = make(contender, id, count, int(num_threads))
    envs.reset()
    clocks = engines()
    choices = int(envs.single_action_space.n if hasattr(envs, "single_action_space") else 3)
    dtype = np.int32 if contender == "EnvPool" else np.int64
    actions = np.random.default_rng(0).integers(choices, size=(64, count)).astype(dtype)

    def cpu() -> float:
        return time.process_time() + sum(map(time.clock_gettime, clocks))

    number = 0
    for line in sys.stdin:
        start, used = time.perf_counter(), cpu()
        for _ in range(int(line)):
            envs.step(actions[number % 64])
            number += 1
        print(int(line) * count, cpu() - used, time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main()
