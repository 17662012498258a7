# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rotations of rows, in the order of operations of the reference, which decides the last bits."""

from __future__ import annotations

import numpy as np

_SMALL = 4 * np.finfo(np.float64).eps


def euler_of_matrices(matrices: np.ndarray) -> np.ndarray:
    """Angles about x, y and z, in radians.

    Args:
        matrices: of shape (..., 3, 3).

    Returns:
        Of shape (..., 3).
    """
    m = matrices
    flat = np.sqrt(m[..., 2, 2] * m[..., 2, 2] + m[..., 1, 2] * m[..., 1, 2])
    usual = flat > _SMALL
    return np.stack(
        [
            np.where(usual, -np.arctan2(m[..., 1, 2], m[..., 2, 2]), 0.0),
            -np.arctan2(-m[..., 0, 2], flat),
            np.where(
                usual,
                -np.arctan2(m[..., 0, 1], m[..., 0, 0]),
                -np.arctan2(-m[..., 1, 0], m[..., 1, 1]),
            ),
        ],
        axis=-1,
    )
