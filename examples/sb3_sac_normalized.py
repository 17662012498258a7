# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""SAC of Stable-Baselines3 on Pendulum, under VecNormalize; the moments go on in a test pool.

Run it as ``python examples/sb3_sac_normalized.py [steps]``.
"""

from __future__ import annotations

import sys

from parallel_pool import sb3
from stable_baselines3 import SAC
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecNormalize, sync_envs_normalization


def main(steps: int = 8_000) -> float:
    """Trains for so many steps and returns the mean return over 10 episodes."""
    env = VecNormalize(sb3.make_vec_env("Pendulum-v1", n_envs=4, seed=1))
    test_env = VecNormalize(sb3.make_vec_env("Pendulum-v1", n_envs=10, seed=2), training=False)
    model = SAC("MlpPolicy", env, learning_starts=400, gradient_steps=2, seed=1, device="cpu")
    model.learn(steps)
    sync_envs_normalization(env, test_env)
    mean, deviation = evaluate_policy(model, test_env, n_eval_episodes=10)
    print(f"return after {steps} steps: {mean:.1f} +- {deviation:.1f}")
    env.close()
    test_env.close()
    return float(mean)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
