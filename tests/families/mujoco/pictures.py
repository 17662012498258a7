# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames for the documentation: the pool renders them, without a screen."""

from __future__ import annotations

import os

os.environ.setdefault("MUJOCO_GL", "egl")
