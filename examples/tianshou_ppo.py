# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tianshou's PPO learns CartPole through its high-level interface, on pools."""

from __future__ import annotations

from parallel_pool.tianshou import PoolEnvFactory
from tianshou.highlevel.config import OnPolicyTrainingConfig
from tianshou.highlevel.experiment import ExperimentConfig, PPOExperimentBuilder
from tianshou.highlevel.params.algorithm_params import PPOParams
from tianshou.highlevel.trainer import EpochStopCallbackRewardThreshold


def main(epochs: int = 3) -> float:
    """Trains, and returns the best mean return of ten test episodes."""
    builder = PPOExperimentBuilder(
        PoolEnvFactory("CartPole-v1"),
        ExperimentConfig(persistence_enabled=False, watch=False, device="cpu"),
        OnPolicyTrainingConfig(
            max_epochs=epochs,
            epoch_num_steps=20_480,
            num_training_envs=16,
            num_test_envs=10,
            test_step_num_episodes=10,
            buffer_size=2048,
            collection_step_num_env_steps=2048,
            batch_size=256,
            update_step_num_repetitions=6,
        ),
    )
    experiment = (
        builder.with_ppo_params(PPOParams(lr=1e-3, gae_lambda=0.95, ent_coef=0.0))
        .with_actor_factory_default(hidden_sizes=(64, 64))
        .with_critic_factory_default(hidden_sizes=(64, 64))
        .with_epoch_stop_callback(EpochStopCallbackRewardThreshold(475))
        .build()
    )
    result = experiment.run().trainer_result
    assert result is not None
    print(f"best mean return: {result.best_reward:.1f}")
    return float(result.best_reward)


if __name__ == "__main__":
    main()
