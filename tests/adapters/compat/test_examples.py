# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's folder of examples, in our words: what they do with a pool."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import dm_env
import numpy as np
import pytest
from parallel_pool import compat


@pytest.fixture
def library() -> Iterator[Any]:
    compat.install()
    yield importlib.import_module("envpool")
    compat.uninstall()


def test_make_env(library: Any) -> None:
    """Both ways to make a pool print the same, and a spec tells the spaces."""
    for env_type, make in (("dm", library.make_dm), ("gym", library.make_gym)):
        assert str(library.make("Pong-v5", env_type=env_type)) == str(make("Pong-v5"))
    spec = library.make_spec("Pong-v5", num_envs=4)
    assert (spec.observation_space.high == 255).all()
    assert spec.action_space.n == spec.action_spec().num_values == 6
    assert np.all(spec.observation_spec().obs.maximum == 255)


def test_make_env_checks_infos(library: Any) -> None:
    """A step before any reset; there are no infos for debugging."""
    pytest.importorskip("mujoco", reason="needs mujoco: `make test-adapters`")
    pool = library.make_gym("Ant-v4")
    infos = pool.step(np.array([pool.action_space.sample()]), np.array([0]))[-1]
    assert infos.keys().isdisjoint({"qpos0", "qvel0"})


@pytest.mark.parametrize("env_type", ["gym", "dm"])
def test_env_step(library: Any, env_type: str) -> None:
    """Steps of all environments, then resets and steps of some, in any order."""
    pool = library.make("Pong-v5", env_type=env_type, num_envs=4)
    rng = np.random.default_rng(0)

    def seen(result: Any) -> tuple[np.ndarray, np.ndarray]:
        if env_type == "dm":
            return result.observation.obs, result.observation.env_id
        return result[0], result[-1]["env_id"]

    assert seen(pool.reset())[0].shape == (4, 4, 84, 84)
    for _ in range(30):
        pool.step(rng.integers(6, size=4))
    assert seen(pool.reset(np.array([1, 3])))[0].shape == (2, 4, 84, 84)
    observations, ids = seen(pool.step(np.array([0, 0, 2]), np.array([3, 2, 0])))
    assert observations.shape == (3, 4, 84, 84)
    assert ids.tolist() == [3, 2, 0]


@pytest.mark.parametrize("env_type", ["gym", "dm"])
@pytest.mark.parametrize("low", [False, True])
def test_env_step_async(library: Any, env_type: str, low: bool) -> None:
    """Half of the environments at a time, by `step` or by `send` and `recv`."""
    pool = library.make("Pong-v5", env_type=env_type, num_envs=8, batch_size=4)
    rng = np.random.default_rng(0)
    if low:
        pool.async_reset()
    result = pool.recv() if low else pool.reset()
    for _ in range(30):
        told = result.observation if env_type == "dm" else result[-1]
        ids = told.env_id if env_type == "dm" else told["env_id"]
        assert len(ids) == 4
        actions = rng.integers(6, size=4)
        if low:
            pool.send(actions, ids)
        result = pool.recv() if low else pool.step(actions, ids)


def test_acme(library: Any) -> None:
    """The wrapper that gives a pool to Acme: whole batches as time steps, specs from the spaces."""
    pytest.importorskip("mujoco", reason="needs mujoco: `make test-adapters`")
    pool = library.make("HalfCheetah-v4", env_type="gym", num_envs=3)
    count = len(pool.all_env_ids)
    assert count == 3
    space = pool.observation_space
    spec = dm_env.specs.BoundedArray(space.shape, np.float32, space.low, space.high, "observation")
    controls = pool.action_space
    dm_env.specs.BoundedArray(controls.shape, controls.dtype, controls.low, controls.high)
    observations, _ = pool.reset()
    rng = np.random.default_rng(0)
    for step in range(1, 1002):
        assert observations.shape == (count, *spec.shape)
        actions = rng.uniform(-1, 1, (count, *controls.shape)).astype(np.float32)
        observations, rewards, terminated, truncated, _ = pool.step(actions)
        over = terminated + truncated
        assert (over + 1).astype(np.int32).tolist() == [2 if step == 1000 else 1] * count
        assert (rewards.dtype, (1 - over).astype(np.float32).shape) == (np.float32, (count,))


def test_tianshou(library: Any) -> None:
    """What the collector of Tianshou's old releases does: steps and resets of some, by ids."""
    pool = library.make("CartPole-v1", num_envs=5, env_type="gym")
    assert pool.observation_space.shape == (4,)
    assert (pool.action_space.shape or pool.action_space.n) == 2
    assert len(pool) == 5
    observations, infos = pool.reset()
    ready = infos["env_id"]
    rng = np.random.default_rng(0)
    episodes = 0
    for _ in range(200):
        actions = rng.integers(2, size=len(ready))
        observations, _, terminated, truncated, infos = pool.step(actions, ready)
        assert infos["env_id"].tolist() == ready.tolist()
        over = ready[terminated | truncated]
        if len(over):
            observations[terminated | truncated], told = pool.reset(over)
            assert told["env_id"].tolist() == over.tolist()
            assert (told["elapsed_step"] == 0).all()
            episodes += len(over)
            if episodes > 20:
                ready = ready[:3]  # enough episodes: the others are left alone
    assert episodes > 20


def test_ppo_atari(library: Any) -> None:
    """Half of the games at a time; returns of whole games are counted from unclipped rewards."""
    pool = library.make(
        "Breakout-v5",
        env_type="gym",
        num_envs=4,
        batch_size=2,
        episodic_life=True,
        reward_clip=True,
    )
    assert (len(pool), int(np.prod(pool.observation_space.shape))) == (4, 4 * 84 * 84)
    returns, finished, lives = np.zeros(4), [], 0
    rng = np.random.default_rng(0)
    pool.async_reset()
    for _ in range(3000):
        observations, rewards, terminated, truncated, infos = pool.recv()
        assert observations.shape == (2, 4, 84, 84)
        over, ids = terminated + truncated, infos["env_id"]
        pool.send(rng.integers(pool.action_space.n, size=2), ids)
        assert rewards.max() <= 1
        returns[ids] += infos["reward"]
        lives += int(over.sum())
        ended = ids[over & (infos["lives"] == 0)]
        finished += returns[ended].tolist()
        returns[ended] = 0
        if len(finished) > 3:
            break
    assert len(finished) > 3
    assert lives >= 4 * len(finished)
    assert 0 <= np.mean(finished) < 10


def test_list_all_envs(library: Any) -> None:
    assert {"Pong-v5", "CartPole-v1"} <= {*library.list_all_envs()}
