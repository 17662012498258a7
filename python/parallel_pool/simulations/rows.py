# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Arithmetic on rows with the bits that NumPy gives for one row.

A task equals its reference, which computes one environment at a time, bit for bit only if NumPy's
sums take the same order on rows. `numpy.linalg.norm` with an axis, `numpy.einsum` and sums over
another axis than the last do not.
"""

from __future__ import annotations

import numpy as np


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """``np.dot`` of each row.

    Args:
        a: of shape (..., n).
        b: of shape (..., n).

    Returns:
        Of shape (...).
    """
    result: np.ndarray = np.vecdot(a, b)
    return result


def norm(a: np.ndarray) -> np.ndarray:
    """``np.linalg.norm`` of each row.

    Args:
        a: of shape (..., n).

    Returns:
        Of shape (...).
    """
    result: np.ndarray = np.sqrt(np.vecdot(a, a))
    return result


def matvec(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """``a @ b`` of each row.

    Args:
        a: of shape (..., m, n).
        b: of shape (..., n).

    Returns:
        Of shape (..., m).
    """
    result: np.ndarray = np.matmul(a, b[..., None])[..., 0]
    return result
