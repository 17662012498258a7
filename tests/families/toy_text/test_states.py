# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""States with impossible values are refused, or the environment goes on within its spaces."""

from __future__ import annotations

import parallel_pool
import pytest
from parallel_pool import errors

from tests.families.toy_text.facts import FACTS

EDGES = [number.to_bytes(4, "little", signed=True) for number in (-1, 2**31 - 1, 5, 9, 30, 40)]


@pytest.mark.parametrize("id", FACTS.ids)
def test_impossible_values_are_refused(id: str) -> None:
    """At each place of a state in turn, with a digest that fits."""
    envs = parallel_pool.make(id, num_envs=1)
    envs.action_space.seed(1)
    envs.reset(seed=3)
    owner = envs._engine._owner
    [state] = envs.get_state()
    good = owner.unpack(state)
    refused = 0
    for place in range(len(good) - 3):
        for edge in EDGES:
            bad = good[:place] + edge + good[place + 4 :]
            try:
                envs.set_state(None, [owner.pack(bad)])
            except errors.StateError:
                refused += 1
                continue
            for _ in range(3):
                observations = envs.step(envs.action_space.sample())[0]
                assert observations in envs.observation_space, (place, edge)
    assert refused > 0
