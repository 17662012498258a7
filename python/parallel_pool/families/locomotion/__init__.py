# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The locomotion tasks of dm_control."""

from __future__ import annotations

from parallel_pool.families.locomotion import native
from parallel_pool.family import Case, Family, later

# dm_control's functions that make the tasks.
FUNCTIONS = {
    "DmcCmuHumanoidGoToTarget-v1": "cmu_humanoid_go_to_target",
    "DmcCmuHumanoidRunGaps-v1": "cmu_humanoid_run_gaps",
    "DmcCmuHumanoidRunWalls-v1": "cmu_humanoid_run_walls",
    "DmcRodentEscapeBowl-v1": "rodent_escape_bowl",
    "DmcRodentRunGaps-v1": "rodent_run_gaps",
    "DmcRodentTwoTouch-v1": "rodent_two_touch",
}

FAMILY = Family(
    name="locomotion",
    module=native,
    picture=later(f"{__name__}.pictures", "picture"),
    # As EnvPool calls them too.
    aliases={f"dm_control/locomotion/{name}": id for id, name in FUNCTIONS.items()},
    library=lambda id: "dm_control",
    meanings=later(f"{__name__}.meanings", "meanings"),
    missing=later(f"{__name__}.tasks", "missing"),
    extra="dmc",
    bench=(Case("DmcCmuHumanoidRunWalls-v1", 16), Case("DmcCmuHumanoidGoToTarget-v1", 16)),
)
