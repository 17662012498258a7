# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Stable-Baselines3's wrappers over a pool give what they give over its own environments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="needs stable-baselines3: `make test-adapters`")

from parallel_pool import sb3
from stable_baselines3.common import vec_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecEnv, VecNormalize, VecVideoRecorder
from stable_baselines3.ppo import PPO

from tests.adapters.sb3.sb3_twins import assert_same_rollout, twins

WRAPPERS: dict[str, Callable[[VecEnv], VecEnv]] = {
    "VecNormalize": lambda env: VecNormalize(env, gamma=0.9, clip_obs=2.0),
    "VecFrameStack": lambda env: vec_env.VecFrameStack(env, n_stack=3),
    "VecCheckNan": lambda env: vec_env.VecCheckNan(env, raise_exception=True),
    "both": lambda env: VecNormalize(vec_env.VecFrameStack(env, 2)),
}


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1"])
@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS.keys())
def test_wrapped_rollouts_equal(wrap: Callable[[VecEnv], VecEnv], id: str) -> None:
    own, expected = (wrap(env) for env in twins(id, 3, max_episode_steps=12))
    assert assert_same_rollout(own, expected, 60) >= 15


def test_vec_monitor(tmp_path: Path) -> None:
    """Which counts by itself, over a pool that does not."""
    own, expected = twins("CartPole-v1", 3, max_episode_steps=12)
    own = sb3.make_vec_env(
        "CartPole-v1", 3, seed=7, max_episode_steps=12, record_episode_statistics=False
    )
    own = vec_env.VecMonitor(own, str(tmp_path / "own"))
    with pytest.warns(UserWarning, match="already wrapped"):
        expected = vec_env.VecMonitor(expected, str(tmp_path / "expected"))
    assert assert_same_rollout(own, expected, 60) >= 15
    own.close(), expected.close()
    files = [(tmp_path / f"{name}.monitor.csv").read_text() for name in ("own", "expected")]
    rows = [[line.rsplit(",", 1)[0] for line in file.splitlines()[1:]] for file in files]
    assert rows[0] == rows[1]
    assert '"env_id": "parallel_pool/CartPole-v1"' in files[0]


def test_a_terminal_observation_can_be_normalised_in_place() -> None:
    """As VecNormalize does it; the next batch is not touched by it."""
    env = VecNormalize(sb3.make_vec_env("CartPole-v1", 2, seed=0, max_episode_steps=3))
    env.reset()
    for _ in range(3):
        *_, infos = env.step(np.zeros(2, dtype=int))
    first = infos[0]["terminal_observation"].copy()
    env.step(np.zeros(2, dtype=int))
    assert (infos[0]["terminal_observation"] == first).all()


def test_vec_video_recorder(tmp_path: Path) -> None:
    env = VecVideoRecorder(
        sb3.make_vec_env("CartPole-v1", 2, seed=0),
        str(tmp_path),
        record_video_trigger=lambda step: step == 0,
        video_length=5,
    )
    env.reset()
    for _ in range(7):
        env.step(np.zeros(2, dtype=int))
    env.close()
    assert [path.suffix for path in tmp_path.iterdir()] == [".mp4"]


def test_evaluate_policy() -> None:
    """Which asks whether there is a monitor, and gets the same returns."""
    own, expected = twins("CartPole-v1", 2, max_episode_steps=30)
    model = PPO("MlpPolicy", own, seed=0, device="cpu")
    results = []
    for env in (own, expected):
        env.seed(3)
        results.append(evaluate_policy(model, env, n_eval_episodes=6, return_episode_rewards=True))
    assert results[0] == results[1]
