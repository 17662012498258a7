# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rendered rows equal the reference's frames, byte for byte."""

from __future__ import annotations

import gymnasium
import numpy as np
import parallel_pool
import pytest

pytest.importorskip("Box2D", reason="Gymnasium's environments need it")
pytest.importorskip("pygame", reason="Gymnasium's environments draw with it")


@pytest.mark.parametrize(
    ("id", "mode", "steps"),
    [
        ("BipedalWalker-v3", "rgb_array", 30),
        ("BipedalWalkerHardcore-v3", "rgb_array", 30),
        ("CarRacing-v3", "rgb_array", 60),
        ("CarRacing-v3", "state_pixels", 5),
        ("LunarLander-v3", "rgb_array", 30),
    ],
)
def test_frames_are_the_references(id: str, mode: str, steps: int) -> None:
    """LunarLander's engines stay off, as their exhaust is not rendered."""
    envs = parallel_pool.make(id, num_envs=2, render_mode=mode)
    references = [gymnasium.make(id, render_mode=mode) for _ in range(2)]
    envs.reset(seed=5)
    for i, reference in enumerate(references):
        reference.reset(seed=5 + i)
    space = envs.action_space
    space.seed(0)
    for _ in range(steps):
        actions = np.zeros(2, np.int64) if id.startswith("Lunar") else space.sample()
        if id.startswith("Car"):
            actions[:, 1:] = [1.0, 0.0]
        envs.step(actions)
        for reference, action in zip(references, actions, strict=True):
            reference.step(action)
        frames = envs.render()
        assert frames is not None
        for frame, reference in zip(frames, references, strict=True):
            expected = reference.render()
            assert frame.dtype == expected.dtype
            assert frame.tobytes() == expected.tobytes()
