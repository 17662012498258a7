# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of PettingZoo's butterfly environments."""

from __future__ import annotations

from hypothesis import strategies as st

# By the part of the id before the version; each value is a strategy for one option.
CONFIG: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "cooperative_pong": {
        # A ball faster than a paddle is wide makes the reference warn.
        "ball_speed": st.floats(1.0, 10.0),
        "left_paddle_speed": st.floats(0.0, 20.0),
        "right_paddle_speed": st.floats(0.0, 20.0),
        "cake_paddle": st.booleans(),
        "max_cycles": st.integers(1, 60),
        "bounce_randomness": st.booleans(),
        "max_reward": st.floats(-100.0, 100.0),
        "off_screen_penalty": st.floats(-20.0, 20.0),
        "render_ratio": st.sampled_from([1, 2]),
    },
    "knights_archers_zombies": {
        "spawn_delay": st.integers(0, 12),
        "num_archers": st.integers(1, 4),
        "num_knights": st.integers(0, 12),
        "max_zombies": st.integers(0, 20),
        "max_arrows": st.integers(0, 12),
        "killable_knights": st.booleans(),
        "killable_archers": st.booleans(),
        "line_death": st.booleans(),
        "max_cycles": st.integers(1, 300),
        # The observations of "image" are large; test_knights_archers_zombies.py tries them.
        "obs_method": st.sampled_from(["vector", "vector-masked", "vector-sequence"]),
    },
}
