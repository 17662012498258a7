# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Cloned environments continue exactly as those that they were copied from."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool import errors
from parallel_pool.testing import assert_same

from tests.driver import Driver, modes_of
from tests.support import IDS, PUBLIC_IDS, spread

CASES = [(id, mode) for id in IDS for mode in modes_of(id)]


@pytest.mark.parametrize(("id", "mode"), spread(CASES, PUBLIC_IDS, part=1))
def test_continuation(id: str, mode: str) -> None:
    """Clones equal loaded states, and their next steps are those of a twin that never cloned."""

    @given(
        seed=st.integers(0, 2**40),
        tasks=st.integers(0, 30),
        limit=st.one_of(st.none(), st.integers(1, 12)),
        threads=st.integers(1, 3),
        batch=st.integers(1, 4),
        moves=st.dictionaries(st.integers(0, 3), st.integers(0, 3), min_size=1),
    )
    @settings(max_examples=8)
    def goes_on(
        seed: int,
        tasks: int,
        limit: int | None,
        threads: int,
        batch: int,
        moves: dict[int, int],
    ) -> None:
        common: dict[str, Any] = {"autoreset_mode": mode, "max_episode_steps": limit}
        source = Driver(id, num_envs=4, **common)
        target = Driver(id, num_envs=4, num_threads=threads, batch_size=batch, **common)
        source.run(tasks, seed)
        target.run(tasks, seed)
        states = source.envs.get_state()
        target.envs.clone(np.array([*moves.values()]), [*moves])
        for env_id, original in moves.items():
            target.take_over(env_id, source, original)
        expected = [states[moves.get(i, i)] for i in range(4)]
        assert target.envs.get_state() == expected
        assert target.envs.np_random_seed == tuple(
            source.envs.np_random_seed[moves.get(i, i)] for i in range(4)
        )
        for _ in range(10):
            theirs = source.advance(set(moves.values()))
            ours = target.advance(moves)
            for env_id, original in moves.items():
                assert_same(ours[env_id], theirs[original], f"env {env_id}")
        source.envs.close()
        target.envs.close()

    goes_on()


@pytest.mark.parametrize("env_type", ["gymnasium", "gym", "dm"])
def test_faces(env_type: str) -> None:
    """Every face has it, with ids of any kind."""
    envs: Any = parallel_pool.make("CartPole-v1", env_type=env_type, num_envs=4, seed=0)
    envs.reset()
    before = envs.get_state()
    envs.clone((0, 0), np.array([2, 1], dtype=np.uint8))
    envs.clone([], [])
    assert envs.get_state() == [before[0], before[0], before[0], before[3]]


def test_all_at_once() -> None:
    """Parents of a new generation: the sources are as they were before the call."""
    envs = parallel_pool.make("Taxi-v3", num_envs=6, seed=2)
    envs.reset()
    before = envs.get_state()
    parents = [5, 0, 0, 3, 3, 1]
    envs.clone(parents, range(6))
    assert envs.get_state() == [before[i] for i in parents]


def test_a_seed_for_the_next_reset_is_copied() -> None:
    envs = parallel_pool.make("CartPole-v1", env_type="gym", num_envs=3)
    envs.reset(seed=1)
    envs.seed(50)
    envs.clone([2], [0])
    first = envs.reset()
    assert first[0].tolist() == first[2].tolist() != first[1].tolist()


def test_statistics_and_normalisation_are_copied() -> None:
    options: dict[str, Any] = {
        "record_episode_statistics": True,
        "normalize_reward": True,
        "max_episode_steps": 6,
        "seed": 0,
    }
    envs = parallel_pool.make("CartPole-v1", num_envs=3, **options)
    envs.reset()
    envs.step([0, 0, 0])
    envs.reset(env_id=[1])
    envs.clone([0, 1, 0], [1, 2, 0])
    rows = [envs.step([0, 0, 0]) for _ in range(5)]
    assert rows[-1][4]["episode"]["l"].tolist() == [6, 6, 0]
    assert rows[-1][3].tolist() == [True, True, False]
    assert all(row[1][0] == row[1][1] for row in rows)
    assert rows[0][1][2] == rows[0][1][0] or rows[0][1][2] > 0


def test_shared_generators_move_with_their_environments() -> None:
    envs = parallel_pool.make("Taxi-v3", num_envs=2, seed=4)
    envs.reset()
    first, second = envs.np_random
    first.random()  # before the copy
    envs.clone([0], [1])
    assert first.random(4).tolist() == second.random(4).tolist()


def test_a_failed_environment_becomes_a_good_one_again() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=2)
    envs.reset(seed=3)
    with pytest.raises(errors.EnvironmentFailure):
        envs.step([0, 3])
    with pytest.raises(errors.ResetNeededError, match="env id 1 failed: reset it first"):
        envs.clone([1], [0])
    envs.clone([0], [1])
    observations = envs.step([0, 0])[0]
    assert observations["inner"][0][0] == observations["inner"][0][1]


@pytest.mark.parametrize(
    ("from_ids", "to_ids", "error", "message"),
    [
        ([0, 4], [1, 2], IndexError, "env id 4 is out of range: this pool has 4 environments"),
        ([0], [-1], IndexError, "env id -1 is out of range"),
        ([0, 1], [2], ValueError, "as many to_ids as from_ids, got 2 from_ids and 1 to_ids"),
        ([0, 1], [2, 2], ValueError, "env id 2 appears twice in to_ids"),
        ([0.0], [1], TypeError, "from_ids must be a one-dimensional array or sequence of ints"),
        ([0], 1, TypeError, "to_ids must be a one-dimensional array or sequence of ints, got 1"),
        (None, [1], TypeError, "from_ids must be a one-dimensional array or sequence of ints"),
    ],
)
def test_refusals(from_ids: Any, to_ids: Any, error: type, message: str) -> None:
    """Nothing is changed, and the pool stays usable."""
    pools = [Driver("CartPole-v1", num_envs=4) for _ in range(2)]
    for pool in pools:
        pool.run(3, seed=5)
    before = pools[0].envs.get_state()
    with pytest.raises(error, match=message):
        pools[0].envs.clone(from_ids, to_ids)
    assert pools[0].envs.get_state() == before
    assert_same(pools[0].advance(range(4)), pools[1].advance(range(4)))


def test_environments_in_flight_or_never_reset() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=4)
    with pytest.raises(errors.ResetNeededError, match="env id 0 was never reset"):
        envs.clone([0], [1])
    envs.reset()
    envs.send([0], [2])
    for from_ids, to_ids in (([2], [0]), ([0], [2])):
        with pytest.raises(errors.InFlightError, match="env id 2 is in flight"):
            envs.clone(from_ids, to_ids)
    envs.clone([0], [1])
    envs.recv()
    envs.close()
    with pytest.raises(errors.PoolClosedError):
        envs.clone([0], [1])
