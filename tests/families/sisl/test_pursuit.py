# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pursuit equals PettingZoo's bit for bit, in pools, alone and with all options."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool.errors import EnvironmentFailure

from tests.families.agents_alone import assert_passes, assert_same_frames
from tests.families.at_once import (
    MODES,
    assert_same_states,
    assert_states_continue,
    compare,
    count_terminations,
    random_actions,
)
from tests.families.sisl.options import CONFIG

pytest.importorskip("pettingzoo")
pytest.importorskip("pygame")
pytest.importorskip("scipy")
with warnings.catch_warnings(action="ignore"):
    from pettingzoo.sisl import pursuit_v5
from parallel_pool.pettingzoo import parallel_env

ID = "pursuit-v5"
SMALL = {"n_evaders": 1, "n_pursuers": 8, "x_size": 6, "y_size": 5}


@MODES
@pytest.mark.parametrize("shared", [True, False])
def test_pool_equals_the_reference(shared: bool, mode: str) -> None:
    config = {"shared_reward": shared, "max_cycles": 8}
    compare(ID, pursuit_v5.parallel_env, 12, seed=3, threads=2, mode=mode, **config)


@pytest.mark.parametrize("surround", [True, False])
def test_evaders_are_caught(surround: bool) -> None:
    """On a small map, until none is left."""
    config: dict[str, Any] = SMALL | {"surround": surround, "max_cycles": 150}
    rng = np.random.default_rng(0)
    terminations = count_terminations(
        ID, pursuit_v5.parallel_env, 60, lambda envs, _: random_actions(rng, envs), 2, **config
    )
    assert terminations > 0


@given(data=st.data())
@settings(max_examples=6, deadline=None)
def test_all_options(data: st.DataObject) -> None:
    config = {name: data.draw(values) for name, values in CONFIG["pursuit"].items()}
    compare(ID, pursuit_v5.parallel_env, 8, seed=7, **config)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@given(data=st.data(), seed=st.integers(0, 2**40))
@settings(max_examples=60, deadline=None)
def test_all_options_for_long(data: st.DataObject, seed: int) -> None:
    config = {name: data.draw(values) for name, values in CONFIG["pursuit"].items()}
    compare(ID, pursuit_v5.parallel_env, 80, seed=seed, threads=2, **config)


def test_state() -> None:
    assert_same_states(ID, pursuit_v5.parallel_env, 12, max_cycles=8, x_size=15, y_size=13)


def test_states_continue_exactly() -> None:
    assert_states_continue(ID, 120, **SMALL)


def test_pettingzoo_tests() -> None:
    assert_passes(
        lambda **config: parallel_env(ID, **{"max_cycles": 40, **config}),
        lambda **config: pursuit_v5.parallel_env(**{"max_cycles": 40, **config}),
        100,
    )


def test_no_room_is_an_error() -> None:
    """Where the reference would look for a free place for ever."""
    envs = parallel_pool.make(ID, "parallel", x_size=3, y_size=3, n_evaders=30)
    with pytest.raises(EnvironmentFailure, match="no room for all pursuers and evaders"):
        envs.reset()
    narrow = parallel_pool.make(ID, "parallel", constraint_window=0.001)
    with pytest.raises(EnvironmentFailure, match="constraint_window holds no square"):
        narrow.reset(seed=0)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"max_cycles": 0}, "max_cycles must be at least 1, got 0"),
        ({"n_evaders": 0}, "n_evaders must be 1 to 10000, got 0"),
        ({"obs_range": 0}, "obs_range must be 1 to 999, got 0"),
        ({"constraint_window": 1.5}, "constraint_window must be above 0 and at most 1, got 1.5"),
    ],
)
def test_options_are_checked(config: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(ID, "parallel", **config)


@pytest.mark.parametrize("config", [{}, {"obs_range": 4, "x_size": 12, "n_evaders": 40}, SMALL])
def test_frames_equal_the_reference(config: dict[str, Any]) -> None:
    config = {"render_mode": "rgb_array", "max_cycles": 30} | config
    ours, theirs = parallel_env(ID, **config), pursuit_v5.parallel_env(**config)
    assert_same_frames(ours, theirs, 70, 7)
