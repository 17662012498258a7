# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Splits batched infos into the dicts that single environments return."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np


def _never(name: str) -> bool:
    return False


def single_info(
    infos: dict[str, Any], row: int, is_numpy: Callable[[str], bool] = _never
) -> dict[str, Any]:
    """The info of row ``row``: the entries whose masks include it.

    Scalars are Python scalars, except the floats whose names `is_numpy` accepts.
    """
    info: dict[str, Any] = {}
    for key, value in infos.items():
        mask = infos.get(f"_{key}")
        if mask is None or not mask[row]:
            continue
        if isinstance(value, dict):
            info[key] = single_info(value, row, is_numpy)
            continue
        part = value[row]
        keep = isinstance(part, np.floating) and is_numpy(key)
        info[key] = part.item() if isinstance(part, np.generic) and not keep else part
    return info


def info_rows(
    infos: dict[str, Any],
    rows: int,
    common: Mapping[str, Any] | None = None,
    is_numpy: Callable[[str], bool] = _never,
) -> list[dict[str, Any]]:
    """An info for each row of a batch.

    Args:
        infos: as returned by `PoolVectorEnv.step`: columns, and masks that say which rows have an
            entry. Columns without a mask are left out.
        rows: the number of rows in the batch.
        common: entries that every row has beside its own.
        is_numpy: whether floats of this name stay NumPy scalars.

    Returns:
        A new dict for each row. Other scalars are Python values, and arrays are copies.
    """
    first = {} if common is None else common
    names = [key for key in infos if f"_{key}" in infos]
    if names and all(infos[f"_{name}"].all() for name in names):
        columns = [_values(name, infos[name], rows, is_numpy) for name in names]
        return [
            {**dict(zip(names, row, strict=True)), **first} for row in zip(*columns, strict=True)
        ]
    out: list[dict[str, Any]] = [{**first} for _ in range(rows)]
    for name in names:
        values = _values(name, infos[name], rows, is_numpy)
        for row in np.flatnonzero(infos[f"_{name}"]).tolist():
            out[row][name] = values[row]
    return out


def _values(name: str, column: Any, rows: int, is_numpy: Callable[[str], bool]) -> Sequence[Any]:
    """A column's value in each row."""
    if isinstance(column, dict):
        return info_rows(column, rows, None, is_numpy)
    if column.ndim == 1 and not (column.dtype.kind == "f" and is_numpy(name)):
        values: list[Any] = column.tolist()
        return values
    return list(column.copy())
