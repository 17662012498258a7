# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""HalfCheetah runs without any training: the best of many random plans, made anew at every step.

Environment 0 is the robot. At each time step all others become copies of it and try a random plan;
the robot does what the best plan does first.
"""

from __future__ import annotations

import argparse

import numpy as np
import parallel_pool


def main(steps: int = 100, plans: int = 64, horizon: int = 12, seed: int = 0) -> float:
    """The robot's return.

    Args:
        steps: the number of time steps.
        plans: the number of plans to try at each of them.
        horizon: the length of a plan, in time steps.
        seed: of the robot's start and of the plans.
    """
    random = np.random.default_rng(seed)
    envs = parallel_pool.make("HalfCheetah-v5", num_envs=1 + plans, seed=seed)
    envs.reset()
    trials = np.arange(1, 1 + plans)
    best = np.zeros((horizon, *envs.single_action_space.shape))
    total = 0.0
    for _ in range(steps):
        # Random plans, and the rest of the last best one.
        noise = random.normal(scale=0.8, size=(plans, *best.shape))
        noise[0] = 0.0
        tried = np.clip(best + noise, -1.0, 1.0)
        envs.clone(np.zeros(plans, dtype=int), trials)
        returns = sum(envs.step(tried[:, i], trials)[1] for i in range(horizon))
        best = tried[np.argmax(returns)]
        total += float(envs.step(best[:1], [0])[1][0])
        best = np.concatenate([best[1:], best[-1:]])
    envs.close()
    return total


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--plans", type=int, default=64)
    arguments = parser.parse_args()
    print(main(arguments.steps, arguments.plans))
