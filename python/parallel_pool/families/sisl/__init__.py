# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PettingZoo's SISL environments."""

from __future__ import annotations

from parallel_pool.families.sisl import native
from parallel_pool.family import Case, Family, later

FAMILY = Family(
    name="sisl",
    module=native,
    # As PettingZoo's module is called, and as its registry calls the environment.
    aliases={"pursuit_v5": "pursuit-v5", "sisl/pursuit-v5": "pursuit-v5"},
    picture=later(f"{__name__}.pictures", "picture"),
    library=lambda id: "PettingZoo",
    meanings=later(f"{__name__}.meanings", "meanings"),
    extra="render",
    bench=(Case("pursuit-v5", 256),),
)
