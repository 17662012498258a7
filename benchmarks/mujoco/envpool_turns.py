# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's turns, in an interpreter of its own: for each line it prints the CPU-seconds of one.

EnvPool simulates with a MuJoCo of its own, and needs a newer Python than some of its rivals.
"""

import argparse
import sys
import time

import envpool
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("id")
parser.add_argument("envs", type=int)
parser.add_argument("steps", type=int)
parser.add_argument("--players", type=int, default=1, help="of each environment")
parser.add_argument("--endless", action="store_true", help="episodes have no time limit")
options = parser.parse_args()
limit = {"max_episode_steps": 10**9} if options.endless else {}
pool = envpool.make_gymnasium(options.id, num_envs=options.envs, num_threads=1, seed=0, **limit)
pool.reset()
low, high = pool.action_space.low.astype(float), pool.action_space.high.astype(float)
low, high = np.where(low < -1e3, -1, low), np.where(high > 1e3, 1, high)  # where there is no bound
draw = np.random.default_rng(0)
rows = options.envs * options.players
controls = [draw.uniform(low, high, (rows, len(low))) for _ in range(options.steps)]
for _ in sys.stdin:
    start = time.process_time()
    for one in controls:
        pool.step(one)
    print(time.process_time() - start, flush=True)
