# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pictures of every row, byte for byte as dm_control draws them."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest

from tests.families.dm_control.suite import TASKS, actions, load
from tests.mujoco.gl import assert_any_thread_draws, skip_unless_drawn
from tests.support import assert_clean, run_python

SMALL = {"width": 64, "height": 48}


@pytest.fixture(scope="module", autouse=True)
def gl() -> None:
    skip_unless_drawn(lambda: load("PendulumSwingup-v1", 0).physics.render(8, 8))


def assert_same_pictures(id: str, look: dict[str, Any], **options: Any) -> None:
    """In the first row and the second, at the first time step and later."""
    reward = options.get("visualize_reward", False)
    envs = parallel_pool.make(id, num_envs=2, render_mode="rgb_array", seed=0, **look, **options)
    references = [load(id, seed, visualize_reward=reward) for seed in range(2)]
    moves = [actions(env, seed) for seed, env in enumerate(references)]
    envs.reset()
    for env in references:
        env.reset()
    for _ in range(2):
        for picture, env in zip(envs.render(), references, strict=True):
            wanted = env.physics.render(**look)
            assert picture.dtype == wanted.dtype
            assert np.array_equal(picture, wanted)
        for _ in range(4):
            drawn = [next(move) for move in moves]
            envs.step(np.stack(drawn))
            for env, action in zip(references, drawn, strict=True):
                env.step(action)
    envs.close()


@pytest.mark.parametrize("id", ["CheetahRun-v1", "ReacherEasy-v1", "SwimmerSwimmer6-v1"])
@pytest.mark.parametrize("look", [SMALL, {**SMALL, "camera_id": 0}])
def test_pictures(id: str, look: dict[str, Any]) -> None:
    assert_same_pictures(id, look)


@pytest.mark.parametrize("id", ["CheetahRun-v1", "PendulumSwingup-v1", "BallInCupCatch-v1"])
def test_reward_is_visualized(id: str) -> None:
    assert_same_pictures(id, SMALL, visualize_reward=True)


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id in TASKS if not id.startswith("Dog")])
def test_reward_of_every_task_is_visualized(id: str) -> None:
    assert_same_pictures(id, SMALL, visualize_reward=True)


def test_escape_shows_the_reward_of_before_its_start() -> None:
    """dm_control colors this task before it looks for a place to stand."""
    assert_same_pictures("QuadrupedEscape-v1", SMALL, visualize_reward=True)


@pytest.mark.slow
@pytest.mark.parametrize("id", TASKS)
def test_pictures_of_every_task(id: str) -> None:
    assert_same_pictures(id, SMALL)


def test_depth() -> None:
    envs = parallel_pool.make("WalkerWalk-v1", render_mode="depth_array", seed=0, **SMALL)
    envs.reset()
    reference = load("WalkerWalk-v1", 0)
    reference.reset()
    assert np.array_equal(envs.render()[0], reference.physics.render(depth=True, **SMALL))
    envs.close()


@pytest.mark.parametrize("camera", ["nobody", 99])
def test_unknown_camera(camera: object) -> None:
    envs = parallel_pool.make("WalkerWalk-v1", render_mode="rgb_array", camera_id=camera, seed=0)
    envs.reset()
    with pytest.raises(Exception, match=r"camera|object named"):
        envs.render()


def test_dog_shows_no_reward() -> None:
    with pytest.raises(ValueError, match="visualize_reward: the dog has no colors"):
        parallel_pool.make("DogRun-v1", visualize_reward=True)


def test_what_stays_open_ends_quietly() -> None:
    """The libraries that draw end before the program's variables do."""
    code = (
        "import mujoco\n"
        "from parallel_pool.mujoco import Batch\n"
        "from tests.mujoco.models import MODEL\n"
        "batch = Batch(mujoco.MjModel.from_xml_string(MODEL), 1)\n"
        "batch.render(width=8, height=8)\n"
        "pools = [parallel_pool.make(id, num_envs=1, render_mode='rgb_array', width=8, height=8)\n"
        "         for id in ('Ant-v5', 'CheetahRun-v1')]\n"
        "for pool in pools: pool.reset(); pool.render()\n"
    )
    done = run_python(code)
    assert_clean(done)
    assert done.stderr == ""


def test_any_thread_draws() -> None:
    """The caller's own physics draws the same picture before and after."""
    physics = load("PendulumSwingup-v1", 0).physics
    before = physics.render(**SMALL)
    assert_any_thread_draws("CheetahRun-v1", **SMALL)
    assert np.array_equal(physics.render(**SMALL), before)
