# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A refused call changes nothing, and Python code that runs within a call does no harm."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing import assert_same

from tests import registration  # noqa: F401 - registers the test environments
from tests.robustness.isolation import isolated
from tests.robustness.twins import Twins

# --- Resets and seeds -----------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [4, 2])
def test_a_refused_reset_discards_nothing(batch: int) -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=batch)
    envs.async_reset(seed=0)
    for bad in ({"options": {"low": "x"}}, {"options": {"low": 2.0}}, {"seed": [1, 2, -3, 4]}):
        with pytest.raises((TypeError, ValueError)):
            envs.reset(**bad)
        assert envs.in_flight == 4
    assert sum(len(envs.recv()[1]) for _ in range(4 // batch)) == 4


def test_a_refused_reset_does_not_use_up_the_seed() -> None:
    envs, twin = (parallel_pool.make("CartPole-v1", num_envs=3, seed=5) for _ in range(2))
    for options in ({"low": "x"}, {"low": 2.0}, {"up": 1}, 5):
        with pytest.raises((TypeError, ValueError)):
            envs.reset(options=options)
    assert envs.np_random_seed == (None, None, None)
    assert_same(envs.reset(), twin.reset())
    assert envs.np_random_seed == (5, 6, 7)
    assert_same(envs.reset(), twin.reset())


def test_the_seed_is_for_each_environments_first_reset() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=4, seed=[8, 7, None, 5])
    envs.reset(env_id=[3, 1])
    assert envs.np_random_seed == (None, 7, None, 5)
    envs.reset(env_id=[3, 2, 1, 0], seed=[None, 4, None, None])
    assert envs.np_random_seed == (8, 7, 4, 5)
    twin = parallel_pool.make("CartPole-v1", num_envs=4)
    twin.reset(seed=[8, 7, 4, 5])
    twin.reset(env_id=[1, 3])
    assert_same(envs.step([0] * 4), twin.step([0] * 4))


def test_another_seed_supersedes_it() -> None:
    envs, twin = (parallel_pool.make("CartPole-v1", num_envs=2, seed=s) for s in (5, None))
    assert_same(envs.reset(seed=1), twin.reset(seed=1))
    assert_same(envs.reset(), twin.reset())  # goes on in the stream


def test_the_seed_is_in_the_spec() -> None:
    for seed in (3, np.int64(3), [3, 4], np.array([3, 4]), (3, None)):
        envs = parallel_pool.make("CartPole-v1", num_envs=2, seed=seed)
        spec = gymnasium.envs.registration.EnvSpec.from_json(envs.spec.to_json())
        assert json.loads(envs.spec.to_json())["kwargs"]["seed"] in (3, [3, 4], [3, None])
        seeded = [one is not None for one in np.broadcast_to(np.array(seed, object), 2)]
        assert_same(gymnasium.make_vec(spec).reset()[0][seeded], envs.reset()[0][seeded])


@pytest.mark.parametrize(
    ("seed", "error", "message"),
    [
        (-1, ValueError, "a seed must be non-negative, got -1"),
        (True, TypeError, "seed must be an int, a sequence of them or None, got bool"),
        (1.0, TypeError, "seed must be an int, a sequence of them or None, got float"),
        ([1], ValueError, "seed must hold one seed for each of 2 environments, got 1"),
        ([1, -2], ValueError, "a seed must be non-negative, got -2"),
        ([1, "2"], TypeError, "a seed must be a non-negative int or None, got str"),
        ([True, 1], TypeError, "a seed must be a non-negative int or None, got bool"),
    ],
)
def test_bad_seeds_are_refused_by_make(seed: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}$"):
        parallel_pool.make("CartPole-v1", num_envs=2, seed=seed)
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    with pytest.raises(error, match=f"^{message}$"):
        envs.reset(seed=seed)


def test_a_negative_seed_of_a_later_environment() -> None:
    """Its seed would be -1 + 1."""
    twins = Twins("CartPole-v1")
    with pytest.raises(ValueError, match="a seed must be non-negative, got -1"):
        twins.envs.reset(seed=-1, env_id=[1])
    twins.still_equal()


def test_generators_are_set_all_or_none() -> None:
    twins = Twins("CartPole-v1")
    good = [np.random.default_rng(i) for i in range(4)]
    bad: list[tuple[Any, type[Exception]]] = [
        (good[:3], ValueError),
        ([*good, *good[:1]], ValueError),
        ([*good[:3], np.random.RandomState(0)], TypeError),
        ([*good[:3], np.random.Generator(np.random.MT19937(0))], TypeError),
        (7, TypeError),
    ]
    before = twins.envs.get_state()
    for value, error in bad:
        with pytest.raises(error):
            twins.envs.np_random = value
        assert twins.envs.get_state() == before
    twins.envs.send([0], [3])
    with pytest.raises(errors.InFlightError):
        twins.envs.np_random = good
    twins.envs.recv()
    twins.twin.step([0], [3])
    twins.still_equal()


# --- Arguments that only look like the right ones -------------------------------------------------


@pytest.mark.parametrize("name", ["batch_size", "num_threads", "chunk_size"])
@pytest.mark.parametrize("value", [False, "", [], 0.0, np.zeros(0), {}])
def test_false_is_not_zero(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{name} must be an int, got "):
        parallel_pool.make("CartPole-v1", num_envs=2, **{name: value})


@pytest.mark.parametrize("value", [None, 1, [], np.array(["NextStep"]), ["NextStep"], "nextstep"])
def test_autoreset_modes(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^autoreset_mode must be one of 'NextStep', "):
        parallel_pool.make("CartPole-v1", autoreset_mode=value)


@pytest.mark.parametrize("options", [5, "low", [("low", 0.0)], b"", np.zeros(2)])
def test_options_are_a_mapping(options: Any) -> None:
    twins = Twins("CartPole-v1")
    for call in (twins.envs.reset, twins.envs.async_reset):
        with pytest.raises(TypeError, match=r"^options must be a mapping or None, got "):
            call(options=options)
    twins.still_equal()


@pytest.mark.parametrize("name", [5, None, ("low",), b"low"])
def test_option_names_are_str(name: Any) -> None:
    twins = Twins("CartPole-v1")
    with pytest.raises(
        errors.InvalidOptionError, match=r"unknown reset option .*; known are: low, high"
    ):
        twins.envs.reset(options={name: 0.0})
    twins.still_equal()


# --- Python code within a call --------------------------------------------------------------------


class Calling:
    """An action array that calls something while it is converted."""

    def __init__(self, actions: Any, call: Any) -> None:
        self.actions = actions
        self.call = call

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        self.call()
        return np.asarray(self.actions)


@isolated
def test_a_call_within_a_call() -> None:
    twins = Twins("CartPole-v1")
    envs = twins.envs
    calls = {
        "step": lambda: envs.step([0] * 4),
        "send": lambda: envs.send([0] * 4),
        "recv": envs.recv,
        "reset": envs.reset,
        "async_reset": envs.async_reset,
        "get_state": envs.get_state,
        "in_flight": lambda: envs.in_flight,
    }
    for name, call in calls.items():
        with pytest.raises(
            errors.ConcurrentCallError, match=rf"^{name}\(\) was called while .*step"
        ):
            envs.step(Calling([0] * 4, call))
        twins.still_equal()


@isolated
def test_a_close_within_a_call() -> None:
    for threads in (1, 4):
        for call in ("step", "send"):
            envs = parallel_pool.make("Scripted-v0", num_envs=4, num_threads=threads)
            envs.reset(seed=0)
            with contextlib.suppress(errors.PoolClosedError):
                getattr(envs, call)(Calling([5] * 4, envs.close))
            with pytest.raises(errors.PoolClosedError):
                envs.step([0] * 4)
            del envs


@isolated
def test_actions_that_change_while_they_are_read() -> None:
    """Lists shrink and dicts lose keys while they are read."""
    envs = parallel_pool.make("Echo-v0", num_envs=2)
    envs.reset(seed=0)
    for _ in range(50):
        actions = envs.action_space.sample()
        pair: list[Any] = list(actions["pair"])
        pair[0] = Calling(pair[0], pair.clear)
        first = actions["number"]
        actions |= {"pair": pair, "number": Calling(first, lambda: None)}
        observations = envs.step(actions)[0]
        assert observations["number"].tolist() == first.tolist()
        changing = envs.action_space.sample()
        changing["number"] = Calling(changing["number"], changing.clear)
        with pytest.raises(ValueError, match=r"is missing$"):
            envs.step(changing)
    assert envs.in_flight == 0
    assert len(envs.reset()[0]["number"]) == 2
