# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The values of a task's option for each environment, as an array; lists of names in a task."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np


def names_in(what: str, value: object) -> list[str]:
    """The names that an attribute of a task lists.

    Raises:
        TypeError: it is something else, such as a single name.
    """
    if (
        isinstance(value, str | bytes)
        or not isinstance(value, Collection)
        or not all(isinstance(one, str) for one in value)
    ):
        raise TypeError(f"{what} must be a tuple of str, such as ('name',), got {value!r}")
    return list(value)


def rows_of_option(value: object, count: int) -> np.ndarray:
    """An array with a row for each environment, all with this value.

    Numbers, bools and lists of them have the dtype that NumPy gives them; all else are objects.
    """
    array = np.asarray(value) if not isinstance(value, str | None) else np.empty(0, object)
    if array.dtype.kind not in "fiub":
        rows = np.empty(count, object)
        rows.fill(value)
        return rows
    return np.repeat(array[np.newaxis], count, axis=0)


def checked_option(name: str, value: object, rows: np.ndarray) -> Any:
    """A value that fits into the rows of an option.

    Raises:
        TypeError, ValueError: it has another type or shape than the others.
    """
    if rows.dtype == object:
        return value
    array = np.asarray(value)
    expected = rows[0]
    fits = np.can_cast(array.dtype, rows.dtype, "same_kind") and array.dtype.kind != "O"
    if fits and array.dtype.kind in "iu" and not np.array_equal(array.astype(rows.dtype), array):
        raise ValueError(f"the option {name!r} must be of {rows.dtype}, got {value!r}")
    if not fits or array.shape != expected.shape:
        shape = f" with shape {expected.shape}" if expected.ndim else ""
        error = ValueError if fits else TypeError
        raise error(
            f"the option {name!r} must be of {rows.dtype}{shape} in all environments, got {value!r}"
        )
    return array
