# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""RLlib's env runners step pools, its PPO learns on them; and misuse."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

pytest.importorskip("ray.rllib", reason="needs RLlib: `make test-adapters`")

import torch
from gymnasium import VectorizeMode
from parallel_pool import rllib
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
from ray.tune.registry import ENV_CREATOR, _global_registry

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.usefixtures("cluster", "one_thread"),
]


def runner(env: str, num_envs: int, mode: VectorizeMode, **env_config: Any) -> SingleAgentEnvRunner:
    config = (
        PPOConfig()
        .environment(env, env_config=env_config)
        .env_runners(
            num_env_runners=0,
            num_envs_per_env_runner=num_envs,
            gym_env_vectorize_mode=mode,
            rollout_fragment_length=60,
        )
        .debugging(seed=0)
    )
    return SingleAgentEnvRunner(config=config, worker_index=0)


def test_the_vector_environment_is_a_pool() -> None:
    one = runner(rllib.register("CartPole-v1", num_threads=1), 6, VectorizeMode.VECTOR_ENTRY_POINT)
    pool = one.env.unwrapped
    assert isinstance(pool, parallel_pool.PoolVectorEnv)
    assert (pool.num_envs, pool.num_threads) == (6, 1)
    one.stop()


def test_runners_have_seeds_of_their_own() -> None:
    name = rllib.register("CartPole-v1", num_threads=1)
    config = (
        PPOConfig()
        .environment(name)
        .env_runners(
            num_envs_per_env_runner=3, gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT
        )
        .debugging(seed=5)
    )
    seeds: list[int] = []
    for index in (1, 2):
        one = SingleAgentEnvRunner(config=config, worker_index=index)
        one.sample(num_timesteps=3, random_actions=True)
        seeds += one.env.unwrapped.np_random_seed
        one.stop()
    assert seeds == [18, 19, 20, 21, 22, 23]


def test_episodes_equal_those_of_rllibs_own() -> None:
    """The same seeds and weights: observations, actions, rewards and ends, bit for bit."""
    name = rllib.register("CartPole-v1", num_threads=1)
    ours = runner(name, 3, VectorizeMode.VECTOR_ENTRY_POINT)
    theirs = runner("CartPole-v1", 3, VectorizeMode.SYNC)
    theirs.set_state({"rl_module": ours.get_state()["rl_module"]})
    episodes = []
    for one in (ours, theirs):
        torch.manual_seed(1)
        one.env.action_space.seed(1)
        one.env.reset(seed=0)
        episodes.append(one.sample(num_timesteps=180, random_actions=True, force_reset=True))
        one.stop()
    assert len(episodes[0]) == len(episodes[1]) > 3
    for one, other in zip(*episodes, strict=True):
        for part in ("get_observations", "get_actions", "get_rewards"):
            assert np.array_equal(getattr(one, part)(), getattr(other, part)())
        assert (one.is_terminated, one.is_truncated) == (other.is_terminated, other.is_truncated)


def creator(name: str) -> Any:
    """What RLlib's env runners call."""
    return _global_registry.get(ENV_CREATOR, name)


def test_env_config_changes_options() -> None:
    name = rllib.register("FrozenLake-v1", map_name="8x8", name="lake")
    assert name == "lake"
    pool = creator(name)({"num_envs": 2, "is_slippery": False})
    assert (pool.config["map_name"], pool.config["is_slippery"]) == ("8x8", False)


def test_single_environments() -> None:
    """What RLlib asks for in its other modes."""
    env = creator(rllib.register("CartPole-v1", num_threads=2))({})
    assert isinstance(env, gymnasium.Env)
    env.reset(seed=0)


@pytest.mark.timeout(600)
def test_the_example_learns() -> None:
    """A mean return that no untrained policy has, which is about 22."""
    assert runpy.run_path(str(ROOT / "examples" / "rllib_ppo.py"))["main"](8) >= 80


@pytest.mark.timeout(300)
def test_env_runners_in_processes() -> None:
    """An actor steps the pool."""
    assert runpy.run_path(str(ROOT / "examples" / "rllib_ppo.py"))["main"](1, 1) > 5


@pytest.mark.timeout(300)
def test_the_example_of_several_agents() -> None:
    """It trains on games of three agents; an update shows that it runs."""
    pytest.importorskip("pettingzoo")
    returns = runpy.run_path(str(ROOT / "examples" / "rllib_spread.py"))["main"](1, 100)
    assert len(returns) == 1
    assert -600 < returns[0] < 0


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "rllib.md") == []


# --- Misuse -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 2}, "does not support num_envs: it is RLlib's num_envs_per_env_runner"),
        ({"batch_size": 2}, "does not support batch_size: RLlib steps all environments"),
        ({"autoreset_mode": "SameStep"}, "does not support autoreset_mode: RLlib needs"),
        ({"array_type": "torch"}, "does not support array_type: RLlib takes NumPy arrays"),
        ({"seed": 1}, "does not support seed: set it by RLlib's AlgorithmConfig.debugging"),
    ],
)
def test_options_that_rllib_sets(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rllib.register("CartPole-v1", **options)


@pytest.mark.parametrize(
    ("id", "error", "message"),
    [
        ("BabyAI-GoToObj-v0", TypeError, "RLlib takes no text, but the observation space"),
        ("simple_spread-v3", ValueError, "has several players in each environment"),
        ("CartPole-v9", parallel_pool.UnknownEnvironmentError, "did you mean"),
    ],
)
def test_environments_that_it_can_not_use(id: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        rllib.register(id)
