# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Infos of single environments as the arrays of a batch, as gymnasium.vector makes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Info = dict[Any, Any]


def merge_infos(out: Info, rows: Sequence[Info | None], masks: bool = True) -> None:
    """Adds a column, and a mask beside it, for each key that some row has.

    The first row with a key decides on the column: numbers (also Python's) and arrays give an array
    of their dtype and shape, dicts are nested, and for anything else there is an array of objects.

    Args:
        out: where to add them.
        rows: the info of each row, or None.
        masks: False leaves out the masks of the outermost keys.

    Raises:
        ValueError, TypeError, OverflowError: a value does not fit into its column.
    """
    merged: Info = {}
    for row, info in enumerate(rows):
        if info is not None:
            _add(merged, info, row, len(rows))
    for key, column in merged.items():
        if masks or not (isinstance(key, str) and key.startswith("_") and key[1:] in merged):
            out[key] = column


def _add(columns: Info, info: Info, row: int, count: int) -> None:
    for key, value in info.items():
        if key != "final_obs" and isinstance(value, dict):
            column = columns.get(key, {})
            _add(column, value, row, count)
        else:
            column = columns[key] if key in columns else _column(key, value, count)
            column[row] = value
        mask = columns.get(f"_{key}")
        mask = np.zeros(count, dtype=np.bool_) if mask is None else mask
        mask[row] = True
        columns[key], columns[f"_{key}"] = column, mask


def _column(key: Any, value: Any, count: int) -> np.ndarray:
    if key != "final_obs":
        if type(value) in (int, float, bool) or isinstance(value, np.number):
            return np.zeros(count, dtype=type(value))
        if isinstance(value, np.ndarray):
            return np.zeros((count, *value.shape), dtype=value.dtype)
    return np.full(count, fill_value=None, dtype=object)
