# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Errors speak of what the caller has: one environment, or a vector of them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

OTHERS_WORDS = ("env id", "row", "pool of", "actions")


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1"])
@pytest.mark.parametrize("action", [7, 0.5, "a", None, [0, 0, 0], np.full(1, np.nan), np.zeros(3)])
def test_a_single_environment_knows_no_rows(id: str, action: Any) -> None:
    env = gymnasium.make(f"parallel_pool/{id}").unwrapped
    env.reset(seed=0)
    error = None
    try:
        env.step(action)
    except (ValueError, TypeError, parallel_pool.errors.PoolError) as refused:
        error = refused
    assert [word for word in OTHERS_WORDS if word in str(error)] == []


def test_a_single_environment_before_its_first_reset() -> None:
    env = gymnasium.make("parallel_pool/CartPole-v1", render_mode="rgb_array").unwrapped
    for call in (lambda: env.step(0), env.render):
        with pytest.raises(parallel_pool.errors.ResetNeededError) as needed:
            call()
        assert str(needed.value) == "the environment was never reset: reset it first"


def test_a_closed_environment() -> None:
    """A single environment is no pool."""
    env = gymnasium.make("parallel_pool/CartPole-v1", render_mode="rgb_array").unwrapped
    alone = parallel_pool.DmEnv("CartPole-v1")
    env.reset(seed=0)
    alone.reset()
    env.close()
    alone.close()
    for call in (env.reset, lambda: env.step(0), env.render, alone.reset, lambda: alone.step(0)):
        with pytest.raises(parallel_pool.errors.PoolClosedError, match=r"on a closed environment$"):
            call()
    with pytest.raises(parallel_pool.errors.PoolClosedError, match=r"from a closed environment$"):
        env.np_random  # noqa: B018


def test_a_closed_pool_of_python_environments() -> None:
    """What was called is what the caller wrote."""
    with parallel_pool.make_python("CartPole-v1", 2) as envs:
        envs.reset()
    with pytest.raises(parallel_pool.errors.PoolClosedError, match=r"^render\(\) was called on"):
        envs.render()


@pytest.mark.parametrize(
    "make", [parallel_pool.make, parallel_pool.make_gym, parallel_pool.make_dm]
)
@pytest.mark.parametrize("action", [0, 0.5, np.int64(0)])
def test_one_action_for_a_vector_is_a_type_error(make: Any, action: Any) -> None:
    """As in Gymnasium, which iterates over the actions."""
    envs = make("CartPole-v1", num_envs=2)
    envs.reset()
    with pytest.raises(TypeError):
        envs.step(action)


@pytest.mark.parametrize(
    "mask", [np.ones(3, bool), np.ones(2, int), [True, False], np.zeros(2, bool), "a", None]
)
def test_reset_masks_are_refused_in_gymnasiums_words(mask: Any) -> None:
    said = []
    for id, mode in (("CartPole-v1", "sync"), ("parallel_pool/CartPole-v1", None)):
        envs = gymnasium.make_vec(id, num_envs=2, vectorization_mode=mode)
        envs.reset(seed=0)
        with pytest.raises((TypeError, ValueError)) as refused:
            envs.reset(options={"reset_mask": mask})
        said.append((type(refused.value), str(refused.value).replace("`(2,)`", "(2,)")))
    assert said[0][0] is said[1][0]
    assert said[0][1].replace("`(2,)`", "(2,)") == said[1][1]
