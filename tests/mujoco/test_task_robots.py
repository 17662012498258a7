# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Robots written as tasks equal those in C++ and Gymnasium's."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.mujoco import register, vector_env
from parallel_pool.testing import assert_same, check

from tests.mujoco.reach import MODES, play

EXAMPLE = Path(__file__).parents[2] / "examples" / "mujoco_tasks.py"
_spec = importlib.util.spec_from_file_location("mujoco_tasks", EXAMPLE)
assert _spec is not None
assert _spec.loader is not None
examples = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(examples)

# Gymnasium's own file of HalfCheetah has what newer versions of MuJoCo warn of.
pytestmark = pytest.mark.filterwarnings("ignore:.*settotalmass")

ROBOTS = {name: getattr(examples, name) for name in ("Hopper", "HalfCheetah", "Ant", "Humanoid")}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ROBOTS)
def test_robots_equal_those_in_cpp(name: str, mode: str) -> None:
    """Observations, rewards, flags, final observations and infos, over time limits and falls."""
    options: dict[str, Any] = {"num_envs": 5, "autoreset_mode": mode, "max_episode_steps": 23}
    steps = 60
    with (
        vector_env(ROBOTS[name], num_threads=2, **options) as envs,
        parallel_pool.make(f"{name}-v5", **options) as reference,
    ):
        expected = play(reference, steps, mode)
        assert any(one[3].any() for one in expected if len(one) == 5)
        for number, (one, other) in enumerate(zip(play(envs, steps, mode), expected, strict=True)):
            assert_same(one, other, f"result {number}")


@pytest.mark.parametrize("name", ROBOTS)
def test_robots_equal_gymnasiums(name: str) -> None:
    """The reference itself, environment by environment."""
    id = f"{name}-v5"
    reference = gymnasium.make_vec(id, num_envs=3, vectorization_mode="sync")
    with vector_env(ROBOTS[name], num_envs=3) as envs:
        pairs = zip(play(envs, 120, "NextStep"), play(reference, 120, "NextStep"), strict=True)
        for number, (one, other) in enumerate(pairs):
            for a, b in zip(one[:-1], other[:-1], strict=True):
                np.testing.assert_array_equal(a, b, err_msg=f"result {number}")
    reference.close()


def rows_by_env(envs: Any, seed: int, count: int) -> dict[int, list[tuple[Any, ...]]]:
    """The rows of each environment in async mode."""
    found: dict[int, list[tuple[Any, ...]]] = {i: [] for i in range(envs.num_envs)}
    envs.async_reset(seed=seed)
    while min(map(len, found.values())) < count:
        observations, rewards, ends, cuts, infos = envs.recv()
        ids = infos["env_id"]
        for row, i in enumerate(ids):
            found[i].append((observations[row].copy(), rewards[row], ends[row], cuts[row]))
        # Actions that follow from the environment's own history.
        actions = np.stack(
            [np.tanh(found[i][-1][0][: envs.single_action_space.shape[0]]) for i in ids]
        ).astype(np.float32)
        envs.send(actions, ids)
    return found


def test_async_mode_equals_cpp() -> None:
    """Methods see the rows that have finished, in any order."""
    options: dict[str, Any] = {"num_envs": 6, "batch_size": 2, "num_threads": 2}
    options["max_episode_steps"] = 11
    with (
        vector_env(ROBOTS["Hopper"], **options) as envs,
        parallel_pool.make("Hopper-v5", **options) as reference,
    ):
        found, expected = rows_by_env(envs, 3, 30), rows_by_env(reference, 3, 30)
        for i in range(6):
            for one, other in zip(found[i][:30], expected[i][:30], strict=True):
                for a, b in zip(one, other, strict=True):
                    np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", ["Hopper", "Ant"])
def test_states_and_clones(name: str) -> None:
    with vector_env(ROBOTS[name], num_envs=3, max_episode_steps=30) as envs:
        play(envs, 20, "NextStep")
        states = envs.get_state([0])
        with vector_env(ROBOTS[name], num_envs=2, max_episode_steps=30) as others:
            others.reset(seed=1)
            others.set_state([1], states)
            envs.clone([0], [2])
            generator = np.random.default_rng(2)
            for _ in range(25):  # over the end of the episode, so that generators count
                action = generator.uniform(-1, 1, envs.single_action_space.shape)
                shape = (1, *action.shape)
                one = envs.step(np.broadcast_to(action, (3, *action.shape)).astype(np.float32))
                other = others.step(np.broadcast_to(action, (2, *shape[1:])).astype(np.float32))
                for a, b in zip(one[:4], other[:4], strict=True):
                    np.testing.assert_array_equal(a[0], a[2])
                    np.testing.assert_array_equal(a[0], b[1])


@pytest.mark.parametrize("name", ["Hopper", "Ant"])
def test_the_kit_passes_careful_tasks(name: str) -> None:
    """Which have references."""
    id = register(f"Careful{name}-v0", ROBOTS[name])
    check(id, rules=["environments_share_nothing"])
