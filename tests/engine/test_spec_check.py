# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Making a pool and the kit refuse an invalid spec and name the field."""

from __future__ import annotations

import parallel_pool
import pytest
from parallel_pool import testing

MISTAKES = {
    "name": "observation['speed'] is named twice",
    "again": "observation['fast'] names a field that was named before",
    "missing": "the observation struct has 2 fields, but its space names 1",
    "bounds": "observation['speed'] has 3 elements, but 2 low and 1 high bounds",
    "crossed": "observation['speed'] has the bounds 2.000000 and 1.000000 at element 1, but low",
    "nan": "observation['speed'] has the bounds nan and 1.000000 at element 2, but low must be",
    "range": "observation['lamps'] has the bounds 0.000000 and 256.000000 at element 0, which its",
    "empty": "action['push'] must have at least one value, got 0",
    "counts": "action['gears'] has 2 elements, but 1 counts",
    "agents": "it names agents, but the environment has no players()",
    "mover": "it states a mover, but the environment has no players()",
    "shares": "of_agents is for a pp::PlayerRows that is a Box of one axis or a Discrete from 0",
    "discount": "zero_discount must be an info that is not nested and that every row has",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_contradiction_is_refused(mistake: str) -> None:
    for env_type in ("gymnasium", "gym", "dm"):
        with pytest.raises(RuntimeError) as caught:
            parallel_pool.make("Contradiction-v0", env_type, mistake=mistake)
        assert f"spec: {MISTAKES[mistake]}" in str(caught.value)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_kit_names_the_field(mistake: str) -> None:
    with pytest.raises(testing.ConformanceError) as caught:
        testing.check("Contradiction-v0", config={"mistake": mistake})
    assert "Contradiction-v0 breaks the rule 'spec_can_be'" in str(caught.value)
    assert MISTAKES[mistake] in str(caught.value)


@pytest.mark.parametrize(
    "name", ["env_id", "players", "elapsed_step", "final_obs", "final_info", "episode"]
)
def test_names_of_the_engine_are_taken(name: str) -> None:
    """The engine would overwrite them on some face."""
    with pytest.raises(RuntimeError) as caught:
        parallel_pool.make("Contradiction-v0", info=name)
    assert f"spec: info['{name}'] has a name that the engine itself uses" in str(caught.value)


def test_names_of_masks_are_taken() -> None:
    with pytest.raises(RuntimeError) as caught:
        parallel_pool.make("Contradiction-v0", other_info="_gust")
    assert "spec: info['_gust'] has the name of the mask of info['gust']" in str(caught.value)
