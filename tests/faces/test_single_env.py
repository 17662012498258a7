# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Members of single environments beside those of Gymnasium's own, and their observations."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest


def test_options_are_attributes() -> None:
    """Scripts read physics from the environment; what is set there would not reach the rules."""
    env = gymnasium.make("parallel_pool/CartPole-v1", masspole=np.float32(0.25))
    assert env.unwrapped.masspole == env.get_wrapper_attr("masspole") == 0.25  # type: ignore[attr-defined]
    assert env.unwrapped.gravity == gymnasium.make("CartPole-v1").unwrapped.gravity  # type: ignore[attr-defined]
    assert parallel_pool.DmEnv("CartPole-v1", masspole=0.25).masspole == 0.25
    assert not env.has_wrapper_attr("colour")
    for made in (env.unwrapped, parallel_pool.DmEnv("CartPole-v1")):
        with pytest.raises(AttributeError, match="Env' object has no attribute 'colour'"):
            made.colour  # type: ignore[union-attr]  # noqa: B018
        with pytest.raises(AttributeError, match="the option 'gravity' of CartPole-v1 is fixed"):
            made.gravity = 1.0  # type: ignore[union-attr]
    env.unwrapped.colour = "red"  # type: ignore[attr-defined]
    assert env.get_wrapper_attr("colour") == "red"
    with parallel_pool.make("CartPole-v1", masspole=0.25) as envs:
        assert all(getattr(env.unwrapped, name) == envs.get_attr(name)[0] for name in envs.config)


def test_numbers_without_axes_are_arrays() -> None:
    """Their space is a Box, which otherwise warns that it casts them."""
    env: Any = gymnasium.make("parallel_pool/Echo-v0", disable_env_checker=True)
    steps = [env.reset(seed=0)[0], env.step(env.action_space.sample())[0]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for observation in steps:
            assert type(observation["boxes"]["scalar"]) is np.ndarray
            assert observation["boxes"]["scalar"].shape == ()
            assert observation in env.observation_space
    kept = steps[1]["boxes"]["scalar"].copy()
    env.step(env.action_space.sample())
    assert steps[1]["boxes"]["scalar"] == kept  # an array of its own


@pytest.mark.parametrize("action", [7, "a", None, np.zeros(3), {"a": 1}, np.full(1, np.nan)])
def test_dm_environments_know_no_rows(action: Any) -> None:
    env = parallel_pool.DmEnv("Pendulum-v1")
    env.reset()
    with pytest.raises((ValueError, TypeError), match=r"^action ") as refused:
        env.step(action)
    words = ("env id", "row", "pool", "actions", "environments")
    assert [word for word in words if word in str(refused.value)] == []
    assert env.step(np.zeros(1)).mid()


def test_nested_actions_of_dm_environments() -> None:
    env = parallel_pool.DmEnv("Contradiction-v0")
    env.reset()
    for action in (3, {"push": 0}, {"push": 0, "gears": np.zeros(5)}, None):
        with pytest.raises((ValueError, TypeError), match=r"^action must be an element of \{"):
            env.step(action)


def test_a_random_policy_draws_within_the_bounds_of_an_action_spec() -> None:
    for env in (parallel_pool.DmEnv("Ant-v5"), parallel_pool.make_dm("Ant-v5")):
        spec = env.action_spec()
        assert spec.minimum.shape == spec.maximum.shape == spec.shape == (8,)
        assert np.random.default_rng(0).uniform(spec.minimum, spec.maximum).shape == (8,)


def test_failures_and_ends_are_the_environments_own() -> None:
    env: Any = gymnasium.make("parallel_pool/Scripted-v0", disable_env_checker=True).unwrapped
    alone = parallel_pool.DmEnv("Scripted-v0")
    env.reset()
    alone.reset()
    for step in (env.step, alone.step):
        with pytest.raises(parallel_pool.errors.EnvironmentFailure) as failed:
            step(3)
        assert str(failed.value) == (
            "the environment failed and needs a reset: asked to fail at step 0"
        )
    lake: Any = gymnasium.make("parallel_pool/FrozenLake-v1", desc=["SG"]).unwrapped
    lake.reset()
    while not lake.step(2)[2]:
        pass
    with pytest.raises(parallel_pool.errors.ResetNeededError, match=r"^the environment's episode"):
        lake.step(2)
