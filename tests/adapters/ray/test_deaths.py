# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Any actor may die at any call: what is left equals a local pool with the same states."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool.testing import assert_same

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

import parallel_pool.ray
from parallel_pool.ray import ActorFailure, making

from tests.adapters.ray.in_process import InProcessActors


@pytest.fixture(autouse=True)
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Actors", InProcessActors)


def kill(pool: Any, actors: set[int]) -> None:
    pool._engine.remote._actors.dying |= actors


@settings(max_examples=40)
@given(st.data(), st.integers(1, 6))
def test_resuming_environments_lose_the_step_of_the_death_only(data: Any, count: int) -> None:
    """Saved with every row: the local pool leaves out the steps of dead actors."""
    actors = data.draw(st.integers(1, count))
    first = [count * k // actors for k in range(actors + 1)]
    ours = parallel_pool.ray.make(
        "CartPole-v1", count, num_actors=actors, seed=3, after_death="resume"
    )
    with parallel_pool.make("CartPole-v1", num_envs=count, seed=3) as local:
        shown = local.reset()[0]
        assert_same(ours.reset()[0], shown)
        for _ in range(8):
            dead = data.draw(st.sets(st.integers(0, actors - 1), max_size=2))
            lost = [i for k in dead for i in range(first[k], first[k + 1])]
            alive = [i for i in range(count) if i not in lost]
            kill(ours, dead)
            if alive:
                right = local.step([1] * len(alive), alive)
                shown[alive] = right[0]
            if not dead:
                assert_same(ours.step([1] * count)[:4], right[:4])
                continue
            with pytest.raises(ActorFailure) as caught:
                ours.step([1] * count)
            failure = caught.value
            assert sorted(failure.env_ids) == sorted(failure.lost_env_ids) == sorted(lost)
            assert sorted(failure.resumed_env_ids) == sorted(lost)
            assert_same(failure.resumed_observations, shown[failure.resumed_env_ids])
            if alive:
                assert failure.batch is not None
                assert failure.good_env_ids.tolist() == alive
                assert_same(failure.batch[:4], right[:4])
    ours.close()


@settings(max_examples=40)
@given(st.data(), st.integers(2, 7), st.integers(0, 99))
def test_rows_are_neither_lost_nor_doubled_in_async_mode(data: Any, count: int, seed: int) -> None:
    actors = data.draw(st.integers(1, count))
    batch = data.draw(st.integers(1, count - 1))
    InProcessActors.rng = np.random.default_rng(seed)
    ours = parallel_pool.ray.make("CartPole-v1", count, batch, actors, seed=3)
    ours.async_reset()
    for _ in range(15):
        kill(ours, data.draw(st.sets(st.integers(0, actors - 1), max_size=1)))
        before = ours.in_flight
        failed: list[int] = []
        try:
            good = ours.recv()[4]["env_id"].tolist()
        except parallel_pool.EnvironmentFailure as failure:
            good, failed = failure.good_env_ids.tolist(), failure.env_ids.tolist()
        assert len({*good, *failed}) == len(good) + len(failed) == min(batch, before)
        assert ours.in_flight == before - len(good) - len(failed)
        reset = []
        for i in good:  # its actor may have died since
            try:
                ours.send([0], [i])
            except parallel_pool.ResetNeededError:
                reset.append(i)
        if failed or reset:
            ours.async_reset(failed + reset)
        assert ours.in_flight == count
    ours.close()


@pytest.mark.parametrize("doomed", [1, 2, 3])
def test_actors_that_never_ran_are_replaced_unseen(doomed: int) -> None:
    """As when Ray puts the next actor on the dying node: its calls run in the one after it."""
    ours = parallel_pool.ray.make("CartPole-v1", 4, num_actors=2, seed=3, after_death="resume")
    with parallel_pool.make("CartPole-v1", num_envs=4, seed=3) as local:
        assert_same(ours.reset(), local.reset())
        kill(ours, {1})
        ours._engine.remote._actors.doomed[1] = doomed
        with pytest.raises(ActorFailure):
            ours.step([1] * 4)
        local.step([1] * 2, [0, 1])
        for _ in range(3):
            assert_same(ours.step([1] * 4), local.step([1] * 4))
    ours.close()


def test_actors_that_never_start_fail_their_rows() -> None:
    ours = parallel_pool.ray.make("CartPole-v1", 4, num_actors=2, seed=3, after_death="resume")
    ours.reset()
    kill(ours, {1})
    ours._engine.remote._actors.doomed[1] = 100
    for _ in range(2):
        with pytest.raises(ActorFailure) as caught:
            ours.step([1] * 4)
        assert caught.value.env_ids.tolist() == [2, 3]
    ours.close()
