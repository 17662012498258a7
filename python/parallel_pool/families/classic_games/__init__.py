# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PettingZoo's classic games for two agents."""

from __future__ import annotations

from parallel_pool.families.classic_games import native
from parallel_pool.family import Case, Family, later

_IDS = ("connect_four-v3", "leduc_holdem-v4", "rps-v2", "tictactoe-v3")

FAMILY = Family(
    name="classic_games",
    module=native,
    # As PettingZoo's modules are called, and as its registry calls the environments.
    aliases={id.replace("-", "_"): id for id in _IDS} | {f"classic/{id}": id for id in _IDS},
    picture=later(f"{__name__}.pictures", "picture"),
    library=lambda id: "PettingZoo",
    meanings=later(f"{__name__}.meanings", "meanings"),
    extra="render",
    bench=tuple(Case(id, 1024) for id in _IDS),
)
