# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Splits batched infos into the dicts that single environments return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def info_rows(infos: dict[str, Any], rows: int) -> list[dict[str, Any]]:
    """An info for each row of a batch.

    Args:
        infos: as returned by `PoolVectorEnv.step`: columns, and masks that say which rows have an
            entry. Columns without a mask are left out.
        rows: the number of rows in the batch.

    Returns:
        A new dict for each row. Scalars are Python values, and arrays are copies.
    """
    out: list[dict[str, Any]] = [{} for _ in range(rows)]
    for key, column in infos.items():
        mask = infos.get(f"_{key}")
        if mask is not None:
            _add(out, key, _values(column, rows), mask)
    return out


def _values(column: Any, rows: int) -> Sequence[Any]:
    """A column's value in each row."""
    if isinstance(column, dict):
        return info_rows(column, rows)
    if column.ndim == 1:
        values: list[Any] = column.tolist()
        return values
    return list(column.copy())


def _add(out: list[dict[str, Any]], key: str, values: Sequence[Any], mask: np.ndarray) -> None:
    if mask.all():
        for info, value in zip(out, values, strict=True):
            info[key] = value
        return
    for row in np.flatnonzero(mask).tolist():
        out[row][key] = values[row]
