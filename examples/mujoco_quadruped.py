# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A quadruped learns to walk: a task in NumPy, and PPO of Stable-Baselines3 on 64 simulations.

Needs ``pip install 'parallel_pool[sb3]'``. Run ``python examples/mujoco_quadruped.py``. The robot
is that of Gymnasium's Ant; the task is to walk along x at one metre a second.
"""
# ruff: noqa: D102 - the methods are those of `Task`

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Box
from parallel_pool.mujoco import Batch, Task, vector_env
from parallel_pool.sb3 import PoolVecEnv
from stable_baselines3 import PPO

SPEED = 1.0  # metres a second


class Walk(Task):
    """Walks along x; the episode ends if the robot falls on its back or leaps."""

    model = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / "ant.xml"
    frame_skip = 5
    max_episode_steps = 500
    observation_space = Box(-np.inf, np.inf, (27,), np.float64)

    def setup(self, sim: Batch) -> None:
        self.start = sim.qpos[0].copy()
        self.before = self.array("before")  # x before the step
        self.dt = sim.model.opt.timestep * self.frame_skip

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        for i, generator in zip(ids, generators, strict=True):
            sim.qpos[i] = self.start + generator.uniform(-0.1, 0.1, sim.model.nq)
            sim.qvel[i] = generator.normal(0, 0.1, sim.model.nv)

    def act(self, sim: Batch, ids: Any, actions: np.ndarray) -> None:
        self.before[ids] = sim.qpos[ids, 0]
        sim.ctrl[ids] = actions

    def observe(self, sim: Batch, ids: Any) -> np.ndarray:
        return np.concatenate((sim.qpos[ids, 2:], 0.1 * sim.qvel[ids]), axis=-1)

    def outcome(self, sim: Batch, ids: Any, actions: np.ndarray) -> Any:
        speed = (sim.qpos[ids, 0] - self.before[ids]) / self.dt
        height, up = sim.qpos[ids, 2], sim.xmat[ids, 1, 8]  # 1 where the torso is upright
        reward = np.minimum(speed, SPEED) + 0.2 * up - 0.02 * np.square(actions).sum(-1)
        fallen = (up < 0) | (height < 0.25) | (height > 1.2)
        return reward, fallen, {"speed": speed}


def walked(model: PPO, num_envs: int = 16) -> tuple[float, float]:
    """The mean speed of robots over an episode, and the share of them that stay upright."""
    upright, speeds = np.ones(num_envs, bool), np.zeros(num_envs)
    with vector_env(Walk, num_envs=num_envs, seed=1000) as envs:
        observations, _ = envs.reset()
        for _ in range(Walk.max_episode_steps):
            actions, _ = model.predict(observations, deterministic=True)
            observations, _, terminated, _, infos = envs.step(actions)
            upright &= ~terminated
            speeds += infos["speed"] * upright
    return float(speeds.mean() / Walk.max_episode_steps), float(upright.mean())


def main() -> None:
    """Trains, and tells how fast the robots walk."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=600_000)
    parser.add_argument("--num-envs", type=int, default=64)
    given = parser.parse_args()
    torch.set_num_threads(1)
    envs = vector_env(
        Walk, num_envs=given.num_envs, autoreset_mode="SameStep", record_episode_statistics=True
    )
    model = PPO(
        "MlpPolicy",
        PoolVecEnv(envs),
        n_steps=64,
        batch_size=1024,
        n_epochs=5,
        learning_rate=1e-3,
        gae_lambda=0.95,
        policy_kwargs={"log_std_init": -0.5},
        seed=0,
        device="cpu",
    )
    done, round_of = 0, given.num_envs * 64 * 25
    while done < given.steps:
        model.learn(min(round_of, given.steps - done), reset_num_timesteps=False)
        done = model.num_timesteps
        speed, upright = walked(model)
        minutes = time.process_time() / 60
        print(f"{done} steps, {minutes:.1f} CPU minutes: {speed:.2f} m/s, {upright:.0%} upright")
    envs.close()


if __name__ == "__main__":
    main()
