# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of PettingZoo's SISL environments."""

from __future__ import annotations

from hypothesis import strategies as st

# By the part of the id before the version; each value is a strategy for one option.
CONFIG: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "pursuit": {
        "x_size": st.integers(12, 20),
        "y_size": st.integers(12, 20),
        "max_cycles": st.integers(1, 40),
        "shared_reward": st.booleans(),
        "n_evaders": st.integers(1, 6),
        "n_pursuers": st.integers(1, 11),
        "obs_range": st.integers(1, 10),
        "n_catch": st.integers(1, 3),
        "freeze_evaders": st.booleans(),
        "tag_reward": st.floats(-1.0, 1.0),
        "catch_reward": st.floats(-10.0, 10.0),
        "urgency_reward": st.floats(-1.0, 1.0),
        "surround": st.booleans(),
        "constraint_window": st.sampled_from([0.9, 1.0]),
    },
}
