# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks what a learner passes to a rollout."""

from __future__ import annotations

from typing import Any

import numpy as np


def fraction(name: str, value: float) -> float:
    """A number from 0 to 1."""
    if not 0 <= value <= 1:
        raise ValueError(f"{name} must be in [0, 1], got {value}")
    return float(value)


def floats(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Numbers as contiguous float32 of a shape."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
    array = np.ascontiguousarray(value, dtype=np.float32)
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, got {array.shape}")
    return array
