# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Single environments are PettingZoo's class and pass its own tests."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from parallel_pool.testing import assert_same

from tests.families.mpe.games import IDS, parallel_reference

with warnings.catch_warnings(action="ignore"):
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
    )
from parallel_pool.pettingzoo import parallel_env
from pettingzoo.utils import parallel_to_aec

ALL_IDS = pytest.mark.parametrize("id", IDS)


def warned(test: Any, *arguments: Any, **keywords: Any) -> set[str]:
    """The warnings of a test that passes."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test(*arguments, **keywords)
    return {str(one.message) for one in caught}


@ALL_IDS
def test_pettingzoo_tests(id: str) -> None:
    """With no more warnings than the reference causes."""
    make = partial(parallel_env, id)
    expected = warned(parallel_api_test, parallel_reference(id), num_cycles=60)
    assert warned(parallel_api_test, make(), num_cycles=60) <= expected
    parallel_seed_test(make, num_cycles=30)
    parallel_seed_test(partial(make, continuous_actions=True), num_cycles=30)
    aec = SimpleNamespace(parallel_env=make, env=lambda **config: parallel_to_aec(make(**config)))
    max_cycles_test(aec)
    with warnings.catch_warnings(action="ignore"):
        api_test(parallel_to_aec(make()), num_cycles=30)


@ALL_IDS
def test_environment_equals_the_reference(id: str) -> None:
    ours, theirs = parallel_env(id, max_cycles=6), parallel_reference(id, max_cycles=6)
    for episode in range(4):
        seed = None if episode == 2 else episode
        assert_same(ours.reset(seed=seed)[0], theirs.reset(seed=seed)[0])
        rng = np.random.default_rng(episode)
        while theirs.agents:
            assert ours.agents == theirs.agents
            actions = {
                agent: int(rng.integers(ours.action_space(agent).n)) for agent in ours.agents
            }
            result, expected = ours.step(actions), theirs.step(actions)
            assert_same(result[0], dict(expected[0]))
            assert result[1:4] == tuple(dict(part) for part in expected[1:4])
        assert ours.agents == []
