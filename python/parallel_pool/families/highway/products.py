# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Sums of two products by NumPy, from which the engine learns how NumPy's BLAS rounds them here.

A sample is (a0, a1, b0, b1), and its sum a0 * b0 + a1 * b1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Sample = tuple[float, float, float, float]


def dot(samples: Sequence[Sample]) -> list[float]:
    """The sums as products of vectors."""
    return [float(np.dot(np.array([a, b]), np.array([c, d]))) for a, b, c, d in samples]


def matmul(samples: Sequence[Sample]) -> list[float]:
    """The same by the operator @."""
    return [float(np.array([a, b]) @ np.array([c, d])) for a, b, c, d in samples]


def turn(samples: Sequence[Sample]) -> list[float]:
    """The sums as first elements of a matrix times a vector."""
    return [float((np.array([[a, b], [-b, a]]) @ np.array([c, d]))[0]) for a, b, c, d in samples]


def turn_by_dot(samples: Sequence[Sample]) -> list[float]:
    """The same by the method ``dot``."""
    return [float(np.array([[a, b], [-b, a]]).dot(np.array([c, d]))[0]) for a, b, c, d in samples]


def turn_many(samples: Sequence[Sample], count: int) -> list[list[float]]:
    """Products of matrices with `count` columns; each row of a result belongs to one column.

    The matrix of each block of samples has its first two (a0, a1) as rows, and its columns are all
    its (b0, b1).
    """
    found: list[list[float]] = []
    for first in range(0, len(samples) - count, count):
        block = samples[first : first + count]
        matrix = np.array([block[0][:2], block[1][:2]])
        points = np.array([sample[2:] for sample in block])
        found += (matrix @ points.T).T.tolist()
    return found
