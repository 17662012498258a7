# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's folder of examples, in our words: what they do with a pool."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

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


def test_list_all_envs(library: Any) -> None:
    assert {"Pong-v5", "CartPole-v1"} <= {*library.list_all_envs()}
