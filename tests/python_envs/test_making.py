# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Python environments by their ids: `gymnasium.make_vec`, and every function that makes pools."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import SyncVectorEnv
from parallel_pool.python_envs.vector_env import PythonVectorEnv
from parallel_pool.testing.compare import assert_same

ENTRY_POINT = "parallel_pool.faces.entry_points.python"
MODULE = """
import gymnasium
gymnasium.register("FromModule-v0", entry_point="tests.python_envs.toy_envs:Obedient",
                   max_episode_steps=3)
"""


@pytest.fixture
def module_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An id that exists once its module is imported."""
    (tmp_path / "module_with_an_id.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "module_with_an_id:FromModule-v0"
    gymnasium.registry.pop("FromModule-v0", None)
    sys.modules.pop("module_with_an_id", None)


@pytest.fixture
def vector_id() -> Iterator[str]:
    """An id whose vector entry point is ours, as users register it."""
    id = "made/OfOurs-v0"
    gymnasium.register(
        id,
        entry_point=gymnasium.spec("Pendulum-v1").entry_point,
        vector_entry_point=f"{ENTRY_POINT}:{id}",
        max_episode_steps=6,
        kwargs={"g": 5.0},
    )
    yield id
    gymnasium.registry.pop(id)


def play_beside_sync(envs: Any, make: Any, steps: int = 10) -> None:
    theirs = SyncVectorEnv([make] * envs.num_envs)
    assert_same(envs.reset(seed=2), theirs.reset(seed=2))
    theirs.action_space.seed(1)
    for _ in range(steps):
        actions = theirs.action_space.sample()
        assert_same(envs.step(actions), theirs.step(actions))
    envs.close()
    theirs.close()


def test_make_vec_of_any_environment() -> None:
    envs = gymnasium.make_vec("parallel_pool/Python-v0", 3, env="Pendulum-v1", num_workers=2, g=4.0)
    assert isinstance(envs, PythonVectorEnv)
    assert (envs.num_envs, envs.num_workers) == (3, 2)
    play_beside_sync(envs, partial(gymnasium.make, "Pendulum-v1", g=4.0))


def test_make_vec_of_functions_and_lists() -> None:
    def make() -> Any:
        return gymnasium.make("CartPole-v1")

    play_beside_sync(gymnasium.make_vec("parallel_pool/Python-v0", 2, env=make), make)
    envs = gymnasium.make_vec("parallel_pool/Python-v0", env=["CartPole-v1", "CartPole-v1"])
    play_beside_sync(envs, make)


def test_make_vec_of_ids_that_name_us(vector_id: str) -> None:
    for arguments in ({}, {"vectorization_mode": "vector_entry_point"}):
        envs = gymnasium.make_vec(vector_id, 3, **arguments)
        assert isinstance(envs, PythonVectorEnv)
        assert envs.spec.id == vector_id
        play_beside_sync(envs, partial(gymnasium.make, vector_id))
    envs = gymnasium.make_vec(vector_id, 2, max_episode_steps=2, g=1.0, autoreset_mode="SameStep")
    envs.reset()
    truncated = [envs.step(np.zeros((2, 1)))[3].tolist() for _ in range(2)]
    assert truncated == [[False] * 2, [True] * 2]
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    envs.close()


def test_make_vec_again_from_the_spec() -> None:
    envs = gymnasium.make_vec("parallel_pool/Python-v0", 3, env="CartPole-v1", num_workers=2)
    envs.close()
    twin = gymnasium.make_vec(envs.spec)
    assert (twin.num_envs, twin.num_workers) == (3, 2)
    twin.close()
    written = gymnasium.make_vec(gymnasium.envs.registration.EnvSpec.from_json(envs.spec.to_json()))
    assert json.loads(written.spec.to_json()) == json.loads(envs.spec.to_json())
    written.close()


def test_the_other_modes_of_make_vec() -> None:
    one = gymnasium.make("parallel_pool/Python-v0", env="CartPole-v1", max_episode_steps=9)
    assert isinstance(one.unwrapped, type(gymnasium.make("CartPole-v1").unwrapped))
    envs = gymnasium.make_vec(
        "parallel_pool/Python-v0", 2, vectorization_mode="sync", env="CartPole-v1"
    )
    assert isinstance(envs, SyncVectorEnv)
    envs.close()


@pytest.mark.parametrize("env_type", ["gymnasium", "gym", "dm"])
def test_make_with_a_module(module_id: str, env_type: Any) -> None:
    pool = parallel_pool.make(module_id, env_type, 3, backend="python", num_threads=2)
    assert pool.num_threads == 2
    pool.reset()
    for _ in range(3):
        last = pool.step(np.zeros(3, np.int64))
    ended = last.step_type == 2 if env_type == "dm" else last[3]
    assert ended.tolist() == [True] * 3
    pool.close()


def test_the_variants_of_make(module_id: str) -> None:
    for make in (parallel_pool.make_gymnasium, parallel_pool.make_gym, parallel_pool.make_dm):
        pool = make(module_id, num_envs=2, backend="python")
        assert pool.batch_size == 2
        pool.close()
    spec = parallel_pool.make_spec(module_id, backend="python", num_envs=2)
    assert spec.action_space == gymnasium.spaces.Discrete(9)
    assert parallel_pool.make_spec("CartPole-v1", backend="native").id == "CartPole-v1"


def test_unknown_modules_and_ids(module_id: str) -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        parallel_pool.make("no_such_module:FromModule-v0", backend="python")
    with pytest.raises(gymnasium.error.Error, match="Missing"):
        parallel_pool.make(f"{module_id.split(':')[0]}:Missing-v0", backend="python")
