# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames for the documents of scenes whose agents leave one by one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from parallel_pool import pettingzoo


def frames(id: str) -> Iterator[np.ndarray] | None:
    """Of all agents under random actions; None where the pool's rows are always as many."""
    return _frames(id) if id == "intersection-multi-agent-v1" else None


def _frames(id: str) -> Iterator[np.ndarray]:
    env = pettingzoo.parallel_env(id, render_mode="rgb_array")
    for seed, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed)
    env.reset(seed=0)
    while True:
        yield env.render()
        if env.agents:
            env.step({agent: env.action_space(agent).sample() for agent in env.agents})
        else:
            env.reset()
