# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A folder that engines of the reference need."""

from pathlib import Path

# Each engine of the reference makes it where it is started. Of two that start at the same time one
# can fail to, and then ViZDoom's DoomGame crashes its process.
Path("_vizdoom").mkdir(exist_ok=True)
