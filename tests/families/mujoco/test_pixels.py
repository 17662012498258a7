# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames as observations of robots, byte for byte those that the references render."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.compat.registration import EnvRegistry

from tests.families.mujoco.facts import FACTS
from tests.families.mujoco.test_rendering import SMALL, gl, references
from tests.support import assert_clean, newest, run_python

__all__ = ["gl"]


def compare(id: str, steps: int, rows: int = 1, **look: Any) -> None:
    look = SMALL | look
    envs = parallel_pool.make(
        id, num_envs=rows, num_threads=2, from_pixels=True, max_episode_steps=5, seed=0, **look
    )
    rivals = references(id, rows, render_mode="rgb_array", max_episode_steps=5, **look)
    observation, _ = envs.reset()
    space = envs.single_action_space
    draw = np.random.default_rng(0)
    ended = [False] * rows
    for _ in range(steps):
        for ours, env in zip(observation, rivals, strict=True):
            assert ours.tobytes() == np.ascontiguousarray(env.render()).tobytes()
        actions = draw.uniform(space.low, space.high, (rows, *space.shape)).astype(np.float32)
        observation = envs.step(actions)[0]
        for i, env in enumerate(rivals):
            if ended[i]:
                env.reset()
                ended[i] = False
            else:
                ended[i] = any(env.step(actions[i])[2:4])
    assert observation in envs.observation_space
    assert observation.shape == (rows, look["height"], look["width"], 3)
    envs.close()
    for env in rivals:
        env.close()


@pytest.mark.parametrize("id", newest(FACTS.ids, part=1))
def test_frames_are_the_references(id: str) -> None:
    compare(id, 3)


@pytest.mark.parametrize(
    "look", [{"camera_name": "track"}, {"camera_id": 0}, {"camera_id": -1}, {"width": 700}], ids=str
)
def test_cameras_and_sizes(look: dict[str, Any]) -> None:
    """Over the end of an episode: the free camera stays where it first looked."""
    compare("Ant-v5", 8, rows=2, **look)


@pytest.mark.parametrize("channels_first", [False, True])
def test_frame_stack(channels_first: bool) -> None:
    options: dict[str, Any] = {"seed": 0, "from_pixels": True, **SMALL}
    single = parallel_pool.make("Hopper-v5", **options)
    stacked = parallel_pool.make(
        "Hopper-v5", frame_stack=2, channels_first=channels_first, **options
    )
    before = now = single.reset()[0]
    observation = stacked.reset()[0]
    for _ in range(4):
        wanted = np.stack([before, now], axis=1)
        if channels_first:
            wanted = wanted.transpose(0, 1, 4, 2, 3).reshape(1, 6, *now.shape[1:3])
        assert np.array_equal(observation, wanted)
        action = single.action_space.sample()
        before, now = now, single.step(action)[0]
        observation = stacked.step(action)[0]


def test_states_hold_frames() -> None:
    envs = parallel_pool.make("Ant-v5", seed=0, from_pixels=True, **SMALL)
    envs.reset()
    states = envs.get_state([0])
    actions = [envs.action_space.sample() for _ in range(3)]
    wanted = [envs.step(action)[0].copy() for action in actions]
    envs.set_state([0], states)
    assert all(
        np.array_equal(envs.step(action)[0], frame)
        for action, frame in zip(actions, wanted, strict=True)
    )


def test_envpool_spellings() -> None:
    """EnvPool's frames have the colors on the first axis, and 84 pixels in each direction."""
    envpool = EnvRegistry("1.2.7")
    envs = envpool.make_gymnasium("Hopper-v5", from_pixels=True, frame_stack=3, seed=0)
    assert envs.observation_space.shape == (9, 84, 84)
    size = {"render_width": 32, "render_height": 24, "render_camera_id": 0}
    envs = envpool.make_gymnasium("Hopper-v5", from_pixels=True, seed=0, **size)
    own = parallel_pool.make(
        "Hopper-v5", from_pixels=True, seed=0, width=32, height=24, camera_id=0
    )
    assert np.array_equal(envs.reset()[0][0], own.reset()[0][0].transpose(2, 0, 1))
    assert envpool.make_gymnasium("Hopper-v5", **size).observation_space.shape == (11,)


@pytest.mark.parametrize(
    ("look", "message"),
    [({"camera_id": 7}, "camera_id must be below 1, .* got 7"), ({"width": 0}, "width must be")],
)
def test_bad_looks(look: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make("Ant-v5", from_pixels=True, **look)


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("MUJOCO_GL", "glfw", "set the environment variable MUJOCO_GL to 'egl' or 'osmesa'"),
        ("MUJOCO_EGL_DEVICE_ID", "99", "MUJOCO_EGL_DEVICE_ID must be an int from 0 to"),
    ],
)
def test_no_gl_is_an_error(variable: str, value: str, message: str) -> None:
    """Each time, when the pool is made; numbers need no OpenGL."""
    done = run_python(
        "import os\n"
        "os.environ['MUJOCO_GL'] = 'egl'\n"
        f"os.environ[{variable!r}] = {value!r}\n"
        "for _ in range(2):\n"
        "    try: parallel_pool.make('Hopper-v5', from_pixels=True)\n"
        "    except RuntimeError as error: print(error)\n"
        "print(parallel_pool.make('Hopper-v5', seed=0).reset()[0].shape)\n"
    )
    assert assert_clean(done).count(message) == 2
    assert "(1, 11)" in done.stdout
