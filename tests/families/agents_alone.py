# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Compares single environments with PettingZoo's API with their references, and runs its tests."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from parallel_pool.testing import assert_same

pytest.importorskip("pettingzoo")
# Modules whose names newer versions would rather not have imported.
with warnings.catch_warnings(action="ignore"):
    from pettingzoo.test import max_cycles_test, parallel_api_test, parallel_seed_test
    from pettingzoo.utils import parallel_to_aec

Make = Callable[..., Any]


def warned(test: Callable[..., object], *arguments: Any, **keywords: Any) -> set[str]:
    """The warnings of a test that passes."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test(*arguments, **keywords)
    return {str(one.message) for one in caught}


def assert_passes(make: Make, reference: Make, cycles: int, *variants: dict[str, Any]) -> None:
    """PettingZoo's tests of parallel environments pass, with no warning that the reference lacks.

    `variants` are options with which seeds are tested too.
    """
    expected = warned(parallel_api_test, reference(), num_cycles=cycles)
    assert warned(parallel_api_test, make(), num_cycles=cycles) <= expected
    with warnings.catch_warnings(action="ignore"):
        for config in ({}, *variants):
            parallel_seed_test(lambda config=config: make(**config), num_cycles=30)
        as_turns = SimpleNamespace(
            parallel_env=make, env=lambda **config: parallel_to_aec(make(**config))
        )
        max_cycles_test(as_turns)


def assert_plays_the_same(
    ours: Any, theirs: Any, episodes: int = 4, unseeded: int | None = None, infos: bool = True
) -> None:
    """Whole episodes of random actions; episode number `unseeded` goes on with the stream."""
    for episode in range(episodes):
        seed = None if episode == unseeded else episode
        rng = np.random.default_rng(episode)
        first, expected = ours.reset(seed=seed), theirs.reset(seed=seed)
        assert_same(first[0], dict(expected[0]))
        if infos:
            assert_same(first[1], expected[1])
        while theirs.agents:
            assert ours.agents == theirs.agents
            actions = {
                agent: int(rng.integers(ours.action_space(agent).n)) for agent in ours.agents
            }
            result, told = ours.step(actions), theirs.step(actions)
            assert_same(result[0], dict(told[0]))
            compared = slice(1, 5 if infos else 4)
            assert result[compared] == tuple(dict(part) for part in told[compared])
        assert ours.agents == []


def assert_same_frames(ours: Any, theirs: Any, steps: int, every: int, seed: int = 4) -> None:
    """Frames equal the reference's, from reset to reset, whatever the agents do."""
    for name in ("render_modes", "render_fps"):
        assert ours.metadata[name] == theirs.metadata[name]
    rng = np.random.default_rng(2)
    for env in (ours, theirs):
        env.reset(seed=seed)
    for step in range(steps):
        if not theirs.agents:
            for env in (ours, theirs):
                env.reset()
        if step % every == 0 or step == steps - 1:
            assert_same(ours.render(), theirs.render())
        actions = {agent: _action(rng, theirs.action_space(agent)) for agent in theirs.agents}
        ours.step(actions)
        theirs.step(actions)
        if not theirs.agents:
            assert_same(ours.render(), theirs.render())


def _action(rng: np.random.Generator, space: Any) -> Any:
    if hasattr(space, "n"):
        return int(rng.integers(space.n))
    return rng.random(space.shape, np.float32)
