# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The multi-agent particle environments of MPE2."""

from __future__ import annotations

from parallel_pool.families.mpe import native
from parallel_pool.family import Case, Family, later

_IDS = (
    "collect_treasure-v1",
    "simple-v3",
    "simple_adversary-v3",
    "simple_crypto-v3",
    "simple_formation-v1",
    "simple_line-v1",
    "simple_push-v3",
    "simple_reference-v3",
    "simple_speaker_listener-v4",
    "simple_spread-v3",
    "simple_tag-v3",
    "simple_world_comm-v3",
)

FAMILY = Family(
    name="mpe",
    module=native,
    # As MPE2's modules are called, and as PettingZoo's registry called the environments.
    aliases={id.replace("-", "_"): id for id in _IDS} | {f"mpe/{id}": id for id in _IDS},
    picture=later(f"{__name__}.pictures", "picture"),
    library=lambda id: "MPE2",
    meanings=later(f"{__name__}.meanings", "meanings"),
    extra="render",
    bench=tuple(Case(id, 1024) for id in ("simple_spread-v3", "simple_tag-v3", "simple_crypto-v3")),
)
