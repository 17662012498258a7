# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""MuJoCo chooses how to draw when it is imported: without a screen, as there may be none."""

from __future__ import annotations

import os

os.environ.setdefault("MUJOCO_GL", "egl")
