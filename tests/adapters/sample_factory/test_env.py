# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Sample Factory's batched layer takes pools, its trainer learns on them; and misuse."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

pytest.importorskip("sample_factory", reason="needs Sample Factory: `make test-adapters`")

import torch
from parallel_pool.sample_factory import PoolEnv, register
from sample_factory.algo.utils.context import global_env_registry
from sample_factory.algo.utils.make_env import (
    BatchedVecEnv,
    SequentialVectorizeWrapper,
    make_env_func_batched,
)
from sample_factory.utils.attr_dict import AttrDict

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Sample Factory's and its dependencies' own
    pytest.mark.usefixtures("one_thread"),
]


def made(id: str, num_envs: int, **options: Any) -> BatchedVecEnv:
    """As Sample Factory makes it in a worker."""
    name = register(id, num_envs, **options)
    return make_env_func_batched(AttrDict(env=name), AttrDict(worker_index=0))


class Pair(gymnasium.Env[Any, Any]):
    """Observes a dict of Boxes."""

    observation_space = gymnasium.spaces.Dict(
        {
            "bytes": gymnasium.spaces.Box(0, 255, (3,), np.uint8),
            "number": gymnasium.spaces.Box(-1, 1, (1,), np.float32),
        }
    )
    action_space = gymnasium.spaces.Box(-1, 1, (1,), np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        return {"bytes": np.zeros(3, np.uint8), "number": np.zeros(1, np.float32)}, {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observation = {"bytes": np.ones(3, np.uint8), "number": np.full(1, 0.5, np.float32)}
        return observation, 1.0, False, False, {}


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1"])
def test_equals_single_environments(id: str) -> None:
    count = 3
    envs = made(id, count)
    assert (envs.num_agents, envs.is_multiagent) == (3, True)
    envs.seed(2)
    observations, _ = envs.reset()
    singles = [gymnasium.make(id) for _ in range(count)]
    expected = np.stack([env.reset(seed=6 + i)[0] for i, env in enumerate(singles)])
    assert np.array_equal(observations["obs"].numpy(), expected)
    returns, ended = np.zeros(count), 0
    for _ in range(220):
        actions = np.stack([single.action_space.sample() for single in singles])
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for i, single in enumerate(singles):
            observation, reward, *flags, _ = single.step(actions[i])
            returns[i] += float(reward)
            assert infos[i].keys() == ({"episode"} if any(flags) else set())
            if any(flags):
                assert infos[i]["episode"]["r"] == pytest.approx(returns[i], rel=1e-9)
                returns[i], ended = 0, ended + 1
                observation, _ = single.reset()
            assert np.array_equal(observations["obs"][i].numpy(), observation)
            assert rewards[i].item() == np.float32(reward)
            assert [terminated[i].item(), truncated[i].item()] == flags
    assert ended > 0
    assert rewards.dtype == torch.float32
    envs.close()


def test_several_pools_in_a_worker() -> None:
    envs = []
    for env_id in range(2):
        env = made("CartPole-v1", 4, max_episode_steps=5)
        env.seed(env_id)
        envs.append(env)
    both = SequentialVectorizeWrapper(envs)
    observations, _ = both.reset()
    assert both.num_agents == 8
    assert len({row.numpy().tobytes() for row in observations["obs"]}) == 8
    for _ in range(5):
        *_, truncated, infos = both.step(np.tile([0, 1], 4))
    assert truncated.all()
    assert [info["episode"]["l"] for info in infos] == [5] * 8
    both.close()


def test_dict_observations() -> None:
    pool = parallel_pool.make_python(Pair, num_envs=2, num_workers=1, autoreset_mode="SameStep")
    envs = BatchedVecEnv(PoolEnv(pool))
    observations, _ = envs.reset()
    assert {name: tuple(part.shape) for name, part in observations.items()} == {
        "bytes": (2, 3),
        "number": (2, 1),
    }
    assert envs.step(torch.zeros((2, 1)))[0]["number"].tolist() == [[0.5], [0.5]]
    envs.close()


def test_names() -> None:
    assert (
        register("CartPole-v1", 2, name="other_rewards", sutton_barto_reward=True)
        == "other_rewards"
    )
    env = global_env_registry()["other_rewards"]("other_rewards", None, None, None)
    assert isinstance(env, PoolEnv)
    assert env.envs.config["sutton_barto_reward"] is True


def test_rendering() -> None:
    envs = PoolEnv("CartPole-v1", 2, render_mode="rgb_array")
    envs.reset(seed=0)
    assert envs.render().shape == (400, 600, 3)


@pytest.mark.timeout(600)
def test_the_example_learns() -> None:
    """An untrained policy has a mean return of about 22."""
    assert runpy.run_path(str(ROOT / "examples" / "sample_factory_appo.py"))["main"]() >= 100


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "sample_factory.md") == []


# --- Misuse -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"batch_size": 2}, "does not support batch_size: Sample Factory steps all"),
        ({"autoreset_mode": "NextStep"}, "does not support autoreset_mode: Sample Factory's"),
        ({"array_type": "torch"}, "does not support array_type: PoolEnv always returns tensors"),
    ],
)
def test_options_that_it_sets_itself(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        register("CartPole-v1", 4, **options)


@pytest.mark.parametrize(
    ("id", "error", "message"),
    [
        ("FrozenLake-v1", TypeError, "takes no Discrete spaces, .* choose another observation"),
        ("Blackjack-v1", TypeError, "takes no Tuple spaces, but the observation space of"),
        ("BabyAI-GoToObj-v0", TypeError, "takes no Discrete spaces"),
        ("simple_spread-v3", ValueError, "has several players in each environment"),
    ],
)
def test_spaces_that_it_can_not_express(id: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        register(id, 2)


def test_unsuitable_pools() -> None:
    with pytest.raises(ValueError, match="needs a pool with autoreset_mode='SameStep', this one"):
        PoolEnv(parallel_pool.make("CartPole-v1"))
    with pytest.raises(parallel_pool.UnknownEnvironmentError, match="did you mean"):
        register("CartPole-v9")


@pytest.mark.parametrize("seed", [np.int32(2_000_000_000), np.uint32(4_000_000_000)])
def test_seeds_of_numpy_do_not_wrap_around(seed: Any) -> None:
    env = PoolEnv("CartPole-v1", 3)
    given, expected = (env.reset(seed=one)[0]["obs"] for one in (seed, int(seed)))
    assert torch.equal(given, expected)


def test_infos_are_not_shared_between_steps() -> None:
    env = PoolEnv("CartPole-v1", 2)
    _, infos = env.reset(seed=0)
    infos[0]["mine"] = 1
    *_, infos = env.step(np.array([0, 0]))
    infos[1]["mine"] = 2
    assert env.step(np.array([0, 0]))[4] == [{}, {}]
