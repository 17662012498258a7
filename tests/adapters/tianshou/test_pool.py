# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The pool beside Tianshou's own vector environment over the reference environments."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors, registry
from parallel_pool.testing import assert_same

from tests.families.facts import facts_of
from tests.support import PUBLIC_IDS

pytest.importorskip("tianshou", reason="Tianshou is not installed")
from parallel_pool.tianshou import TianshouPool
from tianshou.data import Batch
from tianshou.env import BaseVectorEnv, DummyVectorEnv

pytestmark = pytest.mark.filterwarnings("ignore")  # Tianshou's and its dependencies' own
NUM = 4
# Tianshou supports neither Tuple observations nor texts.
IDS = [
    id
    for id in PUBLIC_IDS
    if registry.find(id).reference
    and not id.startswith("Blackjack")
    and not facts_of(id).missing
    and registry.family_of(id).missing(registry.find(id)) is None
    and not any(
        part["kind"] == "Text"
        for part in registry.find(id).spec({})["observation"].get("children", ())
    )
]


def reference(id: str, **options: Any) -> DummyVectorEnv:
    name = registry.find(id).reference
    return DummyVectorEnv([lambda: gymnasium.make(name, **options) for _ in range(NUM)])


def result(values: Any) -> list[Any]:
    """What a call returned; rewards and probabilities, which are ints at times, as floats.

    Rows of infos hold Python's numbers, where some references have NumPy's of 32 bits.
    """
    parts = list(values)
    if len(parts) == 5:
        parts[1] = np.asarray(parts[1], dtype=np.float64)
    parts[-1] = [
        {
            key: float(value) if key == "prob" or isinstance(value, np.floating) else value
            for key, value in info.items()
        }
        for info in parts[-1]
    ]
    return parts


@pytest.mark.parametrize("id", IDS)
def test_rollouts_equal_those_of_the_references(id: str) -> None:
    """Whole steps, subsets in any order, and resets of what has ended."""
    ours = TianshouPool(id, NUM, max_episode_steps=7)
    theirs = reference(id, max_episode_steps=7)
    assert isinstance(ours, BaseVectorEnv)
    assert ours.seed(11) == theirs.seed(11)
    assert_same(result(ours.reset()), result(theirs.reset()))
    for step in range(30):
        ids = np.arange(NUM) if step % 3 else np.array([2, 0])
        actions = np.array([theirs.action_space[i].sample() for i in ids])
        assert_same(np.array([ours.action_space[i].sample() for i in ids]), actions)
        one, other = ours.step(actions, ids), theirs.step(actions, ids)
        assert_same(result(one), result(other))
        done = ids[one[2] | one[3]]
        if len(done):
            assert_same(result(ours.reset(done)), result(theirs.reset(done)))
    ours.close()


def test_reset_arguments() -> None:
    """A seed goes to each environment alike, and options too, as Tianshou has it."""
    ours, theirs = TianshouPool("CartPole-v1", NUM), reference("CartPole-v1")
    for arguments in ({"seed": 5}, {"env_id": 2}, {"env_id": [3, 1], "seed": 7, "options": None}):
        assert_same(result(ours.reset(**arguments)), result(theirs.reset(**arguments)))
    options = {"low": 0.01, "high": 0.02}
    assert_same(result(ours.reset(options=options)), result(theirs.reset(options=options)))
    assert ours.seed([3, 1, 4, 1]) == theirs.seed([3, 1, 4, 1])
    assert_same(result(ours.reset()), result(theirs.reset()))
    with pytest.raises(TypeError, match=r"reset takes env_id, seed and options, got \['sed'\]"):
        ours.reset(sed=3)


def test_attributes() -> None:
    pool = TianshouPool("Pendulum-v1", 3, g=9.81, num_threads=1)
    assert (len(pool), pool.env_num, pool.wait_num, pool.timeout) == (3, 3, 3, None)
    assert (pool.is_async, pool.is_closed, pool.ready_id, pool.waiting_id) == (
        False,
        False,
        [0, 1, 2],
        [],
    )
    assert pool.get_env_attr("g", 1) == [9.81]
    assert pool.get_env_attr("g", [0, 2]) == [9.81, 9.81]
    assert [space.shape for space in pool.action_space] == [(1,)] * 3
    assert [space.shape for space in pool.observation_space] == [(3,)] * 3
    assert pool.spec[0].max_episode_steps == 200
    assert "render_modes" in pool.metadata[0]
    pool.reset(seed=1)
    pool.set_env_attr("np_random", np.random.default_rng(3), [0, 2])
    observations, _ = pool.reset()
    assert_same(observations[0], observations[2])
    assert (observations[0] != observations[1]).any()
    with pytest.raises(AttributeError, match="'g' of Pendulum-v1 environments cannot be set"):
        pool.set_env_attr("g", 3.0)
    with pytest.raises(AttributeError, match="no attribute 'sutton'"):
        pool.get_env_attr("sutton")


def test_render() -> None:
    pool = TianshouPool("CartPole-v1", 2, render_mode="rgb_array")
    pool.reset()
    assert [frame.shape for frame in pool.render()] == [(400, 600, 3)] * 2
    blind = TianshouPool("CartPole-v1", 2)
    blind.reset()
    with pytest.warns(UserWarning, match="render"):
        assert blind.render() == [None, None]


def test_dict_observations_are_batches() -> None:
    """They are taken apart and put together as collectors do with arrays."""
    pool = TianshouPool("Broken-v0", 3, wait_num=2)
    observations, _ = pool.reset(seed=0)
    assert isinstance(observations, Batch)
    assert (len(observations), observations.position.shape) == (3, (3, 2))
    part, _ = pool.reset([1])
    observations[[1]] = part
    assert_same(observations.position[1], part.position[0])
    assert isinstance(pool.step([0, 1, 1])[0], Batch)


# --- Asynchronous mode ----------------------------------------------------------------------------


def test_async_trajectories() -> None:
    """Each environment goes its way, whatever the order; resets come between steps in flight."""
    pool = TianshouPool("CartPole-v1", 6, wait_num=2, num_threads=2)
    single = [gymnasium.make("CartPole-v1") for _ in range(6)]
    pool.seed(3)
    observations, infos = pool.reset()
    assert infos.tolist() == [{}] * 6
    for i, env in enumerate(single):
        env.reset(seed=3 + i)
        assert_same(observations[i], env.reset()[0])
    ids, rng = np.arange(6), np.random.default_rng(0)
    pending: dict[int, int] = {}
    for _ in range(200):
        actions = rng.integers(0, 2, len(ids))
        pending |= dict(zip(ids.tolist(), actions.tolist(), strict=True))
        rows = pool.step(actions, ids)
        ids = np.array([info["env_id"] for info in rows[4]])
        assert len(ids) >= 2
        assert sorted([*pool.waiting_id, *pool.ready_id]) == list(range(6))
        assert set(ids.tolist()) <= set(pool.ready_id)
        for row, env_id in enumerate(ids.tolist()):
            expected = single[env_id].step(pending.pop(env_id))
            assert_same(rows[0][row], expected[0])
            assert (rows[1][row], rows[2][row], rows[3][row]) == expected[1:4]
        done = ids[rows[2] | rows[3]]
        if len(done):
            fresh, _infos = pool.reset(done)
            for row, env_id in enumerate(done.tolist()):
                assert_same(fresh[row], single[env_id].reset()[0])


def test_async_waiting() -> None:
    """`step(None)` waits; what is in flight cannot be touched, and is thrown away by a reset."""
    pool = TianshouPool("Screens-v0", 4, wait_num=1, num_threads=2, slow_ms=300)
    assert pool.is_async
    pool.reset()
    with pytest.raises(ValueError, match="nothing is being stepped: send actions first"):
        pool.step(None)
    rows = pool.step([3, 0, 0, 0])  # the first sleeps
    assert 1 <= len(rows[4]) <= 4
    assert 0 in pool.waiting_id
    with pytest.raises(errors.InFlightError, match=r"env id 0 is being stepped: wait for it with"):
        pool.step([0], [0])
    with pytest.raises(errors.InFlightError, match="env id 0 is being stepped"):
        pool.reset([0])
    while pool.waiting_id:
        pool.step(None, id=pool.waiting_id)
    pool.step([3, 0, 0, 0])
    observations, _ = pool.reset()
    assert pool.waiting_id == []
    assert len(observations) == 4


def test_timeout() -> None:
    """Rows that are done in time; at least one, however long it takes."""
    pool = TianshouPool("Screens-v0", 3, timeout=0.02, num_threads=3, slow_ms=300)
    assert pool.is_async
    pool.reset()
    rows = pool.step([0, 3, 0])
    assert sorted(info["env_id"] for info in rows[4]) == [0, 2]
    assert pool.waiting_id == [1]
    assert pool.step(None)[4][0]["env_id"] == 1


def test_failures() -> None:
    """Who failed must be reset; the others' rows come with the next step."""
    pool = TianshouPool("Screens-v0", 3, wait_num=2, num_threads=1, breaks=True)
    pool.reset()
    with pytest.raises(errors.EnvironmentFailure, match="button 2 is broken"):
        pool.step([2, 0, 0])  # one thread takes them in order, so this is in the first batch
    seen: list[int] = []
    while pool.waiting_id:
        seen += [info["env_id"] for info in pool.step(None)[4]]
    assert sorted(seen) == [1, 2]
    assert 0 in pool.ready_id
    with pytest.raises(errors.ResetNeededError):
        pool.step([0], [0])
    pool.reset([0])
    pool.step([0, 0, 0])


# --- Bad use, and the way out ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"wait_num": 3}, ValueError, "wait_num must be at most num_envs = 2, got 3"),
        ({"timeout": 0}, ValueError, "timeout must be positive or None, got 0"),
        (
            {"autoreset_mode": "SameStep"},
            ValueError,
            "Tianshou's collectors reset environments themselves",
        ),
        ({"batch_size": 1}, ValueError, "batch_size is called wait_num here, as in Tianshou"),
        ({"id": "Blackjack-v1"}, TypeError, "not support Tuple observations.*FlattenObservation"),
        ({"id": "Scripted-v0"}, TypeError, "does not support Tuple observations"),
        ({"id": "Crowd-v0"}, ValueError, "Crowd-v0 has several players in each environment"),
        ({"sutton_barto": True}, errors.InvalidOptionError, "did you mean 'sutton_barto_reward'"),
    ],
)
def test_refusals(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        TianshouPool(**({"id": "CartPole-v1", "num_envs": 2} | options))


def test_misuse() -> None:
    pool = TianshouPool("CartPole-v1", 2, max_episode_steps=1)
    pool.reset()
    with pytest.raises(
        ValueError,
        match="step needs actions unless the pool is asynchronous: make it with wait_num",
    ):
        pool.step(None)
    pool.step([0, 0])
    with pytest.raises(errors.ResetNeededError):
        pool.step([0, 0])
    pool.close()
    assert pool.is_closed
    with pytest.raises(errors.PoolClosedError):
        pool.reset()


def test_pickle() -> None:
    pool = TianshouPool("Pendulum-v1", 3, wait_num=2, g=5.0, seed=3)
    copy = pickle.loads(pickle.dumps(pool))
    copy.reset()
    assert copy.get_env_attr("np_random_seed", 0) != [3]  # the copy has no seed
    assert (len(copy), copy.wait_num, copy.get_env_attr("g", 0)) == (3, 2, [5.0])
    assert parallel_pool.list_all_envs()
