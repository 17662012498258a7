# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every option does what it does in the reference, and does something."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import registry

from tests.families.vizdoom.scenario_options import Try, tries
from tests.families.vizdoom.side_by_side import SideBySide

pytest.importorskip("vizdoom")

OURS = {"engine_timeout"}  # which the reference does not have; test_faults.py tries it

_digests: dict[str, str] = {}


def played(id: str, options: dict[str, Any], steps: int) -> str:
    """The digest of a game that equals the reference's."""
    key = repr((id, options, steps))
    if key not in _digests:
        both = SideBySide(id, options)
        try:
            both.play(steps)
        finally:
            both.close()
        _digests[key] = both.digest.hexdigest()
    return _digests[key]


def test_every_option_is_tried() -> None:
    declared = {name for name, *_ in registry.find("VizdoomBasic-v1").options}
    assert {one.name for one in tries()} == declared - OURS


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:notifications_buffer_size is set")
@pytest.mark.parametrize("one", tries(), ids=lambda one: one.name)
def test_an_option_changes_what_it_changes_in_the_reference(one: Try) -> None:
    with_it = played(one.id, one.options, one.steps)
    if one.shows:
        assert with_it != played(one.id, one.beside, one.steps)


def test_the_size_of_audio_is_that_of_its_buffer() -> None:
    """The reference's space stays that of a frame skip; its observations do not."""
    options = {"audio_buffer_enabled": True, "audio_buffer_size": 3, "frame_skip": 2}
    import vizdoom.gymnasium_wrapper  # noqa: F401 - which registers the reference

    with pytest.warns(UserWarning, match="audio_buffer_size is set"):
        reference = gymnasium.make("VizdoomBasic-v1", disable_env_checker=True, **options)
    with parallel_pool.make("VizdoomBasic-v1", num_envs=1, **options) as envs:
        theirs, ours = reference.reset(seed=1)[0]["audio"], envs.reset(seed=1)[0]["audio"][0]
        assert ours.shape == theirs.shape == envs.single_observation_space["audio"].shape
        np.testing.assert_array_equal(ours, theirs)
    reference.close()
