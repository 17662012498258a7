# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""MetaWorld's parts of rewards on rows, with the bits of its scalars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_TAIL = np.sqrt(1 / 0.1 - 1)
_BELL = np.sqrt(-2 * np.log(0.1))


def square(x: np.ndarray) -> np.ndarray:
    """``x ** 2`` of scalars, which is the C library's pow; of arrays it is ``x * x``."""
    result: np.ndarray = np.float_power(x, 2.0)
    return result


def long_tail(x: np.ndarray) -> np.ndarray:
    """The sigmoid of this name: 0.1 at 1."""
    return 1 / (square(x * _TAIL) + 1)


def gaussian(x: np.ndarray) -> np.ndarray:
    """The sigmoid of this name: 0.1 at 1."""
    result: np.ndarray = np.exp(-0.5 * square(x * _BELL))
    return result


def size(x: np.ndarray) -> np.ndarray:
    """The norm of each number as a vector of one element."""
    result: np.ndarray = np.sqrt(x * x)
    return result


def tolerance(
    x: np.ndarray,
    upper: float,
    margin: Any,
    lower: float = 0.0,
    sigmoid: Callable[[np.ndarray], np.ndarray] = long_tail,
) -> np.ndarray:
    """1 from `lower` to `upper`; beyond, the sigmoid of the distance in margins."""
    inside = (lower <= x) & (x <= upper)
    distance = np.where(x < lower, lower - x, x - upper)
    flat = margin == 0
    value = np.where(inside, 1.0, sigmoid(distance / np.where(flat, 1.0, margin)))
    result: np.ndarray = np.where(flat, inside * 1.0, value)
    return result


def rising_floor(radius: np.ndarray, inner: Any, slope: float, height: float) -> np.ndarray:
    """How high the hand should be outside of a radius; 0 within it."""
    outside = radius > inner
    logarithm = np.log(np.where(outside, radius - inner, 1.0))
    result: np.ndarray = np.where(outside, slope * logarithm + height, 0.0)
    return result


def hamacher(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The Hamacher product."""
    product = a * b
    denominator = a + b - product
    positive = denominator > 0
    result: np.ndarray = np.where(
        positive, product / np.where(positive, denominator, 1), product.dtype.type(0)
    )
    return result


def in_precision(
    single: np.ndarray, function: Callable[..., np.ndarray], *rows: np.ndarray
) -> np.ndarray:
    """Computes rows in float32 where `single`, else in float64.

    The gripper's action is a float32 scalar, which makes float32 of what Python floats join; where
    the reference replaces it by a Python number, it computes in float64.
    """
    double = function(*rows)
    rounded = function(*(row.astype(np.float32) for row in rows)).astype(np.float64)
    result: np.ndarray = np.where(single, rounded, double)
    return result


def quaternions(matrices: np.ndarray) -> np.ndarray:
    """SciPy's ``Rotation.from_matrix(m).as_quat()`` of rotations.

    Args:
        matrices: of shape (n, 9).

    Returns:
        Of shape (n, 4), the scalar last.
    """
    m = [[matrices[:, 3 * i + j] for j in range(3)] for i in range(3)]
    trace = m[0][0] + m[1][1] + m[2][2]
    # From the largest of the diagonal's numbers and the trace; the first, if several are.
    largest = [m[0][0], m[1][1], m[2][2], trace]
    numbers = [
        m[2][1] - m[1][2],
        m[0][2] - m[2][0],
        m[1][0] - m[0][1],
        1 + trace,
    ]
    best = trace
    for i in (2, 1, 0):
        j, k = (i + 1) % 3, (i + 2) % 3
        is_best = largest[i] >= best
        best = np.where(is_best, largest[i], best)
        others: list[Any] = [None] * 4
        others[i] = 1 - trace + 2 * m[i][i]
        others[j] = m[j][i] + m[i][j]
        others[k] = m[k][i] + m[i][k]
        others[3] = m[k][j] - m[j][k]
        numbers = [np.where(is_best, a, b) for a, b in zip(others, numbers, strict=True)]
    x, y, z, w = numbers
    length = np.sqrt(x * x + y * y + z * z + w * w)
    return np.stack([x / length, y / length, z / length, w / length], -1)


def prism(place: np.ndarray, zero: np.ndarray, one: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """From 0 to 1 within a box, growing from the corner `zero` to `one`; beyond it 1.

    Returns:
        The numbers, and which places are within.
    """
    inside = ((np.minimum(zero, one) <= place) & (place <= np.maximum(zero, one))).all(-1)
    scales = (place - zero) / (one - zero)
    return np.where(inside, scales[:, 0] * scales[:, 1] * scales[:, 2], 1.0), inside
