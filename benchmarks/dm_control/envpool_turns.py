# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's turns, in an interpreter of its own: for each line it prints the CPU-seconds of one."""

import sys
import time

import envpool
import numpy as np

task, envs, steps, seed = sys.argv[1], *map(int, sys.argv[2:])
pool = envpool.make_gymnasium(
    task, num_envs=envs, num_threads=1, seed=seed, max_episode_steps=10**9
)
pool.reset()
low, high = np.maximum(pool.action_space.low, -1), np.minimum(pool.action_space.high, 1)
draw = np.random.default_rng(0)
controls = [draw.uniform(low, high, (envs, len(low))) for _ in range(steps)]
for _ in sys.stdin:
    start = time.process_time()
    for one in controls:
        pool.step(one)
    print(time.process_time() - start, flush=True)
