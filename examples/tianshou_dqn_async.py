# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tianshou's DQN learns CartPole; its AsyncCollector steps whichever environments are ready."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from parallel_pool.tianshou import TianshouPool
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import AsyncCollector, Collector, CollectStats, VectorReplayBuffer
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net


class Policy(DiscreteQLearningPolicy):
    """Epsilon-greedy, with a state: Tianshou 2.0's AsyncCollector takes no policy without one."""

    def forward(self, batch: Any, state: Any = None, model: Any = None) -> Any:
        """As the base class."""
        if state is None:
            state = np.zeros((len(batch.obs), 1), dtype=np.float32)
        return super().forward(batch, state, model)


def main(epochs: int = 15, seed: int = 0) -> float:
    """Trains, and returns the best mean return of ten test episodes."""
    torch.set_num_threads(1)  # small networks are slower with more
    torch.manual_seed(seed)
    training = TianshouPool("CartPole-v1", num_envs=10, wait_num=5, num_threads=2)
    test = TianshouPool("CartPole-v1", num_envs=10)
    training.seed(1_000 * seed)
    test.seed(1_000 * seed + 500)
    space = training.action_space[0]
    policy = Policy(
        model=Net(state_shape=(4,), action_shape=space.n, hidden_sizes=[128, 128]),
        action_space=space,
        eps_training=0.1,
        eps_inference=0.0,
    )
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=0.95,
        n_step_return_horizon=1,
        target_update_freq=200,
    )
    buffer = VectorReplayBuffer(20_000, len(training))
    collector = AsyncCollector(algorithm, training, buffer, exploration_noise=True)
    collector.reset()
    policy.set_eps_training(1.0)
    collector.collect(n_step=1_000)
    policy.set_eps_training(0.1)
    result = algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            test_collector=Collector[CollectStats](algorithm, test),
            max_epochs=epochs,
            epoch_num_steps=2_000,
            collection_step_num_env_steps=20,
            test_step_num_episodes=10,
            batch_size=64,
            update_step_num_gradient_steps_per_sample=0.5,
            stop_fn=lambda mean_return: mean_return >= 195,
            verbose=False,
            show_progress=False,
        )
    )
    print(f"best mean return: {result.best_reward:.1f}")
    return float(result.best_reward)


if __name__ == "__main__":
    main()
