# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of PettingZoo's environments."""

from __future__ import annotations

from hypothesis import strategies as st

# By the part of the id before the version; each value is a strategy for one option.
CONFIG: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "rps": {
        "num_actions": st.integers(1, 20).map(lambda half: 2 * half + 1),
        "max_cycles": st.integers(1, 30),
    },
}
