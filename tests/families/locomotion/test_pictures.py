# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames equal dm_control's byte for byte: those of render, and those that a walker observes."""

from __future__ import annotations

import os
import warnings
from typing import Any
from unittest import mock

os.environ.setdefault("MUJOCO_GL", "egl")

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

pytest.importorskip("dm_control")
with warnings.catch_warnings(action="ignore"):
    from dm_control import composer

from parallel_pool.families.locomotion import pictures, tasks
from parallel_pool.families.locomotion.tasks import load_task

from tests.families.locomotion.test_locomotion import BOWL, GAPS, RODENT_GAPS, TARGET, TASKS, WALLS
from tests.mujoco.gl import skip_unless_drawn

pytestmark = pytest.mark.filterwarnings("ignore")
SMALL = {"width": 96, "height": 64}
CAMERA = "walker/egocentric_camera"


def load(id: str, seed: int, has_camera: bool = False) -> Any:
    """dm_control's own environment."""
    real = composer.Environment

    def with_or_without_camera(task: Any, **arguments: Any) -> Any:
        task._walker.observables.egocentric_camera.enabled = has_camera
        return real(blur_shadows(task), **arguments)

    with (
        warnings.catch_warnings(action="ignore"),
        mock.patch.object(composer, "Environment", with_or_without_camera),
    ):
        return TASKS[id](random_state=seed)


def blur_shadows(task: Any) -> Any:
    """Without a GPU, the reference's own shadows take nearly all of the time of a frame."""
    task.root_entity.mjcf_model.visual.quality.shadowsize = 256
    return task


@pytest.fixture(autouse=True)
def blurred(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (tasks, pictures):
        monkeypatch.setattr(module, "load_task", lambda name: blur_shadows(load_task(name)))


@pytest.fixture(scope="module", autouse=True)
def gl() -> None:
    env = load(TARGET, 0)
    skip_unless_drawn(lambda: env.physics.render(8, 8))


@pytest.mark.parametrize(
    ("id", "look"),
    [
        (WALLS, {**SMALL, "camera_id": "walker/egocentric"}),
        (GAPS, SMALL),
        (TARGET, SMALL),
        (BOWL, SMALL),
        (RODENT_GAPS, {**SMALL, "camera_id": "walker/egocentric"}),
    ],
)
def test_render(id: str, look: dict[str, Any]) -> None:
    """Of two rows, also after a new episode has given them new arenas."""
    envs = parallel_pool.make(id, num_envs=2, render_mode="rgb_array", seed=0, **look)
    references = [load(id, seed) for seed in range(2)]
    rng = np.random.default_rng(0)
    for _ in range(2):
        envs.reset()
        for env in references:
            env.reset()
        for _ in range(2):
            for picture, env in zip(envs.render(), references, strict=True):
                assert np.array_equal(picture, env.physics.render(**look))
            actions = rng.uniform(-1, 1, envs.action_space.shape)
            envs.step(actions)
            for action, env in zip(actions, references, strict=True):
                env.step(action)
    envs.close()


@pytest.mark.parametrize("id", [GAPS, TARGET])
def test_depth(id: str) -> None:
    """It depends on how far the arena extends."""
    envs = parallel_pool.make(id, num_envs=2, render_mode="depth_array", seed=0, **SMALL)
    envs.reset()
    for seed, picture in enumerate(envs.render()):
        reference = load(id, seed)
        reference.reset()
        assert np.array_equal(picture, reference.physics.render(depth=True, **SMALL))
    envs.close()


@pytest.mark.parametrize("id", TASKS)
def test_camera(id: str) -> None:
    """What walkers see, in the order of the reference's entries, also of a restored state."""
    envs = parallel_pool.make(id, num_envs=2, num_threads=2, seed=0, egocentric_camera=True)
    other = parallel_pool.make(id, num_envs=2, num_threads=1, seed=7, egocentric_camera=True)
    references = [load(id, seed, has_camera=True) for seed in range(2)]
    rng = np.random.default_rng(0)
    wanted = [env.reset() for env in references]
    other.reset()
    seen, _ = envs.reset()
    for number in range(4):
        for row, step in enumerate(wanted):
            assert list(seen) == [key for key, one in step.observation.items() if np.size(one)]
            for name, array in seen.items():
                assert_same(array[row], np.asarray(step.observation[name]), name)
        if number == 2:
            other.set_state([1, 0], [envs.get_state()[i] for i in (1, 0)])
            envs, other = other, envs
        actions = rng.uniform(-1, 1, envs.action_space.shape)
        seen, *_ = envs.step(actions)
        wanted = [env.step(action) for action, env in zip(actions, references, strict=True)]
    assert seen[CAMERA].std() > 1
    envs.close()
    other.close()


def test_unknown_camera() -> None:
    with pytest.raises(ValueError, match="camera_id"):
        parallel_pool.make(WALLS, render_mode="rgb_array", camera_id=-2)
