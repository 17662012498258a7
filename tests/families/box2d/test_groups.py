# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments whose physics is solved together yield what each yields alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest


@pytest.mark.parametrize("num_envs", [2, 7, 8, 13])
@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("LunarLander-v3", {}),
        ("LunarLander-v3", {"continuous": True, "enable_wind": True}),
        ("BipedalWalker-v3", {}),
        ("BipedalWalkerHardcore-v3", {}),
    ],
    ids=str,
)
def test_lanes_equal_single_environments(id: str, options: dict[str, Any], num_envs: int) -> None:
    """A pool of one is solved without lanes. Weak actions keep legs on the ground."""
    together = parallel_pool.make(id, num_envs=num_envs, **options)
    alone = [parallel_pool.make(id, num_envs=1, **options) for _ in range(num_envs)]
    together.reset(seed=3)
    for i, envs in enumerate(alone):
        envs.reset(seed=3 + i)
    space = together.action_space
    space.seed(num_envs)
    for step in range(160):
        actions = space.sample()
        if step % 3 and actions.dtype == np.float32:
            actions = (actions * 0.3).astype(np.float32)
        got = together.step(actions)
        for i, envs in enumerate(alone):
            expected = envs.step(actions[i : i + 1])
            for ours, theirs in zip(got[:4], expected[:4], strict=True):
                assert ours[i].tobytes() == theirs[0].tobytes()
