# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO of Stable-Baselines3 learns CartPole on a pool: ``python examples/sb3_ppo.py [steps]``."""

from __future__ import annotations

import sys

import torch
from parallel_pool import sb3
from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy


def main(steps: int = 60_000) -> float:
    """Trains for so many steps and returns the mean return over 20 episodes."""
    torch.set_num_threads(1)  # small networks are slower with more
    env = sb3.make_vec_env("CartPole-v1", n_envs=8, seed=1)
    model = PPO(
        "MlpPolicy",
        env,
        n_steps=32,
        batch_size=256,
        n_epochs=20,
        gamma=0.98,
        gae_lambda=0.8,
        learning_rate=1e-3,
        seed=1,
        device="cpu",
    )
    model.learn(steps)
    mean, deviation = evaluate_policy(model, env, n_eval_episodes=20)
    print(f"return after {steps} steps: {mean:.1f} +- {deviation:.1f}")
    env.close()
    return float(mean)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
