# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames equal those of Gymnasium-Robotics' own environments, byte for byte."""

from __future__ import annotations

import gymnasium
import numpy as np
import parallel_pool
import pytest

from tests.families.robotics.driver import repair
from tests.mujoco.gl import assert_any_thread_draws

pytest.importorskip("gymnasium_robotics", reason="needs `make test-adapters`")

IDS = [
    "FetchReach-v4",
    "FetchPush-v4",
    "AdroitHandDoor-v1",
    "AdroitHandHammer-v1",
    "AdroitHandPen-v1",
    "AdroitHandRelocate-v1",
    "PointMaze_UMaze-v3",
    "PointMaze_Large-v3",
    "AntMaze_Medium-v4",
    "FrankaKitchen-v1",
    "HandReach-v3",
    "HandManipulateEgg-v1",
    "HandManipulatePenRotate-v1",
    "HandManipulateBlock_ContinuousTouchSensors-v1",
]
SIZE = {"width": 160, "height": 120}


@pytest.fixture(autouse=True)
def _ready(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        from mujoco.egl import GLContext

        GLContext(8, 8).free()
    except (ImportError, AttributeError, RuntimeError) as error:
        pytest.skip(f"MuJoCo cannot draw here: {error}")
    repair(monkeypatch)


@pytest.mark.parametrize("id", IDS)
def test_frames(id: str) -> None:
    """The last frame alone: to draw the reference changes what it does next."""
    references = [
        gymnasium.make(id, render_mode="rgb_array", disable_env_checker=True, **SIZE)
        for _ in range(2)
    ]
    with parallel_pool.make(id, num_envs=2, render_mode="rgb_array", **SIZE) as envs:
        envs.reset(seed=3)
        envs.action_space.seed(3)
        for i, one in enumerate(references):
            one.reset(seed=3 + i)
        for _ in range(3):
            actions = envs.action_space.sample()
            envs.step(actions)
            for one, action in zip(references, actions, strict=True):
                one.step(action)
        for frame, one in zip(envs.render(), references, strict=True):
            expected = np.asarray(one.render())
            assert expected.std() > 5
            assert frame.tobytes() == expected.tobytes()
            one.close()


@pytest.mark.parametrize("shown", ["always", "off"])
def test_sensors_that_are_shown(shown: str) -> None:
    id = "HandManipulateBlock_BooleanTouchSensors-v1"
    reference = gymnasium.make(
        id, render_mode="rgb_array", touch_visualisation=shown, disable_env_checker=True, **SIZE
    )
    with parallel_pool.make(
        id, num_envs=1, render_mode="rgb_array", touch_visualisation=shown, **SIZE
    ) as envs:
        envs.reset(seed=3)
        reference.reset(seed=3)
        assert envs.render()[0].tobytes() == np.asarray(reference.render()).tobytes()
    reference.close()


def test_any_thread_draws() -> None:
    assert_any_thread_draws("FetchReach-v4", **SIZE)
