# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of locomotion."""

from __future__ import annotations

from tests.families.facts import Facts

FACTS = Facts(
    "parallel_pool.families.locomotion.native",
    simulates=True,
    has_trace=lambda id: False,  # observations take functions of NumPy's BLAS
    # Walkers fall before they reach a wall or gap, which only their camera would show, as a sphere.
    shows_draws=lambda id: "Run" not in id and "Touch" not in id,
    needs=("dm_control",),
    has_generated_page=False,
)
