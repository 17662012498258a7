# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The scalar dm_env facade: dm_env's own contract test for every id, and equality with the pool."""

from __future__ import annotations

import unittest
from collections.abc import Iterator
from typing import Any

import dm_env
import gymnasium
import numpy as np
import parallel_pool
import pytest
from dm_env import specs, test_utils
from parallel_pool import DmEnv, errors
from parallel_pool.faces.dm_specs import make_action_spec
from parallel_pool.spaces import single
from parallel_pool.testing import assert_same

from tests.faces.play import SINGLE_PLAYER, Actor

CASES = [name for name in dir(test_utils.EnvironmentTestMixin) if name.startswith("test_")]


def test_an_info_sets_the_discount_to_zero() -> None:
    """The one that the environment's spec names, while the episode goes on."""
    for counts in (False, True):
        env = DmEnv("Contradiction-v0", calm_discounts=counts)
        env.reset()
        action = {"push": 0, "gears": np.zeros(2, np.int64)}
        discounts = [env.step(action).discount for _ in range(4)]
        assert discounts == ([0.0, 1.0] * 2 if counts else [1.0] * 4)


def contract(id: str, steps: int) -> type[unittest.TestCase]:
    """dm_env's test case for an id, with its own actions over more than one episode."""

    class Contract(test_utils.EnvironmentTestMixin, unittest.TestCase):  # type: ignore[misc]
        def make_object_under_test(self) -> DmEnv:
            return DmEnv(id, seed=0, max_episode_steps=5)

        def make_action_sequence(self) -> Iterator[Any]:
            actor = Actor(id)
            space = self.environment._action_space
            for _ in range(steps):
                yield single(space, actor.act({}, [0]), 0, plain=False)

    return Contract


def test_the_contract_has_cases() -> None:
    assert {"test_reset", "test_longer_action_sequence"} <= set(CASES)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("id", SINGLE_PLAYER)
def test_contract(id: str, case: str) -> None:
    result = unittest.TestResult()
    contract(id, 30)(case).run(result)
    assert result.testsRun == 1
    assert not result.errors, result.errors[0][1]
    assert not result.failures, result.failures[0][1]


@pytest.mark.parametrize("id", SINGLE_PLAYER)
def test_equals_a_single_gymnasium_environment(id: str) -> None:
    """Compares step by step; discounts show why the episode ended."""
    limit = 6
    ours = DmEnv(id, seed=11, max_episode_steps=limit)
    reference = gymnasium.make(
        f"parallel_pool/{id}", max_episode_steps=limit, disable_env_checker=True
    )
    actor = Actor(id)
    seed: int | None = 11
    fresh = True
    for _ in range(80):
        action = single(reference.action_space, actor.act({}, [0]), 0)
        step = ours.step(action)
        if fresh:
            observation, _ = reference.reset(seed=seed)
            seed, fresh = None, False
            assert_same(list(step[:3]), [dm_env.StepType.FIRST, None, None])
        else:
            observation, reward, terminated, truncated, _ = reference.step(action)
            fresh = terminated or truncated
            kind = dm_env.StepType.LAST if fresh else dm_env.StepType.MID
            assert step.step_type is kind
            assert (step.reward, step.discount) == (reward, 0.0 if terminated else 1.0)
            assert type(step.reward) is float
        assert_same(plain(step.observation), plain(observation))


def plain(observation: Any) -> Any:
    if isinstance(observation, dict):
        return {key: plain(value) for key, value in observation.items()}
    if isinstance(observation, tuple):
        return tuple(plain(value) for value in observation)
    if isinstance(observation, str):
        return observation.encode()
    array = np.asarray(observation)
    if array.dtype == np.uint8 and array.ndim == 1:  # dm_env's form of a text
        return array.tobytes().rstrip(b"\0")
    return array.astype(np.int64) if array.dtype.kind == "i" else array


def test_reset_within_an_episode() -> None:
    env = DmEnv("CartPole-v1", seed=0)
    env.reset()
    env.step(0)
    assert env.reset().first()
    assert env.step(1).mid()


def test_failures_begin_an_episode() -> None:
    env = DmEnv("Scripted-v0")
    env.reset()
    with pytest.raises(errors.InvalidActionError):
        env.step(99)
    assert env.step(0).mid()
    with pytest.raises(errors.EnvironmentFailure):
        env.step(3)
    assert env.step(0).first()


def test_refusals() -> None:
    with pytest.raises(ValueError, match=r"Crowd-v0 is a multi-player environment.*use make_dm"):
        DmEnv("Crowd-v0")
    with pytest.raises(errors.InvalidOptionError, match="keyword argument 'num_envs'"):
        DmEnv("CartPole-v1", num_envs=3)


def test_close() -> None:
    with parallel_pool.DmEnv("FrozenLake-v1", is_slippery=False) as env:
        env.reset()
    with pytest.raises(errors.PoolClosedError):
        env.step(0)


@pytest.mark.parametrize(
    ("low", "high", "kind", "least"),
    [
        ([-1.0], [1.0], specs.BoundedArray, -1.0),
        ([-np.inf], [np.inf], specs.Array, 0.0),
        ([-np.inf], [1.0], specs.BoundedArray, np.finfo(np.float32).min),
        ([-np.inf, 0.5], [np.inf, np.inf], specs.BoundedArray, [np.finfo(np.float32).min, 0.5]),
        ([], [], specs.BoundedArray, []),
    ],
)
def test_generated_actions_are_finite(low: Any, high: Any, kind: type, least: Any) -> None:
    """An infinite action would be refused."""
    shape = (0,) if not low else (2,)
    node = {"kind": "Box", "shape": shape, "dtype": "float32", "low": low, "high": high}
    spec = make_action_spec(node)
    assert type(spec) is kind
    np.testing.assert_array_equal(spec.generate_value(), np.broadcast_to(least, shape))
