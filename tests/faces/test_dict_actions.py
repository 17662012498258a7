# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Actions as dicts that name their environments."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same


def twins(id: str, num_envs: int, **options: Any) -> tuple[Any, Any]:
    """Two equal pools, reset."""
    pools = [parallel_pool.make_gym(id, num_envs=num_envs, seed=1, **options) for _ in range(2)]
    for pool in pools:
        pool.reset()
    return pools[0], pools[1]


@pytest.mark.parametrize("flat", [False, True])
def test_ids_in_the_dict(flat: bool) -> None:
    one, other = twins("CartPole-v1", 4)
    ids = np.array([2, 0], dtype=np.int32)
    owners: dict[str, Any] = {"players.env_id": ids} if flat else {"players": {"env_id": ids}}
    actions = {"action": np.array([1, 0]), "env_id": ids, **owners}
    before = dict(actions)
    assert_same(one.step(actions), other.step(np.array([1, 0]), ids))
    assert actions.keys() == before.keys()  # it is the caller's
    one.send(actions)
    other.send(np.array([1, 0]), ids)
    assert_same(one.recv(), other.recv())


def test_env_id_argument_counts_more() -> None:
    one, other = twins("CartPole-v1", 4)
    actions = {"action": np.array([1, 0]), "env_id": np.array([0, 1])}
    assert_same(one.step(actions, [3, 2]), other.step(np.array([1, 0]), [3, 2]))


def test_action_alone_is_for_all() -> None:
    one, other = twins("Pendulum-v1", 3)
    actions = np.ones((3, 1), np.float32)
    assert_same(one.step({"action": actions}), other.step(actions))


def test_dict_space() -> None:
    """Entries are under ``action`` or next to the ids."""
    one, other = twins("Crowd-v0", 2)
    counts = np.bincount(owners_of(one, other), minlength=2)
    rows = {"choice": np.arange(counts.sum()) % 10, "finish": np.zeros(2, int)}
    expected = other.step(rows)
    ids = np.array([0, 1])
    result = one.step({"action": rows, "env_id": ids})
    assert_same({**result[4], "env_id": None}, {**expected[4], "env_id": None})
    counts = np.bincount(result[4]["players"]["env_id"], minlength=2)
    rows = {"choice": np.arange(counts.sum()) % 10, "finish": np.zeros(2, int)}
    assert_same(one.step({**rows, "env_id": ids})[:4], other.step(rows, ids)[:4])


def owners_of(*pools: Any) -> np.ndarray:
    """Resets the pools and returns the environments of the players."""
    for pool in pools:
        pool.async_reset(seed=3)
    owners = [pool.recv()[4]["players"]["env_id"] for pool in pools]
    assert_same(*owners)
    first: np.ndarray = owners[0]
    return first


def test_player_rows_find_their_environment() -> None:
    """Rows find their environment in any order; those of one environment keep their order."""
    one, other = twins("Crowd-v0", 4)
    owners = owners_of(one, other)
    rng = np.random.default_rng(0)
    for _ in range(20):
        ids = rng.permutation(4).astype(np.int32)
        choice = rng.integers(0, 10, len(owners))
        finish = np.zeros(4, int)
        in_order = np.concatenate([choice[owners == i] for i in ids])
        expected = other.step({"choice": in_order, "finish": finish}, ids)
        shuffled = rng.permutation(4)  # environments' blocks in another order
        given = np.concatenate([np.full((owners == i).sum(), i) for i in shuffled])
        rows = np.concatenate([choice[owners == i] for i in shuffled])
        actions = {"action": {"choice": rows, "finish": finish}, "players": {"env_id": given}}
        assert_same(one.step(actions, ids), expected)
        owners = np.sort(expected[4]["players"]["env_id"])


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ({}, r"must have the key 'action' .*, got \[\]"),
        ({"actions": [0, 0]}, "must have the key 'action'"),
        ({"env_id": [1]}, r"must have the key 'action' .*, got \['env_id'\]"),
        ({"act": [0], "env_id": [1]}, r"got \['act', 'env_id'\]"),
        ({"act": [0], "players.env_id": [1], 3: 0}, r"got \['act', 'players.env_id', 3\]"),
        ({"action": [0, 0], "id": 3}, "got \\['action', 'id'\\]"),
        ({"action": [0, 0], "players": {"id": 1}}, "must be a dict with the key env_id"),
        ({"action": [0, 0], "players": 3}, "must be a dict with the key env_id"),
        ({"action": [0], "env_id": np.array([0, 1])}, "2 environments"),
    ],
)
def test_refusals(actions: dict[str, Any], message: str) -> None:
    one, other = twins("CartPole-v1", 2)
    with pytest.raises(ValueError, match=message):
        one.step(actions)
    assert_same(one.step([1, 1]), other.step([1, 1]))  # nothing was stepped


def test_refusals_of_players() -> None:
    one, _ = twins("Crowd-v0", 3, max_num_players=1)
    rows = {"choice": [1, 2], "finish": [0, 0]}
    with pytest.raises(ValueError, match="contains environment 2, but env_id does not"):
        one.step({"action": rows, "players": {"env_id": [0, 2]}}, [0, 1])
    with pytest.raises(ValueError, match=r"players.env_id has 1 ids, but .* shape \(2,\)"):
        one.step({"action": rows, "players": {"env_id": [0]}}, [0, 1])
    with pytest.raises(IndexError, match="env id 7 is out of range"):
        one.step({"action": rows, "players": {"env_id": [0, 7]}}, [0, 1])
    lazy = parallel_pool.make_gym("Crowd-v0", num_envs=3, batch_size=2)
    lazy.async_reset()
    lazy.recv()
    with pytest.raises(
        ValueError, match=r"players\.env_id was given without env_id, which async mode needs"
    ):
        lazy.step({"action": rows, "players": {"env_id": [0, 1]}})
