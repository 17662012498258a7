# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool in any number of actors equals one local pool bit for bit."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool.testing import assert_same

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

import parallel_pool.ray
from parallel_pool.ray import making

from tests.adapters.ray.in_process import InProcessActors
from tests.python_envs.toy_envs import Infos

MODES = ["NextStep", "SameStep", "Disabled"]
CALLS = ["step", "step", "step", "subset", "send", "reset", "mask", "states"]
IDS = ["CartPole-v1", "Taxi-v3", "Pendulum-v1", "FrozenLake-v1", "Blackjack-v1"]


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Actors", InProcessActors)


def outcome(call: Any, *args: Any, **kwargs: Any) -> Any:
    """What a call returns, or the class and text of what it raises."""
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return type(error).__name__, str(error)


def drive_sync(data: Any, ours: Any, local: Any) -> None:
    """Draws calls and compares what both pools answer."""
    count = local.num_envs
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))

    def actions(rows: int) -> Any:
        return np.array([local.single_action_space.sample() for _ in range(rows)])

    local.single_action_space.seed(int(rng.integers(1000)))
    assert_same(outcome(ours.reset), outcome(local.reset))
    for _ in range(data.draw(st.integers(1, 12))):
        what = data.draw(
            st.sampled_from(["step", "step", "step", "subset", "send", "reset", "mask", "states"])
        )
        ids = [int(i) for i in rng.permutation(count)[: rng.integers(1, count + 1)]]
        if what == "step":
            args: Any = ("step", actions(count))
        elif what == "subset":
            args = ("step", actions(len(ids)), ids)
        elif what == "reset":
            seeds = data.draw(st.sampled_from([None, 7]))
            chosen = data.draw(st.sampled_from([None, ids]))
            both = [outcome(pool.reset, seed=seeds, env_id=chosen) for pool in (ours, local)]
            assert_same(*both)
            continue
        elif what == "mask":
            mask = np.isin(np.arange(count), ids)
            both = [outcome(p.reset, options={"reset_mask": mask.copy()}) for p in (ours, local)]
            assert_same(*both)
            continue
        elif what == "states":
            mine, theirs = outcome(ours.get_state, ids), outcome(local.get_state, ids)
            assert_same(mine, theirs)
            if isinstance(mine, list):
                other = [int(i) for i in rng.permutation(count)[: len(ids)]]
                both = [outcome(pool.set_state, other, mine) for pool in (ours, local)]
                assert_same(*[str(one) for one in both])
            continue
        else:
            first = actions(len(ids))
            assert_same(*[str(outcome(pool.send, first, ids)) for pool in (ours, local)])
            rest = [i for i in range(count) if i not in ids]
            if rest:
                second = actions(len(rest))
                assert_same(*[str(outcome(pool.send, second, rest)) for pool in (ours, local)])
            assert ours.in_flight == local.in_flight
            args = ("recv",)
        assert_same(
            outcome(getattr(ours, args[0]), *args[1:]), outcome(getattr(local, args[0]), *args[1:])
        )


@st.composite
def sizes(draw: Any) -> tuple[int, int]:
    count = draw(st.integers(1, 7))
    return count, draw(st.integers(1, count))


@pytest.mark.usefixtures("in_process")
@settings(max_examples=60)
@given(st.data(), sizes(), st.sampled_from(IDS), st.sampled_from(MODES))
def test_sync(data: Any, size: tuple[int, int], id: str, mode: str) -> None:
    count, actors = size
    options = {"seed": 3, "autoreset_mode": mode, "max_episode_steps": 5}
    with parallel_pool.make(id, num_envs=count, **options) as local:
        ours = parallel_pool.ray.make(id, count, num_actors=actors, **options)
        drive_sync(data, ours, local)
        ours.close()


@pytest.mark.usefixtures("in_process")
def test_the_state_of_an_ended_episode_still_needs_a_reset() -> None:
    options = {"seed": 3, "autoreset_mode": "Disabled", "max_episode_steps": 1}
    with parallel_pool.make("CartPole-v1", num_envs=3, **options) as local:
        ours = parallel_pool.ray.make("CartPole-v1", 3, num_actors=2, **options)
        told = []
        for pool in (ours, local):
            pool.reset()
            states = pool.get_state([0])
            pool.step(np.zeros(1, dtype=np.int64), [0])
            states += pool.get_state([0])  # of an episode that has ended
            pool.set_state([0, 2], states)  # the ended one goes to another actor
            told.append(outcome(pool.step, np.zeros(3, dtype=np.int64)))
        ours.close()
    assert told[0] == told[1]
    assert "env id 2's episode has ended" in told[0][1]


def compare_trajectories(ours: Any, local: Any, rows: int) -> None:
    """Runs both in async mode; each environment's rows must be the same whatever the batches."""
    histories: list[dict[int, list[Any]]] = []
    for pool in (ours, local):
        of: dict[int, list[Any]] = {i: [] for i in range(pool.num_envs)}
        pool.async_reset()
        received = 0
        while received < rows:
            observations, *rest, infos = pool.recv(timeout=60)
            ids = infos.pop("env_id")
            assert len(set(ids.tolist())) == len(ids) <= pool.batch_size
            for row, i in enumerate(ids):
                keys = {k for k in infos if f"_{k}" in infos and infos[f"_{k}"][row]}
                of[int(i)].append((observations[row], *[one[row] for one in rest], sorted(keys)))
            received += len(ids)
            pool.send(np.array([len(of[int(i)]) % 2 for i in ids]), ids)
            assert pool.in_flight == pool.num_envs
        histories.append(of)
    for i in histories[0]:
        shared = min(len(of[i]) for of in histories)
        assert_same(histories[0][i][:shared], histories[1][i][:shared], f"env {i}")


@pytest.mark.usefixtures("in_process")
@settings(max_examples=40)
@given(st.data(), st.integers(2, 9), st.integers(0, 99))
def test_async(data: Any, count: int, seed: int) -> None:
    actors = data.draw(st.integers(1, count))
    batch = data.draw(st.integers(1, count - 1))
    rows = data.draw(st.sampled_from([None, 1, 2, 8]))
    InProcessActors.rng = np.random.default_rng(seed)
    with parallel_pool.make("CartPole-v1", num_envs=count, batch_size=batch, seed=5) as local:
        ours = parallel_pool.ray.make(
            "CartPole-v1", count, batch, actors, seed=5, rows_per_call=rows
        )
        compare_trajectories(ours, local, 200)
        ours.close()


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    "wrong",
    [
        lambda e: e.step([0] * 4),
        lambda e: e.step([0, 2, 0]),
        lambda e: e.step([0, 1.5, 0]),
        lambda e: e.step([0], [9]),
        lambda e: e.step([0, 0], [1, 1]),
        lambda e: e.step([], []),
        lambda e: e.recv(),
        lambda e: (e.send([0], [1]), e.send([0], [1])),
        lambda e: (e.send([0], [1]), e.step([0] * 3)),
        lambda e: (e.send([0], [1]), e.get_state()),
        lambda e: e.recv(timeout=-1),
        lambda e: e.reset(options={"nothing": 1}),
        lambda e: e.reset(options={"low": "x"}),
        lambda e: e.reset(options={"low": 3.0, "high": 1.0}),
        lambda e: e.reset(seed="a"),
        lambda e: e.set_state([0], [b"nothing"]),
        lambda e: e.set_state([0], []),
        lambda e: (e.close(), e.step([0] * 3)),
    ],
)
def test_bad_calls_raise_the_same_and_step_nothing(wrong: Any) -> None:
    with parallel_pool.make("CartPole-v1", num_envs=3, seed=1) as local:
        ours = parallel_pool.ray.make("CartPole-v1", 3, num_actors=2, seed=1)
        assert outcome(ours.step, [0] * 3) == outcome(local.step, [0] * 3)  # never reset
        for pool in (ours, local):
            pool.reset()
        both = [outcome(wrong, pool) for pool in (ours, local)]
        assert both[0] == both[1]
        assert isinstance(both[0], tuple)
        if not local.closed:
            local.reset(seed=2)
            ours.reset(seed=2)
            assert_same(ours.step([1] * 3), local.step([1] * 3))
        ours.close()


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    "options",
    [
        {"normalize_observation": True, "normalize_reward": True},
        {"record_episode_statistics": True},
    ],
)
def test_processed_results(options: dict[str, Any]) -> None:
    with parallel_pool.make("CartPole-v1", num_envs=5, seed=1, **options) as local:
        ours = parallel_pool.ray.make("CartPole-v1", 5, num_actors=3, seed=1, **options)
        assert_same(ours.reset(), local.reset())
        for _ in range(60):
            both = [pool.step([1] * 5) for pool in (ours, local)]
            for *_, infos in both:
                infos.get("episode", {}).pop("t", None)  # seconds
            assert_same(*both)
        ours.close()


def kinds(step: int, rng: np.random.Generator) -> dict[str, Any]:
    """Infos that some rows have and others do not."""
    info: dict[str, Any] = {"draw": int(rng.integers(9)), "nested": {"part": np.arange(2.0)}}
    return info | ({"text": "odd"} if rng.integers(2) else {})


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("mode", [MODES[0], pytest.param(MODES[1], marks=pytest.mark.slow)])
def test_python_environments(mode: str) -> None:
    """With real actors, whose workers are processes of their own."""
    functions = [lambda i=i: Infos(kinds, 2 + i) for i in range(5)]
    local = parallel_pool.make_python(functions, num_workers=2, seed=4, autoreset_mode=mode)
    ours = parallel_pool.ray.make(functions, num_actors=2, seed=4, autoreset_mode=mode)
    assert_same(ours.reset(), local.reset())
    for _ in range(12):
        assert_same(ours.step([1] * 5), local.step([1] * 5))
    assert ours.get_attr("length") == local.get_attr("length")
    local.close()
    ours.close()


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("actors", [1, 2])
def test_real_actors(actors: int) -> None:
    """Of a family with large observations, whose arrays lie in Ray's object store."""
    with parallel_pool.make("CarRacing-v3", num_envs=6, seed=1) as local:
        ours = parallel_pool.ray.make("CarRacing-v3", 6, num_actors=actors, seed=1)
        assert_same(ours.reset(), local.reset())
        for _ in range(3):
            actions = np.full((6, 3), 0.3, np.float32)
            got = ours.step(actions)
            assert_same(got, local.step(actions))
            assert got[0].flags.writeable == (actors > 1)  # views of the store are read-only
        ours.close()


@pytest.mark.usefixtures("cluster")
def test_async_batches_of_one_actor_are_not_copied() -> None:
    ours = parallel_pool.ray.make("CarRacing-v3", 8, 2, num_actors=2, seed=1)
    ours.async_reset()
    for _ in range(6):
        observations, *_, infos = ours.recv(timeout=60)
        assert not observations.flags.writeable
        assert len(set(infos["env_id"] // 4)) == 1
        ours.send(np.zeros((2, 3), np.float32), infos["env_id"])
    ours.close()


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_real_actors_in_async_mode() -> None:
    with parallel_pool.make("CartPole-v1", num_envs=6, batch_size=3, seed=5) as local:
        ours = parallel_pool.ray.make("CartPole-v1", 6, 3, 2, seed=5)
        compare_trajectories(ours, local, 60)
        ours.close()


def test_it_is_a_vector_env() -> None:
    assert issubclass(parallel_pool.ray.RayVectorEnv, gymnasium.vector.VectorEnv)
