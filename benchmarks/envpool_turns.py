# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's turns, in an interpreter of its own: for each line it prints the CPU-seconds of one."""

import sys
import time

import envpool
import numpy as np

task, envs, steps = sys.argv[1], *map(int, sys.argv[2:])
pool = envpool.make_gymnasium(task, num_envs=envs, num_threads=1, seed=0)
pool.reset()
pool.action_space.seed(0)
actions = [np.array([pool.action_space.sample() for _ in range(envs)]) for _ in range(64)]
if actions[0].dtype.kind == "i":
    actions = [one.astype(np.int32) for one in actions]
for _ in sys.stdin:
    start = time.process_time()
    for i in range(steps):
        pool.step(actions[i % 64])
    print(time.process_time() - start, flush=True)
