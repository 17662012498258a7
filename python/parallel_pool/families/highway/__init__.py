# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The driving environments of highway-env."""

from __future__ import annotations

from parallel_pool.families.highway import native
from parallel_pool.family import Case, Family, later

_compute_reward = later(f"{__name__}.goals", "compute_reward")

FAMILY = Family(
    name="highway",
    module=native,
    extra="highway",
    picture=later(f"{__name__}.pictures", "picture"),
    library=lambda id: "highway-env",
    meanings=later(f"{__name__}.meanings", "meanings"),
    methods=lambda id: {"compute_reward": _compute_reward} if id.startswith("parking") else {},
    bench=(
        Case("highway-fast-v0", 64),
        Case("intersection-v0", 64),
        Case("parking-v0", 256),
    ),
)
