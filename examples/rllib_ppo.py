# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""RLlib's PPO learns CartPole, with pools as the vector environments of its env runners."""

from __future__ import annotations

from gymnasium import VectorizeMode
from parallel_pool import rllib
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig


def main(iterations: int = 15, env_runners: int = 0) -> float:
    """Trains, and returns the mean return of the episodes in the last iteration.

    Args:
        iterations: the number of updates.
        env_runners: the number of processes that step pools; 0 steps one in this process.
    """
    config = (
        PPOConfig()
        .environment(rllib.register("CartPole-v1", num_threads=1))
        .env_runners(
            num_env_runners=env_runners,
            num_envs_per_env_runner=32,
            gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT,
        )
        .training(
            lr=1e-3,
            gamma=0.99,
            lambda_=0.95,
            train_batch_size=2048,
            minibatch_size=256,
            num_epochs=6,
            vf_clip_param=1000.0,
            entropy_coeff=0.0,
        )
        .rl_module(
            model_config=DefaultModelConfig(
                fcnet_hiddens=[64, 64], fcnet_activation="tanh", vf_share_layers=False
            )
        )
        .debugging(seed=0, log_level="ERROR")
    )
    algorithm = config.build_algo()
    mean = 0.0
    for iteration in range(iterations):
        mean = algorithm.train()["env_runners"]["episode_return_mean"]
        if iteration % 5 == 4:
            print(f"iteration {iteration + 1}: mean return {mean:.1f}")
    algorithm.stop()
    return float(mean)


if __name__ == "__main__":
    main()
