# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Methods and attributes of the environments, rendering, seeds and reset options."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors

from tests.python_envs.toy_envs import END, GO_ON, Obedient


@pytest.fixture
def envs() -> Any:
    names = ["a", "b", "c", "d", "e"]
    pool = parallel_pool.make_python([partial(Obedient, name) for name in names], num_workers=2)
    pool.reset(seed=3)
    yield pool
    pool.close()


def test_attributes(envs: Any) -> None:
    assert envs.get_attr("name") == ("a", "b", "c", "d", "e")
    envs.set_attr("name", ["v", "w", "x", "y", "z"])
    assert envs.get_attr("name") == ("v", "w", "x", "y", "z")
    envs.set_attr("sleep_s", 0.5)
    assert envs.get_attr("sleep_s") == (0.5,) * 5
    with pytest.raises(ValueError, match="one for each of 5 environments, got 2"):
        envs.set_attr("name", [1, 2])
    with pytest.raises(AttributeError, match="nothing"):
        envs.get_attr("nothing")


def test_methods(envs: Any) -> None:
    envs.step([GO_ON] * 5)
    assert envs.call("add", 1, right=2) == (4,) * 5
    with pytest.raises(ValueError, match="called to fail") as caught:
        envs.call("fail")
    assert "in fail" in str(caught.value.__cause__)
    with pytest.raises(ValueError, match="use the pool's own method reset"):
        envs.call("reset")
    assert envs.call("add", 1) == (2,) * 5


def test_large_arguments_and_results(envs: Any) -> None:
    big = np.arange(1_000_000)
    envs.set_attr("name", [big] * 5)
    assert all((got == big).all() for got in envs.get_attr("name"))


def test_pictures(envs: Any) -> None:
    envs.step([GO_ON] * 5)
    pictures = envs.render()
    assert len(pictures) == 5
    assert (pictures[4] == np.ones((2, 2, 3), np.uint8)).all()
    assert len(envs.render([1, 3])) == 2


def test_idle_environments_only(envs: Any) -> None:
    envs.send([GO_ON] * 5)
    with pytest.raises(errors.InFlightError):
        envs.call("add", 1)
    envs.recv()
    assert envs.call("add", 1) == (2,) * 5


def test_generators(envs: Any) -> None:
    assert envs.np_random_seed == (3, 4, 5, 6, 7)
    draws = [generator.integers(1 << 30) for generator in envs.np_random]
    envs.np_random = [np.random.default_rng(9)] * 5
    assert len(set(draws)) == 5
    assert [generator.integers(99) for generator in envs.np_random] == [
        np.random.default_rng(9).integers(99)
    ] * 5


def test_seeds_of_resets() -> None:
    def draws(pool: Any, **arguments: Any) -> list[int]:
        return list(pool.reset(**arguments)[1]["draw"])

    one, two = (parallel_pool.make_python(Obedient, 3, seed=11) for _ in range(2))
    first = draws(one)
    assert first == draws(two, seed=11)
    assert draws(one) != first, "the seed is for the first reset"
    assert draws(two, seed=[13, 12, None])[:2] == [first[2], first[1]]
    assert draws(one, seed=1 << 90) == draws(two, seed=1 << 90)
    with pytest.raises(ValueError, match="one seed for each of 3"):
        one.reset(seed=[1, 2])
    one.close()
    two.close()


def test_reset_options(envs: Any) -> None:
    infos = envs.reset(options={"start": [1, 2]})[1]
    assert infos["options"]["start"].tolist() == [[1, 2]] * 5
    assert "options" not in envs.reset()[1]
    with pytest.raises(errors.EnvironmentFailure, match="asked to fail at reset"):
        envs.reset(options={"fail": True})
    envs.reset()


def test_masks_and_env_ids(envs: Any) -> None:
    envs.step([GO_ON] * 5)
    envs.step([GO_ON] * 5)
    mask = np.array([True, False, False, True, False])
    observations, infos = envs.reset(options={"reset_mask": mask})
    assert observations[:, 0].tolist() == [0, 2, 2, 0, 2]
    assert infos["_pid"].tolist() == mask.tolist()
    observations, infos = envs.reset(env_id=[4, 1])
    assert observations[:, 0].tolist() == [0, 0]
    assert infos["env_id"].tolist() == [4, 1]
    result = envs.step([GO_ON, END], [2, 0])
    assert result[0][:, 0].tolist() == [3, 1]
    assert result[2].tolist() == [False, True]


def test_an_explicit_reset_clears_a_pending_autoreset(envs: Any) -> None:
    envs.step([END] * 5)
    envs.reset(env_id=[1])
    assert envs.step([GO_ON] * 5)[0][:, 0].tolist() == [0, 1, 0, 0, 0]


def test_copies_and_specs(envs: Any) -> None:
    twin = pickle.loads(pickle.dumps(envs))
    assert twin.get_attr("name") == envs.get_attr("name")
    twin.close()


def test_wrappers_of_gymnasium() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        parallel_pool.make_python("CartPole-v1", 3, max_episode_steps=4)
    )
    envs.reset(seed=0)
    for _ in range(4):
        infos = envs.step(np.array([0, 1, 0]))[4]
    assert infos["episode"]["l"].tolist() == [4, 4, 4]
    envs.close()


def test_results_may_be_processed() -> None:
    def play(**options: Any) -> list[Any]:
        pool = parallel_pool.make_python("CartPole-v1", 3, max_episode_steps=5, **options)
        pool.reset(seed=0)
        results = [pool.step(np.array([0, 1, 0])) for _ in range(7)]
        pool.close()
        return results

    infos = play(record_episode_statistics=True)[4][4]
    assert infos["episode"]["r"].tolist() == [5.0] * 3
    same_step = play(record_episode_statistics=True, autoreset_mode="SameStep")[4][4]
    assert same_step["episode"]["l"].tolist() == [5] * 3
    normal = play(normalize_observation=True, normalize_reward=True)
    native = parallel_pool.make(
        "CartPole-v1",
        num_envs=3,
        max_episode_steps=5,
        normalize_observation=True,
        normalize_reward=True,
    )
    native.reset(seed=0)
    for result in normal:
        expected = native.step(np.array([0, 1, 0]))
        assert (result[0] == expected[0]).all()
        assert (result[1] == expected[1]).all()
    native.close()


def test_closed(envs: Any) -> None:
    envs.close()
    calls = {
        "call": lambda: envs.call("name"),
        "get_attr": lambda: envs.get_attr("name"),
        "set_attr": lambda: envs.set_attr("name", "a"),
        "render": envs.render,
    }
    for name, call in calls.items():
        with pytest.raises(errors.PoolClosedError, match=rf"^{name}\(\) was called on a closed"):
            call()
