# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of games of several players beside PettingZoo, SuperSuit and EnvPool."""

from __future__ import annotations

from functools import partial

from benchmarks.markdown import speeds

TWO = {"PettingZoo": "PettingZoo", "SuperSuit": "SuperSuit"}
TABLES = {
    "butterfly": partial(speeds, "butterfly", TWO, "environment"),
    "classic_games": partial(speeds, "classic_games", TWO | {"EnvPool": "EnvPool"}, "game"),
    "mpe": partial(speeds, "mpe", {"mpe2": "PettingZoo", "SuperSuit": "SuperSuit"}, "game"),
    "sisl": partial(speeds, "sisl", TWO, "environment"),
}
