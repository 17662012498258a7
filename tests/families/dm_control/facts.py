# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of the DeepMind Control Suite."""

from __future__ import annotations

from tests.families.facts import Facts

# Their physics and rewards take no function of NumPy's whose last bit depends on the CPU.
TRACED = frozenset({"CheetahRun-v1", "PendulumSwingup-v1"})

FACTS = Facts(
    "parallel_pool.families.dm_control.native",
    # All other tasks are compared with the reference, and share these classes.
    representatives=TRACED | {"LqrLqr21-v1", "ReacherEasy-v1", "StackerStack2-v1"},
    simulates=True,
    has_trace=TRACED.__contains__,
    golden=lambda: "mujoco-3.17.0",
    needs=("dm_control",),
    has_generated_page=False,
)
