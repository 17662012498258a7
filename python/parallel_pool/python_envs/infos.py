# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Infos of single environments as the arrays of a batch, as gymnasium.vector makes them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from parallel_pool.python_envs.failures import in_words, returns_elsewhere

Info = dict[Any, Any]
# What a row has beside its columns: a function that returns (info, objects), their pickle, or
# nothing.
Side = Callable[[], tuple[Info | None, Any]] | bytes | None


def read_rows(
    sides: Sequence[Side], masks: bool = True
) -> tuple[Info, list[Any], list[tuple[int, str]]]:
    """Reads what rows have beside their columns. A row for which that cannot be done fails.

    Args:
        sides: of each row.
        masks: False leaves out the masks of the outermost keys.

    Returns:
        The infos of the rows that did not fail, merged; the objects of each of these rows; and the
        places of the others, with what was wrong.
    """
    failures: list[tuple[int, str]] = []
    rows: dict[int, tuple[Any, Any]] = {}
    for place, side in enumerate(sides):
        if side is None:
            rows[place] = (None, None)
            continue
        read = partial(pickle.loads, side) if isinstance(side, bytes) else side
        try:
            row = read()
        except BaseException as error:
            if returns_elsewhere(read):
                raise
            what = "the info or the observation cannot be unpickled in this process"
            failures.append((place, f"{what}: {in_words(error)}"))
        else:
            rows[place] = row
    merged: Info | None = None
    while merged is None:
        merged = _merge_or_drop(rows, failures, masks)
    return merged, [objects for _, objects in rows.values()], failures


def _merge_or_drop(
    rows: dict[int, tuple[Any, Any]], failures: list[tuple[int, str]], masks: bool
) -> Info | None:
    """The merged infos; None if one of them does not fit, whose row is taken out."""
    merged = _Merged(len(rows))
    for row, (place, (info, _)) in enumerate(rows.items()):
        try:
            merged.add(row, info)
        except BaseException as error:
            if returns_elsewhere(partial(_Merged.of, [one for one, _ in rows.values()][: row + 1])):
                raise
            failures.append((place, f"the info does not fit to the others: {in_words(error)}"))
            del rows[place]
            return None
    return merged.columns(masks)


class _Merged:
    """A column, and a mask beside it, for each key that some row has.

    The first row with a key decides on the column: numbers (also Python's) and arrays give an array
    of their dtype and shape, dicts are nested, and for anything else there is an array of objects.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._columns: Info = {}

    @classmethod
    def of(cls, infos: Sequence[Info | None]) -> _Merged:
        """The infos of rows."""
        merged = cls(len(infos))
        for row, info in enumerate(infos):
            merged.add(row, info)
        return merged

    def add(self, row: int, info: Info | None) -> None:
        """Adds the info of a row.

        Raises:
            ValueError, TypeError, OverflowError: a value does not fit into its column.
        """
        if info is not None:
            _add(self._columns, info, row, self._count)

    def columns(self, masks: bool) -> Info:
        """All of them; without `masks` those of the outermost keys are left out."""
        return {
            key: column
            for key, column in self._columns.items()
            if masks
            or not (isinstance(key, str) and key.startswith("_") and key[1:] in self._columns)
        }


def _add(columns: Info, info: Info, row: int, count: int) -> None:
    for key, value in info.items():
        if key != "final_obs" and isinstance(value, dict):
            column = columns.get(key, {})
            if not isinstance(column, dict):
                raise TypeError(f"{key!r}: {value!r} is a dict, and that of an earlier row is none")
            _add(column, value, row, count)
        else:
            column = columns[key] if key in columns else _column(key, value, count)
            _put(column, row, value, key)
        mask = columns.get(f"_{key}")
        mask = np.zeros(count, dtype=np.bool_) if mask is None else mask
        mask[row] = True
        columns[key], columns[f"_{key}"] = column, mask


def _put(column: Any, row: int, value: Any, key: Any) -> None:
    """Casts a value to the column's dtype. Numbers too large for integers are refused."""
    if isinstance(column, dict):
        raise TypeError(f"{key!r}: {value!r} is no dict, as that of an earlier row is")
    if column.dtype.kind in "iu" and not _fits(value, np.iinfo(column.dtype)):
        raise OverflowError(f"{key!r}: {value!r} is too large for {column.dtype}")
    column[row] = value


def _fits(value: Any, limits: np.iinfo[Any]) -> bool:
    """Whether numbers are within limits; anything else is for NumPy to refuse."""
    numbers = value if isinstance(value, int) else np.asarray(value)
    if isinstance(numbers, np.ndarray) and numbers.dtype.kind not in "iuf":
        return True
    return bool(np.all((numbers >= limits.min) & (numbers <= limits.max)))


def _column(key: Any, value: Any, count: int) -> np.ndarray:
    if key != "final_obs":
        if type(value) in (int, float, bool) or isinstance(value, np.number):
            return np.zeros(count, dtype=type(value))
        if isinstance(value, np.ndarray):
            return np.zeros((count, *value.shape), dtype=value.dtype)
    return np.full(count, fill_value=None, dtype=object)
