# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""On EnvPool's and dm_env's faces, the first step of an environment begins its first episode."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors, registry
from parallel_pool.testing import assert_same

from tests.families.facts import facts_of
from tests.support import QUICK_IDS

IDS = [
    id
    for id in QUICK_IDS
    if not facts_of(id).missing and not registry.find(id).spec({})["multi_player"]
]


def actions_for(envs: Any, count: int) -> Any:
    """Any valid actions."""
    envs.action_space.seed(0)
    return np.array([envs.action_space.sample() for _ in range(count)])


@pytest.mark.parametrize("id", IDS)
def test_a_step_is_the_reset(id: str) -> None:
    ours, twin = (
        parallel_pool.make_gym(id, num_envs=3, seed=5, gym_reset_return_info=True) for _ in range(2)
    )
    actions = actions_for(ours, 3)
    observations, rewards, terminations, truncations, infos = ours.step(actions)
    expected, expected_infos = twin.reset()
    assert_same(observations, expected)
    assert_same(infos, expected_infos)
    assert not rewards.any()
    assert not (terminations | truncations).any()
    assert infos["elapsed_step"].tolist() == [0, 0, 0]
    assert_same(ours.step(actions), twin.step(actions))


def test_some_begin_while_others_go_on() -> None:
    envs = parallel_pool.make_gym("CartPole-v1", num_envs=3, num_threads=2)
    envs.reset(np.array([1]))
    infos = envs.step(np.ones(3, np.int64))[4]
    assert infos["elapsed_step"].tolist() == [0, 1, 0]
    infos = envs.step(np.ones(3, np.int64))[4]
    assert infos["elapsed_step"].tolist() == [1, 2, 1]


def test_actions_of_first_steps_are_ignored() -> None:
    envs = parallel_pool.make_gym("CartPole-v1", num_envs=2)
    envs.reset(np.array([0]))
    with pytest.raises(errors.InvalidActionError, match="env id 0: action is 7"):
        envs.step(np.array([7, 7]))
    assert envs.step(np.array([1, 7]))[4]["elapsed_step"].tolist() == [1, 0]


def test_async_batches_begin_by_send() -> None:
    envs = parallel_pool.make_gym("CartPole-v1", num_envs=4, batch_size=2)
    envs.send(np.zeros(4, np.int64), np.arange(4))
    seen = [envs.recv()[4] for _ in range(2)]
    assert sorted(int(id) for infos in seen for id in infos["env_id"]) == [0, 1, 2, 3]
    assert not any(infos["elapsed_step"].any() for infos in seen)


def test_dm_env_has_first_time_steps() -> None:
    envs = parallel_pool.make_dm("CartPole-v1", num_envs=2, seed=3)
    first = envs.step(np.zeros(2, np.int64))
    assert first.step_type.tolist() == [0, 0]
    assert envs.step(np.zeros(2, np.int64)).step_type.tolist() == [1, 1]


def test_gymnasium_s_face_wants_a_reset() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    with pytest.raises(errors.ResetNeededError, match="env id 0 was never reset"):
        envs.step(np.zeros(2, np.int64))


def test_a_pool_closes_at_the_end_of_a_block() -> None:
    for env_type in ("gymnasium", "gym", "dm"):
        with parallel_pool.make("CartPole-v1", env_type, num_envs=2) as envs:
            assert not envs.closed
        assert envs.closed
