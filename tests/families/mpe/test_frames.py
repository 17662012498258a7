# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames equal those of MPE2's environments."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.pettingzoo import parallel_env

from tests.families.agents_alone import assert_same_frames
from tests.families.mpe.games import IDS, parallel_reference


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("continuous", [False, True])
def test_frames_equal_the_reference(id: str, continuous: bool) -> None:
    config: dict[str, Any] = {
        "render_mode": "rgb_array",
        "max_cycles": 9,
        "continuous_actions": continuous,
    }
    ours, theirs = parallel_env(id, **config), parallel_reference(id, **config)
    assert_same_frames(ours, theirs, 22, 3)


@pytest.mark.parametrize(
    ("id", "config"),
    [
        ("simple_spread-v3", {"N": 5, "dynamic_rescaling": False}),
        ("simple_tag-v3", {"num_good": 2, "num_obstacles": 3}),
        ("simple_adversary-v3", {"N": 4}),
        ("simple_world_comm-v3", {"num_food": 1, "num_forests": 1}),
        ("collect_treasure-v1", {"num_collectors": 5, "num_treasures": 3}),
    ],
)
def test_options_show(id: str, config: dict[str, Any]) -> None:
    config = {"render_mode": "rgb_array", **config}
    assert_same_frames(parallel_env(id, **config), parallel_reference(id, **config), 30, 5)


def test_restored_states_look_the_same() -> None:
    """The zoom depends on the start of the episode."""
    one, other = (
        parallel_pool.make("simple_tag-v3", "parallel", num_envs=2, render_mode="rgb_array")
        for _ in range(2)
    )
    one.reset(seed=1)
    other.reset(seed=2)
    for _ in range(4):
        one.step({agent: np.ones(2, np.int64) for agent in one.agents})
    other.set_state(None, one.get_state())
    assert np.array_equal(np.stack(one.render()), np.stack(other.render()))
