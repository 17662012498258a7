# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the shared tests need to know of MPE2's environments."""

from __future__ import annotations

from tests.families.facts import Facts

# NumPy's exponential, arctangent and dot product, which these use, round by the CPU.
_BY_CPU = {
    "collect_treasure-v1",
    "simple_formation-v1",
    "simple_line-v1",
    "simple_tag-v3",
    "simple_world_comm-v3",
}

FACTS = Facts(
    "parallel_pool.families.mpe.native",
    representatives=frozenset(
        {
            "collect_treasure-v1",
            "simple_crypto-v3",
            "simple_speaker_listener-v4",
            "simple_spread-v3",
        }
    ),
    also_on_page=frozenset(
        {
            "simple-v3",
            "simple_adversary-v3",
            "simple_formation-v1",
            "simple_line-v1",
            "simple_push-v3",
            "simple_reference-v3",
            "simple_tag-v3",
            "simple_world_comm-v3",
        }
    ),
    has_trace=lambda id: id not in _BY_CPU,
)
