# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Forged missions."""

from __future__ import annotations

import pytest
from parallel_pool import errors

from tests.driver import Driver

MISSION = b"get to the green goal square"


@pytest.mark.parametrize(
    "bad", [b"Get" + MISSION[3:], MISSION[:-1] + b"\0", MISSION[:-1] + b"\xe9", 4 * MISSION]
)
def test_forged_missions_are_refused(bad: bytes) -> None:
    """Observations have room for 96 letters, which are lower case."""
    driver = Driver("MiniGrid-Empty-5x5-v0", num_envs=1)
    with driver.envs as envs:
        driver.run(2)
        owner = envs._engine._owner
        good = owner.unpack(envs.get_state()[0])
        whole = len(MISSION).to_bytes(8, "little") + MISSION
        assert good.count(whole) == 1
        state = owner.pack(good.replace(whole, len(bad).to_bytes(8, "little") + bad))
        with pytest.raises(errors.StateError, match="the state holds no mission"):
            envs.set_state(None, [state])
