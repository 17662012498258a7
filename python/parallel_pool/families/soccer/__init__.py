# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The soccer of dm_control's locomotion tasks."""

from __future__ import annotations

from parallel_pool.families.soccer import native
from parallel_pool.family import Case, Family, later

FAMILY = Family(
    name="soccer",
    module=native,
    picture=later(f"{__name__}.pictures", "picture"),
    # As EnvPool calls it too.
    aliases={
        "dm_control/locomotion/soccer_ant": "DmcSoccerAnt-v1",
        "dm_control/locomotion/soccer_boxhead": "DmcSoccerBoxhead-v1",
    },
    library=lambda id: "dm_control",
    meanings=later(f"{__name__}.meanings", "meanings"),
    missing=later(f"{__name__}.match", "missing"),
    extra="dmc",
    bench=(Case("DmcSoccerBoxhead-v1", 16), Case("DmcSoccerAnt-v1", 16)),
)
