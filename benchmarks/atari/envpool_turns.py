# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's turns, in an interpreter that has it: ``envpool_turns.py ID ENVS STEPS``.

For each line, the seed of a turn's actions, it prints the CPU-seconds of that turn.
"""

from __future__ import annotations

import sys
import time

import envpool
import numpy as np

id, num_envs, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
envs = envpool.make_gymnasium(id, num_envs=num_envs, num_threads=1, seed=1)
envs.reset()
for line in sys.stdin:
    size = (steps, num_envs)
    actions = np.random.default_rng(int(line)).integers(envs.action_space.n, size=size)
    start = time.process_time()
    for row in actions.astype(np.int32):
        envs.send(row)
        envs.recv()
    print(time.process_time() - start, flush=True)
