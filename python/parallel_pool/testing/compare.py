# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Compares nested values by dtype, shape, keys and bytes."""

from __future__ import annotations

from typing import Any

import numpy as np


def describe_difference(left: Any, right: Any, path: str = "value") -> str | None:
    """Describes how two nested values differ, or returns None if they are the same.

    Arrays are the same if their dtype, shape and bytes are equal. NaN thus equals NaN, and 0.0
    differs from -0.0. Tuples, lists and dicts are compared item by item.
    """
    if isinstance(left, dict) and isinstance(right, dict):
        if left.keys() != right.keys():
            return f"{path} has the keys {sorted(left)}, not {sorted(right)}"
        found = (describe_difference(left[k], right[k], f"{path}[{k!r}]") for k in left)
        return next((text for text in found if text is not None), None)
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        if len(left) != len(right):
            return f"{path} has {len(left)} items, not {len(right)}"
        found = (
            describe_difference(a, b, f"{path}[{i}]")
            for i, (a, b) in enumerate(zip(left, right, strict=True))
        )
        return next((text for text in found if text is not None), None)
    a, b = np.asarray(left), np.asarray(right)
    if a.dtype == object and b.dtype == object and a.shape == b.shape and a.ndim == 1:
        return describe_difference(list(a), list(b), path)
    if a.dtype != b.dtype:
        return f"{path} has dtype {a.dtype}, not {b.dtype}"
    if a.shape != b.shape:
        return f"{path} has shape {a.shape}, not {b.shape}"
    if a.dtype == object:
        return None if left == right else f"{path} is {left!r}, not {right!r}"
    if a.tobytes() != b.tobytes():
        return f"{path} is {_first_difference(a, b)}"
    return None


def _first_difference(a: np.ndarray, b: np.ndarray) -> str:
    size = a.dtype.itemsize
    flat = [np.frombuffer(x.tobytes(), np.uint8).reshape(-1, size) for x in (a, b)]
    index = int(np.argmax((flat[0] != flat[1]).any(axis=1)))
    where = np.unravel_index(index, a.shape) if a.ndim else ()
    at = f" at {tuple(int(i) for i in where)}" if a.ndim else ""
    return f"{a[where]!r}{at}, not {b[where]!r}"


def assert_same(left: Any, right: Any, path: str = "value") -> None:
    """Raises AssertionError with the text of `describe_difference` if two values differ."""
    difference = describe_difference(left, right, path)
    if difference is not None:
        raise AssertionError(difference)
