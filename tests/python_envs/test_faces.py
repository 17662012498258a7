# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every face gives for Python environments what it gives for the native ones that equal them."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool.errors import EnvironmentFailure, PoolError
from parallel_pool.testing.compare import assert_same

from tests.python_envs.toy_envs import GO_ON, RAISE, Fixed, Obedient


def play(pool: Any, steps: int, **reset: Any) -> list[Any]:
    results = [pool.reset(**reset)]
    rng = np.random.default_rng(1)
    results += [pool.step(rng.integers(0, 2, 4)) for _ in range(steps)]
    pool.close()
    return results


@pytest.mark.parametrize(
    ("env_type", "options"),
    [
        ("gymnasium", {}),
        ("gymnasium", {"autoreset_mode": "SameStep"}),
        ("gymnasium", {"array_type": "numpy", "normalize_reward": True}),
        ("gym", {}),
        ("gym", {"gym_reset_return_info": True}),
        ("gym", {"legacy_step": True}),
        ("dm", {}),
    ],
)
def test_cartpole_is_the_native_one(env_type: Any, options: dict[str, Any]) -> None:
    arguments = {"num_envs": 4, "max_episode_steps": 9, "seed": 5} | options
    ours = play(
        parallel_pool.make("CartPole-v1", env_type, backend="python", num_threads=2, **arguments),
        30,
    )
    assert_same(ours, play(parallel_pool.make("CartPole-v1", env_type, **arguments), 30))


@pytest.mark.parametrize("env_type", ["gym", "dm"])
def test_a_first_step_is_a_reset_as_in_every_pool(env_type: Any) -> None:
    arguments = {"num_envs": 3, "seed": 4}
    ours = parallel_pool.make("CartPole-v1", env_type, backend="python", **arguments)
    theirs = parallel_pool.make("CartPole-v1", env_type, **arguments)
    for _ in range(3):
        assert_same(ours.step(np.array([0, 1, 0])), theirs.step(np.array([0, 1, 0])))
    ours.close()
    theirs.close()


def test_dm_env_specs() -> None:
    ours = parallel_pool.make_python("CartPole-v1", 2, env_type="dm")
    theirs = parallel_pool.make_dm("CartPole-v1", num_envs=2)
    assert ours.observation_spec() == theirs.observation_spec()
    assert ours.action_spec() == theirs.action_spec()
    assert ours.reward_spec() == theirs.reward_spec()
    ours.close()


def test_envpool_s_members() -> None:
    pool = parallel_pool.make_python("CartPole-v1", 4, 2, 2, env_type="gym", seed=3)
    assert len(pool) == 4
    assert pool.is_async
    assert pool.config["num_envs"] == 4
    assert pool.spec.observation_space.shape == (4,)
    assert "CartPole-v1" in repr(pool)
    pool.async_reset()
    infos = pool.recv()[4]
    assert infos["env_id"].dtype == np.int32
    pool.send({"action": np.zeros(2, np.int64), "env_id": infos["env_id"]})
    twin = pickle.loads(pickle.dumps(pool))
    assert len(twin) == 4
    twin.close()
    pool.close()


def test_infos_without_masks() -> None:
    pool = parallel_pool.make_python(Obedient, 3, env_type="gym", gym_reset_return_info=True)
    infos = pool.reset()[1]
    assert infos["pid"].shape == (3,)
    assert "_pid" not in infos
    with pytest.raises(EnvironmentFailure) as caught:
        pool.step(np.array([GO_ON, RAISE, GO_ON]))
    assert caught.value.batch[4]["env_id"].tolist() == [0, 2]
    assert pool.render([0])[0].shape == (2, 2, 3)
    pool.close()


def test_refusals() -> None:
    with pytest.raises(ValueError, match="backend must be 'native' or 'python', got 'rust'"):
        parallel_pool.make("CartPole-v1", backend="rust")
    with pytest.raises(TypeError, match="chunk_size is an option of the native backend only"):
        parallel_pool.make("CartPole-v1", backend="python", chunk_size=3)
    with pytest.raises(ValueError, match="env_type must be one of"):
        parallel_pool.make_python("CartPole-v1", env_type="other")
    with pytest.raises(ValueError, match="autoreset_mode must be 'NextStep' on the dm_env face"):
        parallel_pool.make_python("CartPole-v1", env_type="dm", autoreset_mode="SameStep")
    with pytest.raises(TypeError, match="must be bools"):
        parallel_pool.make_python("CartPole-v1", env_type="gym", legacy_step=1)
    envs = parallel_pool.make("CartPole-v1", backend="native")
    envs.close()


def test_objects_have_no_dm_env_specs() -> None:
    with pytest.raises(PoolError, match="a space for which dm_env has no specs"):
        parallel_pool.make_python(
            partial(Fixed, spaces.Text(4), spaces.Discrete(2)), 2, env_type="dm"
        )
