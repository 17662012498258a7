# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PettingZoo's classic games for two agents."""

from __future__ import annotations

from parallel_pool.families.classic_games import native
from parallel_pool.families.classic_games.meanings import MEANINGS
from parallel_pool.families.classic_games.pictures import DRAWINGS
from parallel_pool.family import Case, Family, rules_of

_IDS = ("connect_four-v3", "leduc_holdem-v4", "rps-v2", "tictactoe-v3")

FAMILY = Family(
    name="classic_games",
    module=native,
    # As PettingZoo's modules are called, and as its registry calls the environments.
    aliases={id.replace("-", "_"): id for id in _IDS} | {f"classic/{id}": id for id in _IDS},
    picture=lambda env_type: DRAWINGS.get(env_type.id),
    library=lambda id: "PettingZoo",
    meanings=lambda id: MEANINGS.get(rules_of(id)),
    extra="render",
    bench=tuple(Case(id, 1024) for id in _IDS),
)
