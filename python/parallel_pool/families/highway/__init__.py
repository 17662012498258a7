# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The driving environments of highway-env."""

from __future__ import annotations

from parallel_pool.families.highway import native
from parallel_pool.families.highway.goals import compute_reward
from parallel_pool.families.highway.meanings import meanings
from parallel_pool.family import Case, Family

FAMILY = Family(
    name="highway",
    module=native,
    library=lambda id: "highway-env",
    meanings=meanings,
    methods=lambda id: {"compute_reward": compute_reward} if id.startswith("parking") else {},
    bench=(
        Case("highway-fast-v0", 64),
        Case("intersection-v0", 64),
        Case("parking-v0", 256),
    ),
)
