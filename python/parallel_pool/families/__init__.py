# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The families of this package: each has a folder and a line in this list."""

import sys

FAMILIES = (
    "classic_control",
    "toy_text",
    "mujoco",
    "dm_control",
    "atari",
    "minigrid",
    "box2d",
    "classic_games",
    "mpe",
    "sisl",
    "butterfly",
    "highway",
    # ViZDoom's engines are programs for Linux, and Procgen's library is known for it.
    *(("vizdoom", "procgen") if sys.platform == "linux" else ()),
)
