# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Single environments are PettingZoo's class and pass its own tests."""

from __future__ import annotations

import warnings
from functools import partial

import pytest

from tests.families.agents_alone import assert_passes, assert_plays_the_same
from tests.families.mpe.games import IDS, parallel_reference

with warnings.catch_warnings(action="ignore"):
    from pettingzoo.test import api_test
from parallel_pool.pettingzoo import parallel_env
from pettingzoo.utils import parallel_to_aec

ALL_IDS = pytest.mark.parametrize("id", IDS)


@ALL_IDS
def test_pettingzoo_tests(id: str) -> None:
    make = partial(parallel_env, id)
    assert_passes(make, partial(parallel_reference, id), 60, {"continuous_actions": True})
    with warnings.catch_warnings(action="ignore"):
        api_test(parallel_to_aec(make()), num_cycles=30)


@ALL_IDS
def test_environment_equals_the_reference(id: str) -> None:
    """Its infos are empty where ours tell more."""
    ours, theirs = parallel_env(id, max_cycles=6), parallel_reference(id, max_cycles=6)
    assert_plays_the_same(ours, theirs, unseeded=2, infos=False)
