# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of MPE2's environments."""

from __future__ import annotations

from hypothesis import strategies as st

_Options = dict[str, st.SearchStrategy[object]]

_GAME: _Options = {"max_cycles": st.integers(1, 30), "continuous_actions": st.booleans()}
_NEIGHBOURS: _Options = {
    "num_agent_neighbors": st.none() | st.integers(1, 5),
    "num_landmark_neighbors": st.none() | st.integers(1, 5),
}
_FORMATION: _Options = {"N": st.integers(1, 6), "terminate_on_success": st.booleans()}

# By the part of the id before the version; each value is a strategy for one option.
CONFIG: dict[str, _Options] = {
    "collect_treasure": _GAME
    | {
        "num_collectors": st.integers(1, 5),
        "num_deposits": st.integers(1, 3),
        "num_treasures": st.integers(1, 5),
    },
    "simple": _GAME,
    "simple_adversary": _GAME | _NEIGHBOURS | {"N": st.integers(1, 4)},
    "simple_crypto": _GAME,
    "simple_formation": _GAME | _FORMATION,
    "simple_line": _GAME | _FORMATION,
    "simple_push": _GAME,
    "simple_reference": _GAME | {"local_ratio": st.floats(0.0, 1.0)},
    "simple_speaker_listener": _GAME,
    "simple_spread": _GAME
    | _NEIGHBOURS
    | {
        "N": st.integers(1, 5),
        "local_ratio": st.floats(0.0, 1.0),
        "terminate_on_success": st.booleans(),
        "curriculum": st.booleans(),
    },
    "simple_tag": _GAME
    | _NEIGHBOURS
    | {
        "num_good": st.integers(1, 3),
        "num_adversaries": st.integers(0, 4),
        "num_obstacles": st.integers(0, 3),
        "terminate_on_success": st.booleans(),
        "curriculum": st.booleans(),
    },
    "simple_world_comm": _GAME
    | {
        "num_good": st.integers(1, 3),
        "num_adversaries": st.integers(1, 4),
        "num_obstacles": st.integers(0, 2),
        "num_food": st.integers(1, 3),
        "num_forests": st.integers(0, 3),
    },
}
