# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of MetaWorld's tasks."""

from __future__ import annotations

from tests.families.arithmetic import arithmetic
from tests.families.facts import Facts

FACTS = Facts(
    "parallel_pool.families.metaworld.native",
    # All others are compared with the reference, and share these classes.
    representatives=frozenset({"door-open-v3", "reach-v3"}),
    simulates=True,
    golden=arithmetic,
    needs=("metaworld",),
    tests_pictures=True,
    has_generated_page=False,
)
