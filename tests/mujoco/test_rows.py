# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Helpers on rows give the bits that one row gives."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest
from parallel_pool.mujoco import rows

NUMBERS = np.random.default_rng(0).normal(size=20_000)


@pytest.mark.parametrize("exponent", [2, 3, 0.5, -1, 1.7])
def test_powers(exponent: float) -> None:
    """Of a scalar of NumPy and of a Python float; `**` of an array differs."""
    numbers = NUMBERS if isinstance(exponent, int) else abs(NUMBERS)
    found = rows.power(numbers, exponent)
    assert found.tolist() == [x**exponent for x in numbers]
    assert found.tolist() == [float(x) ** exponent for x in numbers]


def unit(count: int) -> np.ndarray:
    quaternions = np.random.default_rng(1).normal(size=(count, 4))
    for one in quaternions:
        mujoco.mju_normalize4(one)
    return quaternions


def one_by_one(function: Any, size: int, *arrays: np.ndarray) -> np.ndarray:
    results = np.zeros((len(arrays[0]), size))
    for result, *arguments in zip(results, *arrays, strict=True):
        function(result, *arguments)
    return results


def test_quaternions() -> None:
    """MuJoCo's functions: exactly, but for sums of four, whose order differs between versions."""
    a, b = unit(3000), unit(3001)[1:]
    vectors = np.random.default_rng(2).normal(size=(3000, 3))
    expected = one_by_one(mujoco.mju_mulQuat, 4, a, b)
    np.testing.assert_allclose(rows.mul_quat(a, b), expected, rtol=0, atol=5e-16)
    np.testing.assert_array_equal(
        rows.rot_vec_quat(vectors, a), one_by_one(mujoco.mju_rotVecQuat, 3, vectors, a)
    )
    expected = one_by_one(mujoco.mju_quat2Mat, 9, a)
    np.testing.assert_allclose(rows.quat_to_mat(a).reshape(-1, 9), expected, rtol=0, atol=5e-16)
    assert rows.mul_quat(a.reshape(30, 100, 4), b[0]).shape == (30, 100, 4)


def test_tolerances_that_cannot_be() -> None:
    x = np.zeros(3)
    for arguments, message in (
        ({"bounds": (1, 0)}, "lower bound"),
        ({"margin": -1}, "negative"),
        ({"sigmoid": "bell"}, "must be one of"),
        ({"margin": 1, "value_at_margin": 0}, "above 0 and below 1 for 'gaussian'"),
        ({"margin": 1, "sigmoid": "linear", "value_at_margin": 1}, "at least 0 and below 1"),
    ):
        with pytest.raises(ValueError, match=message):
            rows.tolerance(x, **arguments)
    margins = np.array([0.0, 1.0, 2.0])
    assert rows.tolerance(x + 1, margin=margins)[:2].tolist() == [0.0, 0.10000000000000002]
