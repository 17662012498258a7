# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames for the documentation of an environment whose reference has another version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import parallel_pool


def frames(id: str) -> Iterator[np.ndarray] | None:
    """None: the reference draws."""
    return _pendulum() if id == "Pendulum-v0" else None


def _pendulum() -> Iterator[np.ndarray]:
    """The newer version's picture of the angle that is observed."""
    env: Any = gymnasium.make("Pendulum-v1", render_mode="rgb_array").unwrapped
    env.reset(seed=0)
    with parallel_pool.make("Pendulum-v0", seed=0) as envs:
        envs.action_space.seed(0)
        observations, _ = envs.reset()
        while True:
            cosine, sine, speed = observations[0]
            env.state = np.array([np.arctan2(sine, cosine), speed])
            yield env.render()
            actions = envs.action_space.sample()
            env.last_u = actions[0, 0]
            observations = envs.step(actions)[0]
