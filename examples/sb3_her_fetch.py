# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""FetchReach by hindsight experience replay: SAC of Stable-Baselines3 on 8 environments.

Needs ``pip install 'parallel_pool[robotics,sb3]'``. Run ``python examples/sb3_her_fetch.py``. The
replay buffer asks the pool what its steps would have earned with other goals. After 12,000
steps the arm reaches all goals.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from parallel_pool import sb3
from stable_baselines3 import SAC, HerReplayBuffer


def success_rate(model: SAC, id: str, episodes: int) -> float:
    """The share of episodes that end at the goal."""
    envs = sb3.make_vec_env(id, n_envs=episodes, seed=1000)
    observations = envs.reset()
    while True:
        actions, _ = model.predict(observations, deterministic=True)
        observations, _, dones, infos = envs.step(actions)
        if dones.all():  # all episodes are equally long
            envs.close()
            return float(np.mean([info["is_success"] for info in infos]))


def main() -> None:
    """Trains, and tells how often the goal is reached."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--id", default="FetchReach-v4")
    parser.add_argument("--steps", type=int, default=12_000)
    parser.add_argument("--num-envs", type=int, default=8)
    given = parser.parse_args()
    torch.set_num_threads(1)
    envs = sb3.make_vec_env(given.id, n_envs=given.num_envs, seed=0)
    model = SAC(
        "MultiInputPolicy",
        envs,
        replay_buffer_class=HerReplayBuffer,
        replay_buffer_kwargs={"n_sampled_goal": 4, "goal_selection_strategy": "future"},
        learning_starts=1_000,
        train_freq=1,
        gradient_steps=-1,  # one for each transition
        learning_rate=1e-3,
        batch_size=256,
        gamma=0.95,
        seed=0,
        device="cpu",
    )
    done = 0
    while done < given.steps:
        model.learn(min(4_000, given.steps - done), reset_num_timesteps=False)
        done = model.num_timesteps
        print(f"{done} steps: {success_rate(model, given.id, 64):.0%} of goals are reached")
    envs.close()


if __name__ == "__main__":
    main()
