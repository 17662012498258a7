# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium's own wrappers record and show pools and single environments."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import wrappers
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import vector as vector_wrappers
from parallel_pool import registry

from tests.rendering.ids import IDS

# Their own imports warn.
pytestmark = pytest.mark.filterwarnings("default::DeprecationWarning", "default::SyntaxWarning")


def test_vector_record_video(tmp_path: Path) -> None:
    """It records the same frames as with SyncVectorEnv."""

    def recorded(envs: Any, folder: Path) -> list[np.ndarray]:
        video = vector_wrappers.RecordVideo(envs, str(folder), step_trigger=lambda step: step == 0)
        video.reset(seed=0)
        for _ in range(5):
            video.step(np.ones(3, np.int64))
        frames = list(video.recorded_frames)
        video.close()
        assert [file.suffix for file in folder.iterdir()] == [".mp4"]
        return frames

    pool = gymnasium.make_vec("parallel_pool/CartPole-v1", num_envs=3, render_mode="rgb_array")
    reference = gymnasium.make_vec(
        "CartPole-v1", num_envs=3, render_mode="rgb_array", vectorization_mode="sync"
    )
    ours, theirs = recorded(pool, tmp_path / "ours"), recorded(reference, tmp_path / "theirs")
    assert len(ours) == len(theirs) >= 5
    for one, two in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one, two)


def test_single_record_video(tmp_path: Path) -> None:
    env = gymnasium.make("parallel_pool/CartPole-v1", render_mode="rgb_array")
    video = wrappers.RecordVideo(env, str(tmp_path / "videos"), episode_trigger=lambda _: True)
    video.reset(seed=0)
    for _ in range(5):
        video.step(1)
    assert video.frames_per_sec == 50
    assert len(video.recorded_frames) == 6
    video.close()
    assert [file.name for file in (tmp_path / "videos").iterdir()] == ["rl-video-episode-0.mp4"]


def test_vector_human_rendering() -> None:
    """All rows in one window."""
    import pygame

    envs = parallel_pool.make("CartPole-v1", num_envs=4, render_mode="rgb_array")
    window = vector_wrappers.HumanRendering(envs)
    window.reset(seed=0)
    before = pygame.image.tobytes(pygame.display.get_surface(), "RGB")
    for _ in range(3):
        window.step(np.ones(4, np.int64))
    assert pygame.image.tobytes(pygame.display.get_surface(), "RGB") != before
    window.close()


def test_single_human_rendering() -> None:
    import pygame

    env = wrappers.HumanRendering(
        gymnasium.make("parallel_pool/CartPole-v1", render_mode="rgb_array")
    )
    env.reset(seed=0)
    frame = env.env.render()
    shown = pygame.surfarray.array3d(pygame.display.get_surface())
    np.testing.assert_array_equal(shown.transpose(1, 0, 2), frame)
    env.close()


def test_lists_of_frames() -> None:
    """Gymnasium collects frames in modes that end in _list."""
    env = gymnasium.make("parallel_pool/FrozenLake-v1", render_mode="rgb_array_list")
    env.reset(seed=0)
    env.step(1)
    frames = env.render()
    assert isinstance(frames, list)
    assert [frame.shape for frame in frames] == [(256, 256, 3)] * 2  # type: ignore[union-attr]


@pytest.mark.parametrize("id", IDS)
def test_checker_of_single_environments(id: str) -> None:
    """Gymnasium's checker renders in every mode, with the same warnings as for the reference."""
    if parallel_pool.make(id).is_multi_player:
        pytest.skip("a gymnasium.Env cannot express several players")

    def warned(name: str) -> set[str]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)
        return {str(one.message) for one in caught if "out of date" not in str(one.message)}

    assert warned(f"parallel_pool/{id}") <= warned(registry.find(id).reference or "CartPole-v1")


def test_render_mode_is_part_of_the_spec() -> None:
    """A pool made from another's spec, or unpickled, renders as well."""
    envs = gymnasium.make_vec("parallel_pool/Blackjack-v1", num_envs=2, render_mode="rgb_array")
    assert envs.spec is not None
    made = parallel_pool.make("Blackjack-v1", num_envs=2, render_mode="rgb_array")
    twins = [
        gymnasium.make_vec(envs.spec),
        gymnasium.make_vec(made.spec),
        pickle.loads(pickle.dumps(envs)),
    ]
    envs.reset(seed=0)
    frames = envs.render()
    assert frames is not None
    for twin in twins:
        assert twin.render_mode == "rgb_array" == twin.get_attr("render_mode")[0]
        twin.reset(seed=0)
        for one, two in zip(frames, twin.render() or (), strict=True):
            assert one.tobytes() == two.tobytes()
