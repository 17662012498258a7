# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Cooperative Pong equals PettingZoo's bit for bit, pictures included."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.families.agents_alone import assert_passes
from tests.families.at_once import (
    MODES,
    assert_same_states,
    assert_states_continue,
    compare,
    count_terminations,
)
from tests.families.butterfly.options import CONFIG

pytest.importorskip("pettingzoo")
pytest.importorskip("pygame")
with warnings.catch_warnings(action="ignore"):
    from pettingzoo.butterfly import cooperative_pong_v6
from parallel_pool.pettingzoo import parallel_env

ID = "cooperative_pong-v6"
# Without a render mode, the reference's observations are black.
parallel_reference = partial(cooperative_pong_v6.parallel_env, render_mode="rgb_array")


@MODES
@pytest.mark.parametrize("cake_paddle", [True, False])
def test_pool_equals_the_reference(cake_paddle: bool, mode: str) -> None:
    compare(ID, parallel_reference, 60, 3, threads=2, mode=mode, cake_paddle=cake_paddle)


class Following:
    """Paddles that mostly follow the ball, so that they meet it, also with their edges."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def __call__(self, envs: Any, seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        actions = {}
        for agent, side in (("paddle_0", slice(0, 8)), ("paddle_1", slice(-8, None))):
            lit = seen[agent][..., 0] > 0
            ball = lit[:, :, 40:-80].any(axis=2).argmax(axis=1)
            rows = lit[:, :, side].any(axis=2)
            middle = (rows * np.arange(rows.shape[1])).sum(axis=1) / rows.sum(axis=1)
            target = ball + self.rng.integers(-30, 30, envs.num_envs)
            actions[agent] = np.where(target < middle, 1, 2)
        return actions


@pytest.mark.parametrize("randomness", [False, True])
def test_the_ball_bounces(randomness: bool) -> None:
    config: dict[str, Any] = {"bounce_randomness": randomness, "max_cycles": 120}
    count_terminations(ID, parallel_reference, 250, Following(0), 2, **config)


@given(data=st.data())
@settings(max_examples=6, deadline=None)
def test_all_options(data: st.DataObject) -> None:
    config = {name: data.draw(values) for name, values in CONFIG["cooperative_pong"].items()}
    compare(ID, parallel_reference, 15, seed=7, **config)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@given(data=st.data(), seed=st.integers(0, 2**20))
@settings(max_examples=40, deadline=None)
def test_all_options_for_long(data: st.DataObject, seed: int) -> None:
    config = {name: data.draw(values) for name, values in CONFIG["cooperative_pong"].items()}
    count_terminations(ID, parallel_reference, 150, Following(seed), 1, **config)


def test_frames_are_the_observations() -> None:
    envs = parallel_pool.make(ID, "parallel", num_envs=2, seed=0, render_mode="rgb_array")
    observations, _ = envs.reset()
    frames = envs.render()
    assert envs.metadata["render_modes"] == parallel_reference().metadata["render_modes"]
    assert envs.metadata["render_fps"] == parallel_reference().metadata["render_fps"]
    assert np.array_equal(np.stack(frames), observations["paddle_0"])
    assert np.shares_memory(observations["paddle_0"], observations["paddle_1"])


def test_state() -> None:
    assert_same_states(ID, parallel_reference, 30)


def test_states_continue_exactly() -> None:
    assert_states_continue(ID, 60, bounce_randomness=True)


def test_pettingzoo_tests() -> None:
    assert_passes(
        lambda **config: parallel_env(ID, **{"max_cycles": 40, **config}),
        lambda **config: parallel_reference(**{"max_cycles": 40, **config}),
        100,
    )


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"max_cycles": 0}, "max_cycles must be at least 1, got 0"),
        ({"render_ratio": 0}, "render_ratio must be 1 to 20, got 0"),
        ({"ball_speed": 5000.0}, "speeds must be -1000 to 1000, got 5000"),
    ],
)
def test_options_are_checked(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(ID, "parallel", **config)
