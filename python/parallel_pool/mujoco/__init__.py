# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches of simulations of your own MuJoCo models: physics in C++ threads, arrays in NumPy."""

from __future__ import annotations

from parallel_pool.mujoco.batch import Batch, BatchState

__all__ = ["Batch", "BatchState"]
