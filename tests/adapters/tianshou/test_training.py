# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Collectors, learning, the factory, and what the page and the examples show."""

from __future__ import annotations

import importlib
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from parallel_pool import compat
from parallel_pool.testing import assert_same

pytest.importorskip("tianshou", reason="needs Tianshou: `make test-adapters`")

import torch
from parallel_pool.tianshou import PoolEnvFactory, TianshouPool
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.data import AsyncCollector, Collector, CollectStats, VectorReplayBuffer
from tianshou.env import BaseVectorEnv, DummyVectorEnv, VectorEnvNormObs
from tianshou.highlevel.env import EnvFactoryRegistered, EnvMode, EnvPoolFactory, VectorEnvType
from tianshou.utils.net.common import Net

from tests.snippets import run_document

ROOT = Path(__file__).parents[3]
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Tianshou's and its dependencies' own
    pytest.mark.usefixtures("one_thread"),
]


class Policy(DiscreteQLearningPolicy):
    """Greedy, with the state that Tianshou's AsyncCollector needs."""

    def forward(self, batch: Any, state: Any = None, model: Any = None) -> Any:
        if state is None:
            state = np.zeros((len(batch.obs), 1), dtype=np.float32)
        return super().forward(batch, state, model)


def policy(space: Any) -> Policy:
    torch.manual_seed(0)
    return Policy(model=Net(state_shape=(4,), action_shape=2, hidden_sizes=[8]), action_space=space)


def collected(envs: BaseVectorEnv, **how: Any) -> VectorReplayBuffer:
    """What a Collector puts into its buffer."""
    envs.seed(5)
    buffer = VectorReplayBuffer(400, len(envs))
    collector = Collector[CollectStats](policy(envs.action_space[0]), envs, buffer)
    collector.reset()
    collector.collect(**how)
    return buffer


@pytest.mark.parametrize("how", [{"n_step": 120}, {"n_episode": 9}, {"n_step": 60, "random": True}])
def test_collector_collects_the_same(how: dict[str, Any]) -> None:
    """Transitions, infos included, as over the reference environments, wrapped too."""
    import gymnasium

    theirs = DummyVectorEnv([lambda: gymnasium.make("CartPole-v1") for _ in range(4)])
    buffers = collected(TianshouPool("CartPole-v1", 4), **how), collected(theirs, **how)
    one, other = (buffer[buffer.sample_indices(0)] for buffer in buffers)
    assert len(one) == len(other) > 0
    for key in ("obs", "act", "rew", "terminated", "truncated", "obs_next"):
        assert_same(one[key], other[key])
    assert_same(one.info.env_id, other.info.env_id)
    collected(VectorEnvNormObs(TianshouPool("CartPole-v1", 4)), n_step=40)


def test_async_collector() -> None:
    """Transitions of each environment follow each other, across episodes and calls."""
    envs = TianshouPool("CartPole-v1", 6, wait_num=2, num_threads=2, max_episode_steps=15)
    buffer = VectorReplayBuffer(600, 6)
    collector = AsyncCollector(policy(envs.action_space[0]), envs, buffer)
    collector.reset()
    for _ in range(3):
        stats = collector.collect(n_step=60)
        assert stats.n_collected_steps >= 60
    transitions = 0
    for part in buffer.buffers:
        rows = part.sample_indices(0)
        same = ~(part.terminated[rows[:-1]] | part.truncated[rows[:-1]])
        assert_same(part.obs[rows[1:]][same], part.obs_next[rows[:-1]][same])
        transitions += int(same.sum())
    assert transitions > 100
    collector.reset()
    assert envs.waiting_id == []


def test_factory() -> None:
    """Seeds as Tianshou's own factory draws them."""
    ours = PoolEnvFactory("CartPole-v1", max_episode_steps=9)
    theirs = EnvFactoryRegistered(
        task="CartPole-v1", venv_type=VectorEnvType.DUMMY, max_episode_steps=9
    )
    one, other = (
        factory.create_envs(num_training_envs=3, num_test_envs=2, seed=4)
        for factory in (ours, theirs)
    )
    assert type(one) is type(other)
    assert one.info() == other.info()
    for pool, reference in (
        (one.training_envs, other.training_envs),
        (one.test_envs, other.test_envs),
    ):
        assert isinstance(pool, TianshouPool)
        assert_same(pool.reset()[0], reference.reset()[0])
        for space, expected in zip(pool.action_space, reference.action_space, strict=True):
            assert space.sample() == expected.sample()
    watch = PoolEnvFactory("CartPole-v1", render_mode_watch="rgb_array")
    envs = watch.create_venv(1, EnvMode.WATCH)
    envs.reset()
    assert envs.render()[0].shape == (400, 600, 3)


def test_tianshous_own_envpool_factory() -> None:
    """It imports envpool, which `compat.install` provides."""
    compat.install()
    try:
        factory = EnvFactoryRegistered(
            task="CartPole-v1", venv_type=VectorEnvType.DUMMY, envpool_factory=EnvPoolFactory()
        )
        envs = factory.create_venv(4, EnvMode.TRAINING, seed=1)
        assert type(envs) is importlib.import_module("envpool").GymnasiumEnvPool
        collector = Collector[CollectStats](policy(envs.action_space), envs)
        collector.reset()
        assert collector.collect(n_episode=6).n_collected_episodes == 6
    finally:
        compat.uninstall()


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", ["tianshou_ppo.py", "tianshou_dqn_async.py"])
def test_examples_learn(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CartPole, with sync and with async pools: without training the mean return is about 20."""
    monkeypatch.chdir(tmp_path)
    assert runpy.run_path(str(ROOT / "examples" / name))["main"]() >= 150


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_async_example_learns_with_other_seeds(seed: int) -> None:
    """Threads make each run another one, so the recipe must be good, not the seed."""
    path = ROOT / "examples" / "tianshou_dqn_async.py"
    assert runpy.run_path(str(path))["main"](seed=seed) >= 150


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_document(ROOT / "docs" / "tianshou.md") == []
