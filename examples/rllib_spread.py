# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""RLlib's PPO teaches three particles to spread out, with one policy for all. Needs RLlib.

RLlib's wrapper of PettingZoo environments takes those of `parallel_pool.pettingzoo`.
"""

from __future__ import annotations

from parallel_pool.pettingzoo import parallel_env
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env

ID = "simple_spread-v3"
UPDATES, FRAMES = 30, 500


def main(updates: int = UPDATES, frames: int = FRAMES, seed: int = 0) -> list[float]:
    """Trains, and returns the mean return of an episode, of all agents together, by iteration."""
    register_env(ID, lambda config: ParallelPettingZooEnv(parallel_env(ID, **config)))
    config = (
        PPOConfig()
        .environment(ID)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=1)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *_, **__: "shared")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": RLModuleSpec()}))
        .training(
            train_batch_size=frames,
            minibatch_size=frames // 2,
            num_epochs=6,
            lr=1e-3,
            gamma=0.95,
            entropy_coeff=0.01,
        )
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    returns = []
    for update in range(updates):
        result = algorithm.train()["env_runners"]
        returns.append(float(result["episode_return_mean"]))
        print(f"update {update + 1}: mean return {returns[-1]:.1f}")
    algorithm.stop()
    return returns


if __name__ == "__main__":
    main()
