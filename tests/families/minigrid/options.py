# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of the grids that stand for all."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Strategies = dict[str, st.SearchStrategy[Any]]

COMMON: Strategies = {
    "max_steps": st.one_of(st.none(), st.integers(1, 40)),
    "agent_view_size": st.sampled_from([3, 5, 7, 9, 15]),
    "observation": st.sampled_from(
        ["dict", "dict", "image", "full", "one_hot", "symbolic", "rgb", "rgb_partial"]
    ),
    "mission": st.just("text"),
    "highlight": st.booleans(),
    "tile_size": st.integers(1, 40),
    "agent_pov": st.booleans(),
    "screen_size": st.integers(100, 900),
    "observation_tile_size": st.sampled_from([8, 8, 5]),
}
_START: Strategies = {
    "agent_start_pos": st.one_of(st.none(), st.tuples(st.integers(1, 3), st.integers(1, 3))),
    "agent_start_dir": st.integers(0, 3),
}
_WORDS = ["goto", "pickup", "open", "putnext"]

CONFIG: dict[str, Strategies] = {
    "MiniGrid-DoorKey-8x8": COMMON
    | {"size": st.integers(5, 12), "see_through_walls": st.booleans()},
    "MiniGrid-Dynamic-Obstacles-Random-5x5": COMMON
    | _START
    | {"size": st.integers(6, 9), "n_obstacles": st.integers(0, 5)},
    "MiniGrid-LavaCrossingS9N1": COMMON
    | {
        "size": st.sampled_from([7, 9, 11, 13]),
        "num_crossings": st.integers(0, 9),
        "obstacle_type": st.sampled_from(["lava", "wall", "Lava"]),
    },
    "BabyAI-PutNextS5N2Carrying": COMMON
    | {
        "room_size": st.integers(5, 9),
        "objs_per_room": st.integers(1, 4),
        "start_carrying": st.booleans(),
    },
    # Rooms with space to spare: where objects stand on all sides of the only free cells, the
    # reference draws a place for the agent for ever.
    "BabyAI-BossLevel": COMMON
    | {
        "room_size": st.integers(6, 8),
        "num_rows": st.integers(1, 3),
        "num_cols": st.integers(2, 3),
        "num_dists": st.integers(2, 9),
        "locked_room_prob": st.floats(0, 1),
        "locations": st.booleans(),
        "unblocking": st.booleans(),
        "implicit_unlock": st.booleans(),
        "action_kinds": st.lists(st.sampled_from(_WORDS), min_size=1, max_size=5),
        "instr_kinds": st.lists(st.sampled_from(["action", "and", "seq"]), min_size=1, max_size=4),
    },
}
