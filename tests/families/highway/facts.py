# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of highway-env's environments."""

from __future__ import annotations

from tests.families.arithmetic import arithmetic
from tests.families.facts import Facts

# One of each make: a Box or a Dict or a Tuple, Discrete or continuous actions, one agent or more.
_REPRESENTATIVES = frozenset(
    {
        "highway-fast-v0",
        "intersection-multi-agent-v0",
        "intersection-multi-agent-v1",
        "lane-keeping-v0",
        "parking-v0",
        "racetrack-v0",
        "two-way-v0",
    }
)


FACTS = Facts(
    "parallel_pool.families.highway.native",
    representatives=_REPRESENTATIVES,
    golden=arithmetic,
    needs=("highway_env",),
    tests_pictures=True,
)
