# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PettingZoo's SISL environments."""

from __future__ import annotations

from parallel_pool.families.sisl import native
from parallel_pool.families.sisl.meanings import MEANINGS
from parallel_pool.families.sisl.pictures import DRAWINGS
from parallel_pool.family import Case, Family, rules_of

FAMILY = Family(
    name="sisl",
    module=native,
    # As PettingZoo's module is called, and as its registry calls the environment.
    aliases={"pursuit_v5": "pursuit-v5", "sisl/pursuit-v5": "pursuit-v5"},
    picture=lambda env_type: DRAWINGS.get(env_type.id),
    library=lambda id: "PettingZoo",
    meanings=lambda id: MEANINGS.get(rules_of(id)),
    extra="render",
    bench=(Case("pursuit-v5", 256),),
)
