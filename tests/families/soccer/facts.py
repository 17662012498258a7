# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of soccer."""

from __future__ import annotations

from tests.families.facts import Facts

FACTS = Facts(
    "parallel_pool.families.soccer.native",
    simulates=True,
    has_trace=lambda id: False,  # observations take functions of NumPy's BLAS
    needs=("dm_control",),
    tests_pictures=True,
    has_generated_page=False,
)
