# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rotations of rows, in the order of operations of the reference, which decides the last bits."""

from __future__ import annotations

import numpy as np

# All 24 ways to lay a cube on a face, as angles about x, y and z, in the reference's order.
QUARTER_TURNS = (np.pi / 2) * np.array(
    [
        *([0.0, y, z] for y in (0, 1, -1) for z in (0, 1, -1, 2)),
        *([2.0, 0.0, z] for z in (2, -1, 1, -0.0)),
        *([1.0, 0.0, z] for z in (0, 1, -1, 2)),
        *([-1.0, 0.0, z] for z in (2, -1, 1, -0.0)),
    ]
)
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


def euler_of_quaternions(quaternions: np.ndarray) -> np.ndarray:
    """Angles about x, y and z, in radians, of quaternions with the scalar first.

    Args:
        quaternions: of shape (..., 4).

    Returns:
        Of shape (..., 3).
    """
    return euler_of_matrices(matrices_of_quaternions(quaternions))


def matrices_of_quaternions(quaternions: np.ndarray) -> np.ndarray:
    """Rotation matrices, of shape (..., 3, 3), of quaternions with the scalar first, (..., 4)."""
    w, x, y, z = np.moveaxis(quaternions, -1, 0)
    squares = np.sum(quaternions * quaternions, axis=-1)
    scale = 2.0 / squares
    x2, y2, z2 = x * scale, y * scale, z * scale
    matrices = np.stack(
        [
            *(1.0 - (y * y2 + z * z2), x * y2 - w * z2, x * z2 + w * y2),
            *(x * y2 + w * z2, 1.0 - (x * x2 + z * z2), y * z2 - w * x2),
            *(x * z2 - w * y2, y * z2 + w * x2, 1.0 - (x * x2 + y * y2)),
        ],
        axis=-1,
    ).reshape(*squares.shape, 3, 3)
    is_rotation = (squares > np.finfo(np.float64).eps)[..., None, None]
    return np.where(is_rotation, matrices, np.eye(3))


def quaternion_of_euler(angles: np.ndarray) -> np.ndarray:
    """Quaternions, the scalar first, of angles about x, y and z in radians.

    Args:
        angles: of shape (..., 3).

    Returns:
        Of shape (..., 4).
    """
    i, j, k = angles[..., 2] / 2, -angles[..., 1] / 2, angles[..., 0] / 2
    si, sj, sk = np.sin(i), np.sin(j), np.sin(k)
    ci, cj, ck = np.cos(i), np.cos(j), np.cos(k)
    return np.stack(
        [
            cj * (ci * ck) + sj * (si * sk),
            cj * (ci * sk) - sj * (si * ck),
            -(cj * (si * sk) + sj * (ci * ck)),
            cj * (si * ck) - sj * (ci * sk),
        ],
        axis=-1,
    )


def product_of_quaternions(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The rotation `b`, then `a`; all of shape (..., 4)."""
    (w0, x0, y0, z0), (w1, x1, y1, z1) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    return np.stack(
        [
            w0 * w1 - x0 * x1 - y0 * y1 - z0 * z1,
            w0 * x1 + x0 * w1 + y0 * z1 - z0 * y1,
            w0 * y1 + y0 * w1 + z0 * x1 - x0 * z1,
            w0 * z1 + z0 * w1 + x0 * y1 - y0 * x1,
        ],
        axis=-1,
    )


def conjugated(quaternions: np.ndarray) -> np.ndarray:
    """The opposite rotations, of shape (..., 4)."""
    opposite: np.ndarray = quaternions * np.array([1.0, -1.0, -1.0, -1.0])
    return opposite
