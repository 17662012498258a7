# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The families of this package: each has a folder and a line in this list."""

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
    "vizdoom",
)
