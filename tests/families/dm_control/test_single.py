# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One task as a dm_env environment: what an agent written for dm_control sees of it."""

from __future__ import annotations

from typing import Any

import dm_env
import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import dm_control, errors

from tests.families.dm_control.suite import TASKS, actions, same, suite

CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("walker", "walk", {}),
    ("cheetah", "run", {"task_kwargs": {"time_limit": 0.05}}),
    ("finger", "turn_easy", {"environment_kwargs": {"flat_observation": True}}),
    ("lqr", "lqr_2_1", {}),
]


@pytest.mark.parametrize(("domain", "task", "arguments"), CASES)
def test_single_environment(domain: str, task: str, arguments: dict[str, Any]) -> None:
    arguments = arguments | {"task_kwargs": {"random": 5, **arguments.get("task_kwargs", {})}}
    ours = dm_control.load(domain, task, **arguments)
    theirs = suite.load(domain, task, **arguments)
    assert isinstance(ours, dm_env.Environment)
    assert ours.observation_spec() == theirs.observation_spec()
    assert list(ours.observation_spec()) == list(theirs.observation_spec())
    assert ours.action_spec() == theirs.action_spec()
    assert ours.reward_spec() == theirs.reward_spec()
    assert ours.discount_spec() == theirs.discount_spec()
    moves = actions(theirs, 0)
    for step in range(14):
        action = next(moves)
        found = ours.reset() if step == 0 else ours.step(action)
        wanted = theirs.reset() if step == 0 else theirs.step(action)
        assert found.step_type == wanted.step_type
        assert (found.reward, found.discount) == (wanted.reward, wanted.discount)
        assert list(found.observation) == list(wanted.observation)
        for name, value in wanted.observation.items():
            assert same(found.observation[name], value)
    ours.close()


def test_seeds_are_numbers() -> None:
    with pytest.raises(TypeError, match="random must be an int, got RandomState"):
        dm_control.load("cheetah", "run", task_kwargs={"random": np.random.RandomState(0)})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"control_timestep": 0.0001}, "control_timestep must be at least the physics' timestep"),
        ({"control_timestep": 0.015}, "control_timestep must be a multiple"),
        ({"control_timestep": 0.02, "n_sub_steps": 2}, "both n_sub_steps and control_timestep"),
        ({"control_timestep": 1e18}, "control_timestep must be at most 1000000 steps"),
        ({"n_sub_steps": 0}, "n_sub_steps must be at least 1, got 0"),
        ({"n_sub_steps": 2**31}, "n_sub_steps must be at most 1000000, got 2147483648"),
        ({"time_limit": 0.0}, "time_limit must be positive"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make("CheetahRun-v1", **options)


def test_bad_actions() -> None:
    envs = parallel_pool.make("CheetahRun-v1", num_envs=2, seed=0)
    before, _ = envs.reset()
    for action in (np.zeros((2, 5)), np.full((2, 6), np.nan)):
        with pytest.raises((ValueError, errors.InvalidActionError)):
            envs.step(action)
    fresh = parallel_pool.make("CheetahRun-v1", num_envs=2, seed=0)
    fresh.reset()
    assert same(
        envs.step(np.zeros((2, 6)))[0]["position"], fresh.step(np.zeros((2, 6)))[0]["position"]
    )
    assert before["position"].shape == (2, 8)


def test_time_limit_holds_in_a_single_gymnasium_environment() -> None:
    env = gymnasium.make("parallel_pool/CheetahRun-v1", time_limit=0.05)
    env.reset(seed=0)
    truncated = [env.step(env.action_space.sample())[3] for _ in range(5)]
    assert truncated == [False] * 4 + [True]


@pytest.mark.parametrize("id", TASKS)
def test_observations_lie_in_their_space(id: str) -> None:
    envs = parallel_pool.make(id, num_envs=2, seed=0)
    observations, _ = envs.reset()
    assert observations in envs.observation_space
    envs.close()
