# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One contender in a process of its own: plays as many batches as each line of its input says.

``python player.py CONTENDER ID NUM_ENVS NUM_THREADS OBSERVATION``. For each line it prints how many
environment steps it made, in how many CPU-seconds and seconds.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from typing import Any

import numpy as np


def make(contender: str, id: str, num_envs: int, num_threads: int, observation: str) -> Any:
    """A vector environment with Gymnasium's interface."""
    if contender == "parallel_pool":
        import parallel_pool

        return parallel_pool.make(
            id, num_envs=num_envs, num_threads=num_threads, seed=0, observation=observation
        )
    if contender == "EnvPool":
        import envpool

        return envpool.make(
            id, env_type="gymnasium", num_envs=num_envs, num_threads=num_threads, seed=0
        )
    import gymnasium
    from minigrid import wrappers

    wrapped = {"rgb": wrappers.RGBImgObsWrapper, "rgb_partial": wrappers.RGBImgPartialObsWrapper}

    def one() -> gymnasium.Env[Any, Any]:
        env = gymnasium.make(id, disable_env_checker=True)
        return wrapped[observation](env) if observation in wrapped else env

    return gymnasium.vector.SyncVectorEnv([one] * num_envs)


def main() -> None:
    """Plays until the input ends."""
    contender, id, num_envs, num_threads, observation = sys.argv[1:]
    count, answers = int(num_envs), sys.stdout
    # BabyAI's levels print whatever they reject.
    with contextlib.redirect_stdout(io.StringIO()):
        envs = make(contender, id, count, int(num_threads), observation)
        dtype = np.int32 if contender == "EnvPool" else np.int64
        actions = np.random.default_rng(0).integers(7, size=(64, count)).astype(dtype)
        envs.reset()
        number = 0
        for line in sys.stdin:
            start, cpu = time.perf_counter(), time.process_time()
            for _ in range(int(line)):
                envs.step(actions[number % 64])
                number += 1
            cpu, wall = time.process_time() - cpu, time.perf_counter() - start
            print(int(line) * count, cpu, wall, file=answers, flush=True)


if __name__ == "__main__":
    main()
