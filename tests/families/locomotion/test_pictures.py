# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames equal dm_control's byte for byte: those of render, and those that a walker observes."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable
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

from tests.families.locomotion.test_locomotion import (
    BOWL,
    GAPS,
    RODENT_GAPS,
    TARGET,
    TASKS,
    TOUCH,
    WALLS,
    move,
)
from tests.families.locomotion.test_touch import hand_on_target
from tests.mujoco.gl import assert_any_thread_draws, skip_unless_drawn

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
        return Seeded(TASKS[id](random_state=seed), seed)


class Seeded:
    """An environment with a global generator of its own, from which dm_control draws spheres."""

    def __init__(self, env: Any, seed: int) -> None:
        self._env = env
        self._state = np.random.RandomState(seed).get_state()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)

    def reset(self) -> Any:
        return self._drawn(self._env.reset)

    def step(self, action: np.ndarray) -> Any:
        return self._drawn(self._env.step, action)

    def _drawn(self, call: Callable[..., Any], *arguments: Any) -> Any:
        np.random.set_state(self._state)
        result = call(*arguments)
        self._state = np.random.get_state()
        return result


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
        (TOUCH, SMALL),
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


@pytest.mark.parametrize("id", [GAPS, TARGET, TOUCH])
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
            assert list(seen) == list(step.observation)
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


def head_before_target(reference: Any) -> tuple[np.ndarray, np.ndarray]:
    """Positions in which the head sees the sphere, and velocities without any movement."""
    model, data = reference.physics.model, reference.physics.data
    camera = model.name2id("walker/egocentric", "camera")
    target = data.geom_xpos[model.name2id("target_0_0/geom", "geom")]
    positions = data.qpos.copy()
    positions[:3] += target - data.cam_xpos[camera] + 0.2 * data.cam_xmat[camera][2::3]
    return positions, np.zeros_like(data.qvel)


def test_touches_change_the_color() -> None:
    """In rendered and observed frames, of restored states too."""
    look = {**SMALL, "camera_id": "walker/side"}
    options = {"egocentric_camera": True, "render_mode": "rgb_array", **look}
    envs, other = (parallel_pool.make(TOUCH, num_envs=1, seed=seed, **options) for seed in (0, 5))
    reference = load(TOUCH, 0, has_camera=True)
    reference.reset(), envs.reset(), other.reset()
    still = np.zeros((1, 38))
    frames = []
    for number in range(14):
        if number in (1, 12):
            move([(envs, 0)], reference, *hand_on_target(reference))
        elif number in (2, 13):
            move([(envs, 0)], reference, *head_before_target(reference))
        wanted, (seen, *_) = reference.step(still[0]), envs.step(still)
        if number not in (0, 1, 2, 12, 13):
            continue
        assert_same(seen[CAMERA][0], wanted.observation[CAMERA], f"step {number}")
        frames.append(reference.physics.render(**look))
        other.set_state([0], envs.get_state())
        for pool in (envs, other):
            assert np.array_equal(pool.render()[0], frames[-1]), number
    envs.close()
    other.close()


MORE_THAN_KEPT = 34  # by a thread; see Grounds::kMost


@pytest.mark.parametrize("count", [3, pytest.param(MORE_THAN_KEPT, marks=pytest.mark.slow)])
def test_bowls_in_turns(count: int) -> None:
    """One thread draws several bowls, whose episodes end and whose states move; others close."""

    def make(count: int, seed: int) -> Any:
        envs = parallel_pool.make(
            BOWL,
            num_envs=count,
            num_threads=1,
            seed=seed,
            egocentric_camera=True,
            time_limit=0.03,  # two time steps
        )
        envs.reset()
        return envs

    def step(number: int) -> np.ndarray:
        seen, *_ = envs.step(actions[number])
        frames: np.ndarray = seen[CAMERA]
        return frames

    singles = {row: make(1, row) for row in {0, 1, count - 1}}
    envs = make(count, 0)
    actions = np.random.default_rng(0).uniform(-1, 1, (8, *envs.action_space.shape))
    for number in range(4):
        frames = step(number)
        for row, single in singles.items():
            seen, *_ = single.step(actions[number, [row]])
            assert np.array_equal(seen[CAMERA][0], frames[row]), (number, row)
    threading.Thread(target=singles.pop(count - 1).close).start()
    saved = envs.get_state()
    wanted = [step(number) for number in (4, 5)]
    turn = np.roll(np.arange(count), 1)
    envs.set_state(np.arange(count), [saved[i] for i in turn])
    actions = actions[:, turn]
    for number, frames in zip((4, 5), wanted, strict=True):
        assert np.array_equal(step(number), frames[turn]), number


def test_unknown_camera() -> None:
    with pytest.raises(ValueError, match="camera_id"):
        parallel_pool.make(WALLS, render_mode="rgb_array", camera_id=-2)


def test_any_thread_draws() -> None:
    assert_any_thread_draws(GAPS, **SMALL)
