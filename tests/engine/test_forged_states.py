# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Forged states are refused, or environments go on: nothing crashes, and no loop is endless."""

from __future__ import annotations

import pytest

from tests.families.facts import all_families, ids_that_run
from tests.support import assert_clean, run_python

FAMILIES = ids_that_run()
SIMULATED = {facts.name for facts in all_families().values() if facts.simulates}


@pytest.mark.parametrize("family", FAMILIES)
def test_forged_states_do_no_harm(family: str) -> None:
    """Of some ids of each family."""
    most = 2 if family in SIMULATED else 16
    ids = FAMILIES[family][:: -(-len(FAMILIES[family]) // most)]
    assert_clean(run_python(f"from tests import forged; forged.try_states({ids}, 30)"))


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for ids in FAMILIES.values() for id in ids])
def test_many_forged_states_do_no_harm(id: str) -> None:
    code = f"from tests import forged; forged.try_states(['{id}'], 300, seed=1)"
    assert_clean(run_python(code, timeout=300))
