# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""rl_games' published EnvPool wrapper and its runner, unmodified, for a few epochs."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs torch: `make test-adapters`")
pytest.importorskip("rl_games", reason="needs rl-games: `make test-adapters`")

from parallel_pool import compat

pytestmark = pytest.mark.filterwarnings("ignore")  # of torch and rl_games


@pytest.fixture(autouse=True)
def _installed() -> Iterator[None]:
    compat.install()
    yield
    compat.uninstall()
    assert "envpool" not in sys.modules


def test_wrapper() -> None:
    module: Any = importlib.import_module("rl_games.envs.envpool")
    env = module.create_envpool(env_name="CartPole-v1", num_actors=4, max_episode_steps=3)
    assert env.reset().shape == (4, 4)
    for step in range(1, 9):
        _, rewards, done, infos = env.step(np.zeros(4, int))
        assert (rewards.shape, done.tolist()) == ((4,), [step % 4 == 3] * 4)
        assert infos["time_outs"].tolist() == done.tolist()
    env = module.create_envpool(env_name="Screens-v0", num_actors=2, has_lives=True)
    env.reset()
    infos = env.step(np.zeros(2, int))[3]
    assert infos["scores"].tolist() == [2.0, 2.0]


def config(epochs: int) -> dict[str, Any]:
    """The runner's parameters: PPO with a small network."""
    network = {
        "name": "actor_critic",
        "separate": False,
        "space": {"discrete": {}},
        "mlp": {"units": [32], "activation": "tanh", "initializer": {"name": "default"}},
    }
    ppo = {
        "name": "pool",
        "env_name": "envpool",
        "env_config": {"env_name": "CartPole-v1", "seed": 1},
        "num_actors": 8,
        "horizon_length": 32,
        "minibatch_size": 64,
        "mini_epochs": 2,
        "max_epochs": epochs,
        "score_to_win": 10_000,
        "save_frequency": 0,
        "save_best_after": 1_000,
        "device": "cpu",
        "device_name": "cpu",
        "reward_shaper": {"scale_value": 1.0},
        "learning_rate": 1e-3,
        "lr_schedule": None,
        "ppo": True,
        "gamma": 0.99,
        "tau": 0.95,
        "grad_norm": 1.0,
        "entropy_coef": 0.01,
        "critic_coef": 2,
        "e_clip": 0.2,
        "clip_value": True,
        "truncate_grads": True,
        "normalize_advantage": True,
        "normalize_input": True,
        "normalize_value": True,
        "value_bootstrap": True,
        "print_stats": False,
    }
    return {
        "seed": 1,
        "algo": {"name": "a2c_discrete"},
        "model": {"name": "discrete_a2c"},
        "network": network,
        "config": ppo,
    }


def test_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three epochs; what the observer hears of are CartPole's episodes."""
    runner_module: Any = importlib.import_module("rl_games.torch_runner")
    monkeypatch.chdir(tmp_path)
    runner = runner_module.Runner()
    runner.load({"params": config(3)})
    runner.reset()
    agent = runner.algo_factory.create(runner.algo_name, base_name="run", params=runner.params)
    score, epoch = agent.train()
    assert epoch == 3
    assert 8 <= agent.game_rewards.get_mean()[0] <= 500
    assert agent.frame == 3 * 8 * 32
    del score


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("id", ["Ant-v4", "Humanoid-v5"])
def test_sac_of_robots(id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """rl_games' own configuration of SAC for EnvPool's Ant, and the same for Humanoid."""
    pytest.importorskip("mujoco", reason="needs mujoco: `make test-adapters`")
    yaml = pytest.importorskip("yaml", reason="comes with rl-games")
    package = Path(importlib.import_module("rl_games").__path__[0])
    file = package / "configs" / "mujoco" / "sac_ant_envpool.yaml"
    params = yaml.safe_load(file.read_text())["params"]
    few = {"num_actors": 8, "max_frames": 400, "num_warmup_frames": 80, "num_updates_per_step": 1}
    params["config"] |= {"device": "cpu", "device_name": "cpu", "batch_size": 32, **few}
    params["config"]["env_config"]["env_name"] = id
    module: Any = importlib.import_module("rl_games.torch_runner")
    monkeypatch.chdir(tmp_path)
    runner = module.Runner()
    runner.load({"params": params})
    runner.reset()
    agent = runner.algo_factory.create(runner.algo_name, base_name="run", params=runner.params)
    agent.train()
    assert [*tmp_path.glob("runs/*/nn/last*_frame_400_*.pth")]  # what it saves at the end
