# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""TorchRL's own check, its rollouts against single environments, its collectors, and misuse."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

pytest.importorskip("torchrl", reason="needs TorchRL: `make test-adapters`")

import torch
from gymnasium import spaces
from parallel_pool.torchrl import PoolEnv
from parallel_pool.torchrl.specs import observation_spec
from torchrl.collectors import Collector, MultiAsyncCollector
from torchrl.data import (
    Binary,
    Bounded,
    Categorical,
    Composite,
    MultiCategorical,
    Unbounded,
)
from torchrl.envs import Compose, GymEnv, RewardSum, StepCounter, TransformedEnv, check_env_specs

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # TorchRL's and its dependencies' own
    pytest.mark.usefixtures("one_thread"),
]


# A Box, images, Discrete observations, continuous actions, Dict observations.
IDS: list[tuple[str, dict[str, Any]]] = [
    ("CartPole-v1", {}),
    ("Pendulum-v1", {}),
    ("FrozenLake-v1", {}),
    ("Pong-v5", {}),
    ("BabyAI-GoToObj-v0", {"mission": "bytes"}),
    ("Taxi-v4", {}),
]


@pytest.mark.parametrize(("id", "options"), IDS, ids=[id for id, _ in IDS])
def test_its_own_check(id: str, options: dict[str, Any]) -> None:
    check_env_specs(PoolEnv(id, 3, seed=0, **options), seed=0)


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1", "FrozenLake-v1"])
def test_specs_are_those_of_gym_env(id: str) -> None:
    """A batch of TorchRL's own, with integers for Discrete spaces."""
    ours, theirs = PoolEnv(id, 2), GymEnv(id, categorical_action_encoding=True)
    for name in ("observation_spec", "action_spec", "reward_spec", "done_spec"):
        assert getattr(ours, name) == getattr(theirs, name).expand(2, *getattr(theirs, name).shape)


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1", "FrozenLake-v1"])
def test_a_rollout_equals_single_environments(id: str) -> None:
    """Seeds, last observations of episodes, resets of those that ended: bit for bit."""
    count, steps = 3, 260
    env = PoolEnv(id, count)
    env.set_seed(7)
    generator = torch.Generator().manual_seed(0)
    space = gymnasium.make(id).action_space

    def act(tensordict: Any) -> Any:
        if isinstance(space, gymnasium.spaces.Discrete):
            action = torch.randint(int(space.n), (count,), generator=generator)
        else:
            action = torch.rand((count, *space.shape), generator=generator) * 4 - 2
        return tensordict.set("action", action)

    rollout = env.rollout(steps, act, break_when_any_done=False)
    assert rollout.shape == (count, steps)
    assert rollout["next", "done"].any()
    for i in range(count):
        single = gymnasium.make(id)
        observation, _ = single.reset(seed=7 + i)
        for t in range(steps):
            row = rollout[i, t]
            assert np.array_equal(row["observation"].numpy(), observation)
            observation, reward, terminated, truncated, _ = single.step(row["action"].numpy()[()])
            step = row["next"]
            assert np.array_equal(step["observation"].numpy(), observation)
            assert step["reward"].item() == np.float32(reward)
            assert (step["terminated"].item(), step["truncated"].item()) == (terminated, truncated)
            assert step["done"].item() == (terminated or truncated)
            if terminated or truncated:
                observation, _ = single.reset()


def test_specs() -> None:
    assert isinstance(PoolEnv("CartPole-v1", 2).observation_spec["observation"], Bounded)
    assert isinstance(PoolEnv("Ant-v5", 2).observation_spec["observation"], Unbounded)
    assert isinstance(PoolEnv("CartPole-v1", 2).action_spec, Categorical)
    assert PoolEnv("CartPole-v1", 2).batch_size == (2,)


def test_every_kind_of_space() -> None:
    """As TorchRL's own conversion has them, but for one-hot vectors."""
    nested = spaces.Dict(
        {
            "numbers": spaces.MultiDiscrete([2, 3, 4]),
            "switches": spaces.MultiBinary(5),
            "boxes": spaces.Dict(
                {"bytes": spaces.Box(0, 255, (2,), np.uint8), "scalar": spaces.Box(-1, 1, ())}
            ),
        }
    )
    spec = observation_spec("It", nested, 3, None)
    spec.assert_is_in(spec.rand())
    for name, kind in {"numbers": MultiCategorical, "switches": Binary, "boxes": Composite}.items():
        assert isinstance(spec[name], kind)
        assert spec[name].shape[0] == 3
    assert spec["boxes", "scalar"].shape == (3,)
    assert spec["boxes", "bytes"].dtype == torch.uint8
    with pytest.raises(TypeError, match="no spec for the space Discrete\\(3, start=-1\\) of It"):
        observation_spec("It", spaces.Discrete(3, start=-1), 3, None)
    with pytest.raises(TypeError, match="observes \\['done'\\], but TorchRL has entries"):
        observation_spec("It", spaces.Dict({"done": spaces.Discrete(2)}), 3, None)


def test_observations_are_not_copied() -> None:
    """They lie in the pool's memory, which is not written again while somebody has them."""
    env = PoolEnv("CartPole-v1", 2, seed=0)
    state = env.reset()
    before = state["observation"].clone()
    for _ in range(20):
        env.rand_step(env.reset())
    assert torch.equal(state["observation"], before)


def test_transforms() -> None:
    env = TransformedEnv(
        PoolEnv("CartPole-v1", 4, seed=0, max_episode_steps=9), Compose(RewardSum(), StepCounter())
    )
    check_env_specs(env)
    rollout = env.rollout(40, break_when_any_done=False)
    ended = rollout["next", "done"]
    returns = rollout["next", "episode_reward"][ended]
    assert torch.equal(returns, rollout["next", "step_count"][ended].float())
    assert returns.max() == 9


def test_a_collector() -> None:
    env = PoolEnv("CartPole-v1", 8, seed=0)
    collector = Collector(env, None, frames_per_batch=160, total_frames=480)
    batches = list(collector)
    assert [batch.shape for batch in batches] == [(8, 20)] * 3
    one, other = batches[:2]
    kept = ~one["next", "done"][:, -1, 0]
    assert torch.equal(one["next", "observation"][:, -1][kept], other["observation"][:, 0][kept])
    collector.shutdown()


def _make() -> PoolEnv:
    torch.set_num_threads(1)
    return PoolEnv("CartPole-v1", 4, num_threads=1)


@pytest.mark.timeout(300)
def test_asynchronous_collectors() -> None:
    """Each process steps a pool of its own."""
    collector = MultiAsyncCollector(
        [_make, _make], None, frames_per_batch=80, total_frames=320, cat_results="stack"
    )
    frames = 0
    for batch in collector:
        assert batch.shape == (4, 20)
        frames += batch.numel()
    collector.shutdown()
    assert frames >= 320


def test_pools_made_elsewhere() -> None:
    """Environments in Python too."""
    envs = parallel_pool.make_python(
        "CartPole-v1", num_envs=2, num_workers=1, autoreset_mode="Disabled", seed=0
    )
    env = PoolEnv(envs)
    twin = PoolEnv("CartPole-v1", 2, seed=0)
    actions = torch.ones(2, dtype=torch.int64)
    for one in (env, twin):
        check_env_specs(one)
        one.set_seed(3)
    both = [one.step(one.reset().set("action", actions)) for one in (env, twin)]
    assert torch.equal(both[0]["next", "observation"], both[1]["next", "observation"])
    env.close()


def test_reset_options() -> None:
    env = PoolEnv("CartPole-v1", 2)
    state = env.reset(options={"low": 0.01, "high": 0.02})
    assert ((state["observation"] >= 0.01) & (state["observation"] <= 0.02)).all()
    same = env.reset(seed=5)["observation"]
    assert torch.equal(same, env.reset(seed=5)["observation"])
    with pytest.raises(TypeError, match=r"reset takes seed and options, got \['speed'\]"):
        env.reset(speed=2)


# --- Misuse -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"batch_size": 2}, "does not support batch_size: TorchRL steps all environments"),
        ({"autoreset_mode": "SameStep"}, "does not support autoreset_mode: TorchRL resets"),
        ({"array_type": "torch"}, "does not support array_type: PoolEnv always returns tensors"),
    ],
)
def test_options_that_it_sets_itself(option: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PoolEnv("CartPole-v1", 4, **option)


@pytest.mark.parametrize(
    ("id", "error", "message"),
    [
        ("Blackjack-v1", TypeError, "TorchRL takes no Tuple spaces, but the observation space of"),
        ("BabyAI-GoToObj-v0", TypeError, "takes no text, .* choose another observation"),
        ("simple_spread-v3", ValueError, "has several players in each environment"),
    ],
)
def test_spaces_that_it_can_not_express(id: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        PoolEnv(id, 2)


def test_unsuitable_pools() -> None:
    with pytest.raises(ValueError, match="needs a pool with autoreset_mode='Disabled', this one"):
        PoolEnv(parallel_pool.make("CartPole-v1"))
    with pytest.raises(TypeError, match=r"needs an id or a pool .*, got SyncVectorEnv"):
        PoolEnv(gymnasium.make_vec("Acrobot-v1", 1))
    envs = parallel_pool.make("CartPole-v1", autoreset_mode="Disabled")
    with pytest.raises(TypeError, match="got a pool and options \\(num_threads\\)"):
        PoolEnv(envs, num_threads=2)
    envs = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=2, autoreset_mode="Disabled")
    with pytest.raises(ValueError, match="this pool is async \\(batch_size 2 of 4\\)"):
        PoolEnv(envs)


def test_bad_actions() -> None:
    env = PoolEnv("CartPole-v1", 2, seed=0)
    state = env.reset()
    with pytest.raises(parallel_pool.InvalidActionError, match="env id 1"):
        env.step(state.set("action", torch.tensor([0, 5])))
    env.step(state.set("action", torch.tensor([0, 1])))


def test_closing() -> None:
    env = PoolEnv("CartPole-v1", 2)
    env.close()
    assert env.envs.closed
    env.close(raise_if_closed=False)


def test_a_mask_without_environments_resets_none() -> None:
    """As with TorchRL's own environments of several."""
    env = PoolEnv("CartPole-v1", 3, seed=0)
    first = env.reset()
    again = env.reset(first.clone().set("_reset", torch.zeros(3, 1, dtype=torch.bool)))
    assert torch.equal(again["observation"], first["observation"])
    assert "_reset" not in again.keys()  # noqa: SIM118 - a tensordict is no dict


def test_actions_that_numpy_does_not_have() -> None:
    env = PoolEnv("Pendulum-v1", 2, seed=0)
    actions = torch.tensor([[0.5], [1.0]], dtype=torch.bfloat16)
    assert env.step(env.reset().set("action", actions))["next", "reward"].isfinite().all()
