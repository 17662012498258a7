# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of Gymnasium-Robotics' environments."""

from __future__ import annotations

from tests.families.arithmetic import arithmetic
from tests.families.facts import Facts

FACTS = Facts(
    "parallel_pool.families.robotics.native",
    # All others are compared with the reference, and share these classes.
    representatives=frozenset(
        {
            "FetchPickAndPlace-v4",
            "FetchReachDense-v4",
            "AdroitHandPen-v1",
            "AdroitHandDoorSparse-v1",
            "PointMaze_UMaze-v3",
            "AntMaze_UMaze-v5",
            "HandReach-v3",
            "HandManipulatePen_BooleanTouchSensors-v1",
            "FrankaKitchen-v1",
        }
    ),
    simulates=True,
    golden=arithmetic,
    needs=("gymnasium_robotics",),
    tests_pictures=True,
    has_generated_page=False,
)
