# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of the robots that MuJoCo simulates."""

from __future__ import annotations

from importlib.metadata import version

from tests.families.facts import Facts, versionless

# A norm in them is NumPy's BLAS's, whose last bit depends on the CPU; parity is tested.
BY_CPU = ("Ant", "Humanoid", "Pusher", "Reacher", "Swimmer")

FACTS = Facts(
    "parallel_pool.families.mujoco.native",
    simulates=True,
    is_older=lambda id: id.endswith("-v4"),
    has_trace=lambda id: versionless(id) not in BY_CPU,
    golden=lambda: f"mujoco-{version('mujoco')}",
    needs=("mujoco",),
)
