# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""dm_control's cart-pole as a task in NumPy equals dm_control's own and the one in C++."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.mujoco import vector_env
from parallel_pool.testing import assert_same

suite = pytest.importorskip("dm_control.suite")

EXAMPLE = Path(__file__).parents[3] / "examples" / "mujoco_cartpole.py"


@pytest.fixture(scope="module")
def task() -> Any:
    return runpy.run_path(str(EXAMPLE))["SwingUp"]


def test_the_task_equals_dm_controls(task: Any) -> None:
    """Over two episodes of one generator."""
    reference = suite.load("cartpole", "swingup", {"random": 3})
    draw = np.random.default_rng(0)
    with vector_env(task, num_envs=1, seed=3) as envs:
        for episode in range(2):
            observation = envs.reset()[0] if episode == 0 else envs.step(np.zeros((1, 1)))[0]
            timestep = reference.reset()
            while True:
                assert_same({k: v[0] for k, v in observation.items()}, dict(timestep.observation))
                if timestep.last():
                    break
                action = draw.uniform(-1, 1, 1)
                timestep = reference.step(action)
                observation, rewards, _, truncated, _ = envs.step(action[None])
                assert rewards[0] == timestep.reward
                assert truncated[0] == timestep.last()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_the_task_equals_the_pool_in_cpp(task: Any, mode: str) -> None:
    options: dict[str, Any] = {"num_envs": 5, "autoreset_mode": mode, "max_episode_steps": 23}
    draw = np.random.default_rng(0)
    with (
        vector_env(task, num_threads=2, seed=5, **options) as envs,
        parallel_pool.make("CartpoleSwingup-v1", seed=5, **options) as others,
    ):
        assert_same(envs.reset()[0], others.reset()[0])
        for _ in range(60):
            actions = draw.uniform(-1, 1, (5, 1))
            one, other = envs.step(actions), others.step(actions)
            assert_same(one[:4], other[:4])
            if mode == "Disabled" and (one[2] | one[3]).any():
                mask = {"reset_mask": one[2] | one[3]}
                assert_same(envs.reset(options=mask)[0], others.reset(options=mask)[0])


def test_states_hold_the_generators(task: Any) -> None:
    with vector_env(task, num_envs=2, seed=5, max_episode_steps=10) as envs:
        envs.reset()
        envs.clone([0], [1])
        for _ in range(30):
            observation = envs.step(np.full((2, 1), 0.3))[0]
            assert_same(observation["position"][0], observation["position"][1])
