# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PettingZoo's butterfly environments."""

from __future__ import annotations

from parallel_pool.families.butterfly import native
from parallel_pool.family import Case, Family, later

_IDS = ("cooperative_pong-v6", "knights_archers_zombies-v11")

FAMILY = Family(
    name="butterfly",
    module=native,
    # As PettingZoo's modules are called, and as its registry calls the environments.
    aliases={id.replace("-", "_"): id for id in _IDS} | {f"butterfly/{id}": id for id in _IDS},
    picture=later(f"{__name__}.pictures", "picture"),
    library=lambda id: "PettingZoo",
    meanings=later(f"{__name__}.meanings", "meanings"),
    extra="render",
    bench=(Case("knights_archers_zombies-v11", 256),),
)
