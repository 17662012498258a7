# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Arithmetic on rows with the bits that NumPy gives for one row.

A task equals its reference, which computes one environment at a time, bit for bit only if NumPy's
sums take the same order on rows. `numpy.linalg.norm` with an axis, `numpy.einsum` and sums over
another axis than the last do not, nor does ``**``.
"""

from __future__ import annotations

from typing import Any

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


def power(a: np.ndarray, exponent: Any) -> np.ndarray:
    """``x ** exponent`` of each number, as for a Python float or a scalar of NumPy.

    ``a ** 2`` of an array is ``a * a``, which may differ in the last bit.

    Args:
        a: float64.
        exponent: a number, or an array that fits `a`.

    Returns:
        Float64 with the shape of `a`.
    """
    result: np.ndarray = np.float_power(a, exponent)
    return result


def tolerance(
    x: np.ndarray,
    bounds: tuple[Any, Any] = (0.0, 0.0),
    margin: Any = 0.0,
    sigmoid: str = "gaussian",
    value_at_margin: float = 0.1,
) -> np.ndarray:
    """``dm_control.utils.rewards.tolerance`` of each number: 1 within bounds, less beyond.

    Args:
        x: float64.
        bounds: the lower and the upper bound, numbers or arrays that fit `x`.
        margin: the distance from the bounds at which the value is `value_at_margin`; 0: the value
            is 0 beyond them.
        sigmoid: "gaussian", "linear", "hyperbolic", "long_tail", "reciprocal", "cosine",
            "quadratic" or "tanh_squared".
        value_at_margin: from 0 to 1.

    Returns:
        Float64 with the shape of `x`.

    Raises:
        ValueError: bounds are in the wrong order, a margin is negative, the sigmoid is unknown, or
            it cannot have this value.
    """
    lower, upper = bounds
    if np.any(np.asarray(lower) > upper):
        raise ValueError(f"the lower bound must be at most the upper one, got {bounds}")
    margins = np.asarray(margin, np.float64)
    if np.any(margins < 0):
        raise ValueError(f"margin must not be negative, got {margin}")
    if sigmoid not in _SIGMOIDS:
        raise ValueError(f"sigmoid must be one of {[*_SIGMOIDS]}, got {sigmoid!r}")
    reaches_zero = sigmoid in ("cosine", "linear", "quadratic")
    if not (0 < value_at_margin < 1 or (reaches_zero and value_at_margin == 0)):
        least = "at least" if reaches_zero else "above"
        raise ValueError(
            f"value_at_margin must be {least} 0 and below 1 for {sigmoid!r}, got {value_at_margin}"
        )
    inside = (lower <= x) & (x <= upper)
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.where(x < lower, lower - x, x - upper) / margins
        beyond = np.where(margins == 0, 0.0, _SIGMOIDS[sigmoid](distance, value_at_margin))
    result: np.ndarray = np.where(inside, 1.0, beyond)
    return result


def _cosine(x: np.ndarray, value: float) -> np.ndarray:
    scaled = x * (np.arccos(2 * value - 1) / np.pi)
    return np.where(abs(scaled) < 1, (1 + np.cos(np.pi * scaled)) / 2, 0.0)


def _linear(x: np.ndarray, value: float) -> np.ndarray:
    scaled = x * (1 - value)
    return np.where(abs(scaled) < 1, 1 - scaled, 0.0)


def _quadratic(x: np.ndarray, value: float) -> np.ndarray:
    scaled = x * np.sqrt(1 - value)
    return np.where(abs(scaled) < 1, 1 - power(scaled, 2), 0.0)


# By name: 1 at 0, `v` at 1.
_SIGMOIDS: dict[str, Any] = {
    "gaussian": lambda x, v: np.exp(-0.5 * power(x * np.sqrt(-2 * np.log(v)), 2)),
    "linear": _linear,
    "hyperbolic": lambda x, v: 1 / np.cosh(x * np.arccosh(1 / v)),
    "long_tail": lambda x, v: 1 / (power(x * np.sqrt(1 / v - 1), 2) + 1),
    "reciprocal": lambda x, v: 1 / (abs(x) * (1 / v - 1) + 1),
    "cosine": _cosine,
    "quadratic": _quadratic,
    "tanh_squared": lambda x, v: 1 - power(np.tanh(x * np.arctanh(np.sqrt(1 - v))), 2),
}


def mul_quat(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product of quaternions, the scalar first, as `mujoco.mju_mulQuat` but for the last bit.

    Args:
        a: of shape (..., 4).
        b: of shape (..., 4).

    Returns:
        Of shape (..., 4).
    """
    w, x, y, z = np.moveaxis(np.asarray(a), -1, 0)
    s, i, j, k = np.moveaxis(np.asarray(b), -1, 0)
    return np.stack(
        (
            w * s - x * i - y * j - z * k,
            w * i + x * s + y * k - z * j,
            w * j - x * k + y * s + z * i,
            w * k + x * j - y * i + z * s,
        ),
        axis=-1,
    )


def rot_vec_quat(vectors: np.ndarray, quaternions: np.ndarray) -> np.ndarray:
    """Vectors, rotated by unit quaternions with the scalar first: `mujoco.mju_rotVecQuat`.

    Args:
        vectors: of shape (..., 3).
        quaternions: of shape (..., 4).

    Returns:
        Of shape (..., 3).
    """
    a, b, c = np.moveaxis(np.asarray(vectors), -1, 0)
    w, x, y, z = np.moveaxis(np.asarray(quaternions), -1, 0)
    p, q, r = w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a
    return np.stack(
        (a + 2 * (y * r - z * q), b + 2 * (z * p - x * r), c + 2 * (x * q - y * p)), axis=-1
    )


def quat_to_mat(quaternions: np.ndarray) -> np.ndarray:
    """Rotation matrices of unit quaternions, the scalar first.

    They equal those of `mujoco.mju_quat2Mat`, except that the last bit may differ.

    Args:
        quaternions: of shape (..., 4).

    Returns:
        Of shape (..., 3, 3).
    """
    w, x, y, z = np.moveaxis(np.asarray(quaternions), -1, 0)
    ww, xx, yy, zz = w * w, x * x, y * y, z * z
    entries = (
        ww + xx - yy - zz,
        2 * (x * y - w * z),
        2 * (x * z + w * y),
        2 * (x * y + w * z),
        ww - xx + yy - zz,
        2 * (y * z - w * x),
        2 * (x * z - w * y),
        2 * (y * z + w * x),
        ww - xx - yy + zz,
    )
    return np.stack(entries, axis=-1).reshape(*w.shape, 3, 3)
