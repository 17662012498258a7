# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of ViZDoom's scenarios."""

from __future__ import annotations

from tests.families.facts import Facts

FACTS = Facts(
    "parallel_pool.families.vizdoom.native",
    # Two makes, Gymnasium's and EnvPool's; the tests in this folder play the others.
    representatives=frozenset({"DefendTheCenter-v1", "VizdoomBasic-v1"}),
    simulates=True,
    needs=("vizdoom",),
    has_generated_page=False,
)
