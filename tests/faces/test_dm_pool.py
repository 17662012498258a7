# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The batched dm_env face against the EnvPool-style face, and its specs against its batches."""

from __future__ import annotations

import importlib.util
from typing import Any

import dm_env
import numpy as np
import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool import DmPool, errors
from parallel_pool.testing import assert_same

from tests.faces.play import IDS, Actor

ENVS = 5
ACTION = {"push": np.zeros(3, np.int64), "gears": np.zeros((3, 2), np.int64)}


def fields(record: Any) -> Any:
    """A named tuple of named tuples as dicts."""
    if hasattr(record, "_asdict"):
        return {name: fields(value) for name, value in record._asdict().items()}
    return record


def state_of(observations: Any, infos: dict[str, Any]) -> dict[str, Any]:
    """The expected fields of the observation."""
    own = {key: value for key, value in infos.items() if key != "elapsed_step"}
    # Players' own flags are in the discounts.
    flags = ("terminated", "truncated")
    own["players"] = {key: rows for key, rows in infos["players"].items() if key not in flags}
    return own | (observations if isinstance(observations, dict) else {"obs": observations})


def expected(result: tuple[Any, ...]) -> tuple[Any, ...]:
    """The time step for a batch of the EnvPool-style face, row by row."""
    observations, rewards, terminations, truncations, infos = result
    kinds, discounts = [], dict.fromkeys(range(ENVS), 1.0)
    for row, env in enumerate(infos["env_id"]):
        ended = terminations[row] or truncations[row]
        first = infos["elapsed_step"][row] == 0
        kinds.append(0 if first else 2 if ended else 1)
        discounts[env] = 0.0 if terminations[row] else 1.0
    players = infos["players"]
    by_player = np.array([discounts[env] for env in players["env_id"]], np.float32)
    if "terminated" in players:
        by_player = np.where(players["terminated"], 0.0, 1.0).astype(np.float32)
    return (
        np.array(kinds, np.int32),
        rewards,
        by_player,
        state_of(observations, infos),
    )


def actual(step: dm_env.TimeStep) -> tuple[Any, ...]:
    assert type(step) is dm_env.TimeStep
    return (step.step_type, step.reward, step.discount, fields(step.observation))


def test_an_info_sets_the_discount_to_zero() -> None:
    """The one that the environment's spec names, while the episode goes on."""
    for counts in (False, True):
        pool = parallel_pool.make_dm("Contradiction-v0", num_envs=3, calm_discounts=counts)
        steps = [pool.reset(), *(pool.step(ACTION) for _ in range(4))]
        for step in steps:
            assert (step.step_type != 2).all()
            expected = np.where(step.observation.calm, 0.0, 1.0) if counts else np.ones(3)
            assert np.array_equal(step.discount, expected)
        assert [bool(step.observation.calm[0]) for step in steps] == [False, True] * 2 + [False]


@pytest.mark.parametrize("id", IDS)
def test_steps_as_the_gym_face(id: str) -> None:
    """With all environments, with some, and after resets."""
    pool = parallel_pool.make_dm(id, num_envs=ENVS, seed=3, max_episode_steps=7)
    envs = parallel_pool.make_gym(
        id, num_envs=ENVS, seed=3, max_episode_steps=7, gym_reset_return_info=True
    )
    ids = np.arange(ENVS, dtype=np.int32)
    observations, infos = envs.reset()
    first = actual(pool.reset())
    assert_same(first[0], np.zeros(ENVS, np.int32))
    players = len(infos["players"]["env_id"])
    assert_same(first[1:3], (np.zeros(players, np.float32), np.ones(players, np.float32)))
    assert_same(first[3], state_of(observations, infos))
    actor = Actor(id)
    for i in range(60):
        if i % 20 == 19:
            ids = np.array([3, 0], dtype=np.int32)
            observations, infos = envs.reset(ids)
            assert_same(actual(pool.reset(ids))[3], state_of(observations, infos))
        actions = actor.act(infos, ids)
        result = envs.step(actions, ids)
        infos = result[4]
        assert_same(actual(pool.step(actions, ids)), expected(result))


@pytest.mark.parametrize("id", IDS)
def test_async(id: str) -> None:
    """Batches have some of the rows; `recv` after `async_reset` returns first steps."""
    pool = parallel_pool.make_dm(id, num_envs=4, batch_size=2, seed=0)
    pool.async_reset()
    actor = Actor(id)
    seen = np.zeros(4, int)
    for _ in range(2000):  # a busy machine may keep a row waiting
        if seen.sum() >= 60 and seen.all():
            break
        step = pool.recv(timeout=60)
        ids = step.observation.env_id
        assert (step.step_type[seen[ids] == 0] == 0).all()
        seen[ids] += 1
        infos = {"players": {"env_id": step.observation.players.env_id}}
        pool.send(actor.act(infos, ids), ids)
    assert seen.all()


@pytest.mark.parametrize("id", IDS)
def test_specs_describe_the_rows(id: str) -> None:
    """Each row of each field conforms to the field's spec."""
    pool = parallel_pool.make_dm(id, num_envs=3, seed=1)
    step = pool.reset()
    actor = Actor(id)
    for _ in range(20):
        conforms(step.observation, pool.observation_spec())
        conforms(step.reward, pool.reward_spec())
        conforms(step.discount, pool.discount_spec())
        infos = {"players": {"env_id": step.observation.players.env_id}}
        actions = actor.act(infos, range(3))
        conforms(actions, pool.action_spec())
        step = pool.step(actions)


def conforms(batch: Any, spec: Any) -> None:
    if isinstance(spec, dict):
        assert batch.keys() == spec.keys()
        for key in spec:
            conforms(batch[key], spec[key])
    elif isinstance(spec, tuple):
        assert len(batch) == len(spec)
        assert getattr(batch, "_fields", None) == getattr(spec, "_fields", None)
        for part, part_spec in zip(batch, spec, strict=True):
            conforms(part, part_spec)
    else:
        for row in batch:
            spec.validate(row)


def test_ends() -> None:
    """Discount 0 if the rules end an episode, 1 if a limit does, 0 if both do."""
    pool = parallel_pool.make_dm("Scripted-v0", num_envs=4, max_episode_steps=2)
    assert isinstance(pool, DmPool)
    assert isinstance(pool, dm_env.Environment)
    pool.reset()
    pool.step([0, 0, 0, 0])
    step = pool.step([0, 1, 2, 0])
    assert step.step_type.tolist() == [2, 2, 2, 2]
    assert step.discount.tolist() == [1.0, 0.0, 1.0, 1.0]
    step = pool.step([1, 1, 1, 1])
    assert step.step_type.tolist() == [0, 0, 0, 0]
    assert (step.reward.tolist(), step.discount.tolist()) == ([0.0] * 4, [1.0] * 4)
    assert step.step_type.dtype == np.int32


@pytest.mark.parametrize("mode", ["SameStep", "Disabled"])
def test_other_autoreset_modes_are_refused(mode: str) -> None:
    with pytest.raises(ValueError, match=f"must be 'NextStep' on the dm_env face.*got '{mode}'"):
        parallel_pool.make_dm("CartPole-v1", autoreset_mode=mode)


def test_members() -> None:
    """The members work as on the EnvPool-style face."""
    pool = parallel_pool.make("CartPole-v1", env_type="dm", num_envs=3, batch_size=2)
    assert (len(pool), pool.is_async, pool.all_env_ids.tolist()) == (3, True, [0, 1, 2])
    assert repr(pool).startswith("DmPool('CartPole-v1', num_envs=3, ")
    with pytest.raises(ValueError, match="reset takes env_id"):
        pool.reset(options={"reset_mask": np.ones(3, bool)})
    if importlib.util.find_spec("jax") is None:
        with pytest.raises(DependencyNotInstalled, match="xla\\(\\) needs JAX"):
            pool.xla()
    with pool:  # dm_env closes at the end
        pool.reset()
    assert pool.closed


def test_state() -> None:
    pool = parallel_pool.make_dm("Pendulum-v1", num_envs=2, seed=0, max_episode_steps=3)
    pool.reset()
    pool.step(np.zeros((2, 1)))
    other = parallel_pool.make_dm("Pendulum-v1", num_envs=2, max_episode_steps=3)
    other.set_state(None, pool.get_state())
    for _ in range(5):
        assert_same(actual(other.step(np.ones((2, 1)))), actual(pool.step(np.ones((2, 1)))))


def test_dict_actions_and_failures() -> None:
    pool = parallel_pool.make_dm("Scripted-v0", num_envs=3)
    pool.reset()
    with pytest.raises(errors.EnvironmentFailure) as caught:
        pool.step({"action": np.array([3, 0]), "env_id": np.array([1, 2])})
    batch: Any = caught.value.batch
    assert isinstance(batch, dm_env.TimeStep)
    assert batch.observation.env_id.tolist() == [2]
