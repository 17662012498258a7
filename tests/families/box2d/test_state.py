# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Saved states go on exactly: with the tree's free nodes, the order of contacts, and impulses."""

from __future__ import annotations

import parallel_pool
import pytest
from parallel_pool import registry

IDS = ["BipedalWalkerHardcore-v3", "CarRacing-v3", "LunarLander-v3"]


def make(id: str) -> parallel_pool.PoolVectorEnv:
    missing = registry.family_of(id).missing(registry.find(id))
    if missing is not None:
        pytest.skip(missing)
    envs = parallel_pool.make(id, num_envs=1)
    assert isinstance(envs, parallel_pool.PoolVectorEnv)
    return envs


@pytest.mark.parametrize("id", IDS)
def test_a_state_goes_on_in_another_pool(id: str) -> None:
    """Over resets, which take numbers of proxies from the saved tree."""
    first, second = make(id), make(id)
    first.reset(seed=5)
    second.reset(seed=99)
    space = first.action_space
    space.seed(2)
    steps = 60 if id.startswith("Car") else 260
    for _ in range(steps):
        first.step(space.sample())
    first.reset()
    for _ in range(20):
        first.step(space.sample())
    second.set_state([0], first.get_state([0]))
    for step in range(steps):
        if step == steps // 2:
            assert first.reset()[0].tobytes() == second.reset()[0].tobytes()
        actions = space.sample()
        ours, theirs = first.step(actions), second.step(actions)
        assert all(a.tobytes() == b.tobytes() for a, b in zip(ours[:4], theirs[:4], strict=True))
