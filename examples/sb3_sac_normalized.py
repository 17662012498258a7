# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""SAC of Stable-Baselines3 on Pendulum, under VecNormalize; the moments go on in a test pool.

Observations are normalised, but not rewards: SAC weighs them against the entropy of its actions.

Run it as ``python examples/sb3_sac_normalized.py [steps [seed]]``.
"""

from __future__ import annotations

import sys

import torch
from parallel_pool import sb3
from stable_baselines3 import SAC
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecNormalize, sync_envs_normalization


def main(steps: int = 8_000, seed: int = 1) -> float:
    """Trains for so many steps and returns the mean return over 10 episodes."""
    torch.set_num_threads(1)  # small networks are slower with more
    env = VecNormalize(sb3.make_vec_env("Pendulum-v1", n_envs=4, seed=seed), norm_reward=False)
    test_envs = sb3.make_vec_env("Pendulum-v1", n_envs=10, seed=100 + seed)
    test_env = VecNormalize(test_envs, training=False, norm_reward=False)
    model = SAC(
        "MlpPolicy",
        env,
        learning_rate=1e-3,
        learning_starts=400,
        gradient_steps=4,  # one for each transition
        policy_kwargs={"net_arch": [64, 64]},
        seed=seed,
        device="cpu",
    )
    model.learn(steps)
    sync_envs_normalization(env, test_env)
    mean, deviation = evaluate_policy(model, test_env, n_eval_episodes=10)
    print(f"return after {steps} steps: {mean:.1f} +- {deviation:.1f}")
    env.close()
    test_env.close()
    return float(mean)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
