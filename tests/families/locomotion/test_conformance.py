# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every task keeps every rule: most tests of all ids run where dm_control is missing."""

from __future__ import annotations

import os

import pytest
from parallel_pool import testing

from tests.families.facts import facts_of

os.environ.setdefault("MUJOCO_GL", "egl")  # dm_control decides on import what it draws with
pytest.importorskip("dm_control")

from tests.families.locomotion.test_locomotion import TASKS


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rule", testing.RULES)
@pytest.mark.parametrize("id", TASKS)
def test_every_task_conforms(id: str, rule: str) -> None:
    testing.check(id, rules=[rule], random=facts_of(id).shows_draws(id))
