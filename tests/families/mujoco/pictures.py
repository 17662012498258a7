# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames for the documentation, which need no screen."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import parallel_pool

os.environ.setdefault("MUJOCO_GL", "egl")


def frames(id: str) -> Iterator[np.ndarray]:
    """Few and small ones: without a GPU, a frame takes as long as many steps."""
    drawn = {"render_mode": "rgb_array", "width": 240, "height": 240}
    with parallel_pool.make(id, seed=0, **drawn) as envs:
        envs.action_space.seed(0)
        envs.reset()
        for _ in range(24):
            yield envs.render()[0]
            envs.step(envs.action_space.sample())
