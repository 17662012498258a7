# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames as observations, byte for byte those of dm_control's ``pixels.Wrapper``."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import dm_control
from parallel_pool.testing import assert_same

from tests.families.dm_control.suite import TASKS, actions, load, same
from tests.mujoco.gl import skip_unless_drawn

SMALL = {"width": 64, "height": 48}
SHORT = {"time_limit": 0.08}  # a few time steps of most tasks


@pytest.fixture(scope="module", autouse=True)
def gl() -> None:
    skip_unless_drawn(lambda: load("PendulumSwingup-v1", 0).physics.render(8, 8))


def wrapped(id: str, seed: int, look: dict[str, Any], **arguments: Any) -> Any:
    from dm_control.suite.wrappers import pixels

    only = arguments.pop("pixels_only", True)
    return pixels.Wrapper(load(id, seed, **arguments), pixels_only=only, render_kwargs=look)


def compare(id: str, steps: int, look: dict[str, Any], seeds: tuple[int, ...] = (0, 1)) -> int:
    """Plays a pool beside wrapped references; returns how many episodes have ended."""
    envs = parallel_pool.make(
        id, num_envs=len(seeds), num_threads=2, seed=seeds[0], from_pixels=True, **SHORT, **look
    )
    references = [wrapped(id, seed, look, task_kwargs=SHORT) for seed in seeds]
    moves = [actions(env, seed) for env, seed in zip(references, seeds, strict=True)]
    observations, _ = envs.reset()
    expected = [env.reset() for env in references]
    ended = 0
    for step in range(steps):
        assert list(observations) == ["pixels"]
        for i, wanted in enumerate(expected):
            frame = wanted.observation["pixels"]
            assert same(observations["pixels"][i], frame), f"{id}, seed {seeds[i]}, step {step}"
        ended += sum(wanted.last() for wanted in expected)
        drawn = [next(move) for move in moves]
        observations, *_ = envs.step(np.stack(drawn))
        expected = [env.step(action) for env, action in zip(references, drawn, strict=True)]
    envs.close()
    return ended


@pytest.mark.parametrize("id", ["CheetahRun-v1", "ReacherEasy-v1"])
def test_frames_equal_the_wrapper(id: str) -> None:
    """Over the end of an episode; with a model that all environments share, and with one each."""
    assert compare(id, 11, SMALL) > 0


@pytest.mark.slow
@pytest.mark.parametrize("id", TASKS)
def test_frames_of_every_task_equal_the_wrapper(id: str) -> None:
    compare(id, 25, SMALL)


@pytest.mark.parametrize("camera", [0, "side", -1])
def test_cameras(camera: int | str) -> None:
    compare("CheetahRun-v1", 3, {"width": 40, "height": 56, "camera_id": camera}, seeds=(5,))


def test_frames_beside_numbers() -> None:
    envs = parallel_pool.make("WalkerWalk-v1", seed=3, from_pixels=True, pixels_only=False, **SMALL)
    reference = wrapped("WalkerWalk-v1", 3, SMALL, pixels_only=False)
    ours, _ = envs.reset()
    theirs = reference.reset().observation
    assert list(ours) == list(theirs)
    for name, value in theirs.items():
        assert same(ours[name][0], value)
    assert ours in envs.observation_space


@pytest.mark.parametrize("channels_first", [False, True])
def test_frame_stack(channels_first: bool) -> None:
    options: dict[str, Any] = {"num_envs": 2, "seed": 0, "from_pixels": True, **SMALL}
    single = parallel_pool.make("CheetahRun-v1", flat_observation=True, **options)
    stacked = parallel_pool.make(
        "CheetahRun-v1", frame_stack=3, channels_first=channels_first, **options
    )
    frames = [single.reset()[0]] * 3
    observation = stacked.reset()[0]["pixels"]
    for _ in range(5):
        if channels_first:
            wanted = np.concatenate([frame.transpose(0, 3, 1, 2) for frame in frames[-3:]], axis=1)
        else:
            wanted = np.stack(frames[-3:], axis=1)
        assert same(observation, wanted)
        action = single.action_space.sample()
        frames.append(single.step(action)[0])
        observation = stacked.step(action)[0]["pixels"]


def play(envs: Any, steps: int) -> list[Any]:
    rng = np.random.default_rng(0)
    return [envs.step(rng.uniform(-1, 1, envs.action_space.shape)) for _ in range(steps)]


@pytest.mark.parametrize("threads", [2, 4])
def test_frames_do_not_depend_on_threads(threads: int) -> None:
    def run(**options: Any) -> list[Any]:
        envs = parallel_pool.make(
            "FingerSpin-v1", num_envs=6, seed=0, from_pixels=True, **SMALL, **options
        )
        results = [envs.reset(), *play(envs, 6)]
        envs.close()
        return results

    assert_same(run(num_threads=threads, chunk_size=1), run(num_threads=1))


def test_states_hold_frames() -> None:
    options: dict[str, Any] = {"from_pixels": True, "frame_stack": 2, **SMALL}
    envs = parallel_pool.make("CheetahRun-v1", seed=0, **options)
    envs.reset()
    play(envs, 3)
    states = envs.get_state([0])
    expected = play(envs, 4)
    other = parallel_pool.make("CheetahRun-v1", seed=7, **options)
    other.reset()
    other.set_state([0], states)
    assert_same(play(other, 4), expected)


def test_states_without_frames_fit_any_size_of_frames() -> None:
    envs = parallel_pool.make("CheetahRun-v1", seed=0)
    envs.reset()
    other = parallel_pool.make("CheetahRun-v1", seed=1, render_mode="rgb_array", **SMALL)
    other.reset()
    other.set_state([0], envs.get_state([0]))


def test_single_environment() -> None:
    env = dm_control.load(
        "cheetah", "run", {"random": 2}, environment_kwargs={"from_pixels": True, **SMALL}
    )
    reference = wrapped("CheetahRun-v1", 2, SMALL)
    assert same(env.reset().observation["pixels"], reference.reset().observation["pixels"])
    assert env.observation_spec() == reference.observation_spec()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"frame_stack": 0}, "frame_stack must be at least 1, got 0"),
        ({"frame_stack": 2**31}, "frame_stack must be at most 1024, got 2147483648"),
        ({"frame_stack": 2}, "frame_stack stacks frames: it needs from_pixels=True"),
        ({"from_pixels": True, "width": 0}, "width must be at least 1"),
        ({"from_pixels": True, "width": 4000}, "at most 640 x 480 pixels, got width 4000"),
        ({"from_pixels": True, "camera_id": 9}, "camera_id must be .* below 2.* got 9"),
        ({"from_pixels": True, "camera_id": "sid"}, r"one of \['side', 'back'\], got 'sid'"),
        ({"from_pixels": True, "visualize_reward": True}, "visualize_reward colors what"),
        (
            {"from_pixels": True, "pixels_only": False, "flat_observation": True},
            "cannot hold both frames and numbers",
        ),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make("CheetahRun-v1", **options)
