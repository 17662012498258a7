# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of the toy texts."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from parallel_pool import gymnasium_version


@st.composite
def lake_maps(draw: st.DrawFn) -> object:
    """A map of any letters, as list of strings, of letters, or an array."""
    rows = draw(st.integers(1, 6))
    columns = draw(st.integers(2, 6))  # the reference takes no single column
    letters = st.sampled_from("SFHGFF")
    grid = [[draw(letters) for _ in range(columns)] for _ in range(rows)]
    grid[draw(st.integers(0, rows - 1))][draw(st.integers(0, columns - 1))] = "S"
    strings = ["".join(row) for row in grid]
    form = draw(st.sampled_from(["strings", "letters", "array"]))
    if form == "letters":
        return grid
    return np.array(grid, dtype="S1") if form == "array" else strings


finite = {"allow_nan": False, "allow_infinity": False}
_rate = st.one_of(st.floats(0, 1), st.just(1.0 / 3.0))
_reward = st.one_of(st.integers(-5, 5), st.floats(-5, 5, **finite))

# By the part of the id before the version; each value is a strategy for one option.
CONFIG: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "FrozenLake": {
        "desc": st.one_of(st.none(), lake_maps()),
        "map_name": st.sampled_from(["4x4", "8x8"]),
        "is_slippery": st.booleans(),
        "success_rate": _rate,
        "reward_schedule": st.tuples(_reward, _reward, _reward),
    },
    "CliffWalking": {"is_slippery": st.booleans()},
    "CliffWalkingSlippery": {"is_slippery": st.booleans()},
    "Taxi": {
        "is_rainy": st.booleans(),
        "fickle_passenger": st.booleans(),
        "rainy_probability": _rate,
        "fickle_probability": _rate,
    },
    "Blackjack": {"natural": st.booleans(), "sab": st.booleans()},
}
CONFIG["FrozenLake8x8"] = CONFIG["FrozenLake"]

# What the installed reference does not have, or has with other rules.
NEWER: set[str] = set()
if not gymnasium_version.since(1, 2, 1):
    NEWER |= {"success_rate", "reward_schedule"}
if not gymnasium_version.since(1, 3, 0):
    NEWER |= set(CONFIG["Taxi"])
