# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames for the documentation: observed ones, which need no certain version of MuJoCo."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import parallel_pool

os.environ.setdefault("MUJOCO_GL", "egl")


def frames(id: str) -> Iterator[np.ndarray]:
    """Few and small ones: without a GPU, a frame takes as long as many steps."""
    with parallel_pool.make(id, seed=0, from_pixels=True, width=240, height=180) as envs:
        envs.action_space.seed(0)
        observations, _ = envs.reset()
        for _ in range(16):
            yield observations["pixels"][0].copy()
            observations = envs.step(envs.action_space.sample())[0]
