# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Algorithms learn on a pool: the very same weights as on Stable-Baselines3's own environments."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from parallel_pool import sb3
from parallel_pool.testing.compare import assert_same
from stable_baselines3 import A2C, DQN, PPO, SAC
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import EvalCallback, StopTrainingOnRewardThreshold
from stable_baselines3.common.vec_env import VecEnv

from tests.adapters.sb3.sb3_twins import twins

SMALL: dict[str, Any] = {"policy_kwargs": {"net_arch": [16]}, "seed": 1, "device": "cpu"}
CASES: dict[str, tuple[type[BaseAlgorithm], str, dict[str, Any]]] = {
    "PPO": (PPO, "CartPole-v1", {"n_steps": 32, "batch_size": 32, "n_epochs": 2}),
    "PPO, continuous": (PPO, "Pendulum-v1", {"n_steps": 32, "batch_size": 32, "use_sde": True}),
    "PPO, discrete observations": (PPO, "FrozenLake-v1", {"n_steps": 32, "batch_size": 32}),
    "A2C": (A2C, "CartPole-v1", {}),
    "DQN": (DQN, "CartPole-v1", {"learning_starts": 40, "buffer_size": 400}),
    "SAC": (SAC, "Pendulum-v1", {"learning_starts": 40, "buffer_size": 400}),
    "SAC, time limits": (
        SAC,
        "MountainCarContinuous-v0",
        {"learning_starts": 40, "buffer_size": 400, "replay_buffer_kwargs": {}},
    ),
}


def learned(env: VecEnv, case: str, max_steps: int = 300) -> dict[str, Any]:
    """The weights after some updates."""
    algorithm, _, options = CASES[case]
    model = algorithm("MlpPolicy", env, **SMALL, **options)
    model.learn(max_steps)
    weights = {name: tensor.numpy() for name, tensor in model.policy.state_dict().items()}
    assert model.ep_info_buffer is not None
    episodes = [(episode["r"], episode["l"]) for episode in model.ep_info_buffer]
    return {"weights": weights, "episodes": episodes}


@pytest.mark.parametrize("case", CASES)
def test_the_same_weights(case: str) -> None:
    own, expected = twins(CASES[case][1], 4, max_episode_steps=30)
    assert_same(learned(own, case), learned(expected, case), case)


@pytest.mark.timeout(900)
def test_the_example_learns() -> None:
    """SAC under VecNormalize swings the pendulum up: untrained, the mean return is about -1200."""
    path = Path(__file__).parents[3] / "examples" / "sb3_sac_normalized.py"
    assert runpy.run_path(str(path))["main"]() >= -250


def test_cartpole_is_solved() -> None:
    """By PPO, within 100000 steps: the id's threshold, in the mean over 20 episodes."""
    env, evaluated = (sb3.make_vec_env("CartPole-v1", 8, seed=seed) for seed in (1, 2))
    stop = StopTrainingOnRewardThreshold(475)
    callback = EvalCallback(
        evaluated, callback_on_new_best=stop, n_eval_episodes=20, eval_freq=10_000 // 8, verbose=0
    )
    model = PPO(
        "MlpPolicy",
        env,
        n_steps=32,
        batch_size=256,
        n_epochs=20,
        gamma=0.98,
        gae_lambda=0.8,
        learning_rate=lambda left: 1e-3 * left,
        clip_range=0.2,
        seed=1,
        device="cpu",
    )
    model.learn(100_000, callback)
    assert callback.best_mean_reward >= 475
    assert evaluated.spec.reward_threshold == 475
