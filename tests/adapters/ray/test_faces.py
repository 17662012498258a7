# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's face and dm_env's of pools in actors equal those of one local pool bit for bit."""

from __future__ import annotations

from typing import Any

import dm_env
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
from tests.adapters.ray.test_equality import outcome, sizes

# By env_type; the last ones are environments in Python.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "gym": [{}, {"gym_reset_return_info": True}, {"legacy_step": True}],
    "dm": [{}],
}
IDS = ["CartPole-v1", "Pendulum-v1", "Taxi-v3", "Blackjack-v1"]


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Actors", InProcessActors)


def plain(value: Any) -> Any:
    """Time steps and their named tuples as what `assert_same` compares."""
    if isinstance(value, dm_env.TimeStep):
        return tuple(plain(one) for one in value)
    if hasattr(value, "_asdict"):
        return {name: plain(one) for name, one in value._asdict().items()}
    return value


def drive(data: Any, ours: Any, local: Any) -> None:
    """Draws calls and compares what both pools answer."""
    count = len(local)
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    space = local.spec.action_space
    space.seed(int(rng.integers(1000)))

    def both(name: str, *args: Any, **kwargs: Any) -> None:
        answers = [outcome(getattr(pool, name), *args, **kwargs) for pool in (ours, local)]
        assert_same(*[plain(one) for one in answers])

    def actions(rows: int) -> Any:
        return np.array([space.sample() for _ in range(rows)])

    if data.draw(st.booleans()):
        both("reset")  # otherwise the first step begins the episodes
    for _ in range(data.draw(st.integers(1, 10))):
        ids = rng.permutation(count)[: rng.integers(1, count + 1)].astype(np.int32)
        what = data.draw(
            st.sampled_from(["step", "step", "subset", "dict", "send", "reset", "seed"])
        )
        if what == "step":
            both("step", actions(count))
        elif what == "subset":
            both("step", actions(len(ids)), ids)
        elif what == "dict":
            both("step", {"action": actions(len(ids)), "env_id": ids})
        elif what == "reset":
            both("reset", data.draw(st.sampled_from([None, ids])))
        elif what == "seed":
            both("seed", data.draw(st.sampled_from([5, [*range(count)]])))
        else:
            both("send", actions(len(ids)), ids)
            assert ours.in_flight == local.in_flight == len(ids)
            both("recv")


@pytest.mark.usefixtures("in_process")
@settings(max_examples=60)
@given(st.data(), sizes(), st.sampled_from(IDS), st.sampled_from([*OPTIONS]))
def test_sync(data: Any, size: tuple[int, int], id: str, env_type: Any) -> None:
    count, actors = size
    options = data.draw(st.sampled_from(OPTIONS[env_type])) | {"seed": 3, "max_episode_steps": 5}
    with parallel_pool.make(id, env_type, count, **options) as local:
        ours = parallel_pool.ray.make(id, count, num_actors=actors, env_type=env_type, **options)
        assert ours.num_actors == actors
        assert isinstance(ours, type(local))
        assert ours.spec.observation_space == local.spec.observation_space
        assert ours.spec.action_space == local.spec.action_space
        drive(data, ours, local)
        ours.close()


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("env_type", [*OPTIONS])
def test_async(env_type: Any) -> None:
    """Each environment's rows are the same, whatever the batches."""
    histories: list[dict[int, list[Any]]] = []
    options: dict[str, Any] = {"seed": 3, "env_type": env_type}
    for pool in (
        parallel_pool.ray.make("CartPole-v1", 6, 2, num_actors=2, **options),
        parallel_pool.make("CartPole-v1", num_envs=6, batch_size=2, **options),
    ):
        of: dict[int, list[Any]] = {i: [] for i in range(6)}
        pool.async_reset()
        for _ in range(60):
            batch = pool.recv()
            if env_type == "dm":
                ids, seen = batch.observation.env_id, batch.observation.obs
                columns = (batch.step_type, batch.reward, batch.discount)
            else:
                seen, *columns, infos = batch  # type: ignore[assignment]
                ids = infos["env_id"]
                assert_same(infos["players"]["env_id"], ids)
            assert ids.dtype == np.int32
            for row, i in enumerate(ids):
                of[int(i)].append((seen[row], *[column[row] for column in columns]))
            pool.send(np.array([len(of[int(i)]) % 2 for i in ids], np.int32), ids)
        pool.close()
        histories.append(of)
    for i in range(6):
        shared = min(len(of[i]) for of in histories)
        assert shared > 0
        assert_same(histories[0][i][:shared], histories[1][i][:shared])


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("env_type", [*OPTIONS])
def test_states_and_a_dead_actor(env_type: Any) -> None:
    options: dict[str, Any] = {"seed": 3, "env_type": env_type}
    with parallel_pool.make("CartPole-v1", num_envs=4, **options) as local:
        ours = parallel_pool.ray.make("CartPole-v1", 4, num_actors=2, **options)
        actions = np.ones(4, np.int32)
        for pool in (ours, local):
            pool.reset(), pool.step(actions)
        states = ours.get_state()
        assert states == local.get_state()
        assert_same(plain(ours.step(actions)), plain(local.step(actions)))
        for pool in (ours, local):
            pool.set_state(None, states)
        assert_same(plain(ours.step(actions)), plain(local.step(actions)))
        ours._engine.remote._actors.dying |= {1}
        with pytest.raises(ActorFailure) as caught:
            ours.step(actions)
        assert caught.value.good_env_ids.tolist() == [0, 1]
        assert_same(plain(caught.value.batch), plain(local.step(actions[:2], np.arange(2))))
        with pytest.raises(parallel_pool.ResetNeededError, match="env id 2 was lost"):
            ours.step(actions)
        ours.close()


@pytest.mark.parametrize("env_type", [*OPTIONS])
@pytest.mark.usefixtures("in_process")
def test_environments_in_python(env_type: Any) -> None:
    options: dict[str, Any] = {"env_type": env_type, "seed": 3, "backend": "python"}
    with parallel_pool.make("CartPole-v1", num_envs=4, num_threads=1, **options) as local:
        ours = parallel_pool.ray.make("CartPole-v1", 4, num_actors=2, **options)
        assert isinstance(ours, type(local))
        assert ours.spec.observation_space == local.spec.observation_space
        assert_same(plain(ours.reset()), plain(local.reset()))
        for _ in range(20):
            actions = np.ones(4, np.int64)
            assert_same(plain(ours.step(actions)), plain(local.step(actions)))
        ours.close()


@pytest.mark.usefixtures("cluster")
def test_real_actors() -> None:
    with parallel_pool.make_gym("CartPole-v1", num_envs=4, seed=1) as local:
        ours = parallel_pool.ray.make("CartPole-v1", 4, num_actors=2, seed=1, env_type="gym")
        assert_same(ours.reset(), local.reset())
        for _ in range(3):
            assert_same(ours.step(np.ones(4, int)), local.step(np.ones(4, int)))
        assert len({one["pid"] for one in ours.actors()}) == 2
        ours.close()


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda e: e.render(), parallel_pool.PoolError, "pools in actors do not render"),
        (lambda e: e.xla(), parallel_pool.PoolError, r"pools in actors have no xla\(\)"),
        (lambda e: e.__reduce__(), TypeError, "pools in actors cannot be pickled"),
    ],
)
def test_refusals(call: Any, error: type[Exception], message: str) -> None:
    ours = parallel_pool.ray.make("CartPole-v1", 2, env_type="gym")
    with pytest.raises(error, match=message):
        call(ours)
    ours.close()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"env_type": "aec"}, ValueError, r"env_type must be one of \['gymnasium', 'gym', 'dm'\]"),
        ({"legacy_step": True}, parallel_pool.InvalidOptionError, "legacy_step"),
        ({"env_type": "dm", "autoreset_mode": "SameStep"}, ValueError, "must be 'NextStep'"),
        ({"env_type": "gym", "legacy_step": 3}, TypeError, "legacy_step must be a bool"),
    ],
)
@pytest.mark.usefixtures("in_process")
def test_bad_arguments(options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parallel_pool.ray.make("CartPole-v1", 2, **options)
