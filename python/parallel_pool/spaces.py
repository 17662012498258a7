# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium spaces from the engine's descriptions, and single environments' parts of batches."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

Description = dict[str, Any]


def make_space(node: Description) -> spaces.Space[Any]:
    """The Gymnasium space of one environment (or one player) that a description stands for."""
    kind = node["kind"]
    if kind == "Tuple":
        return spaces.Tuple(tuple(make_space(child) for child in node["children"]))
    if kind == "Dict":
        return spaces.Dict({child["name"]: make_space(child) for child in node["children"]})
    dtype: type[Any] = np.dtype(node["dtype"]).type
    if kind == "Discrete":
        return spaces.Discrete(node["n"], start=node["start"], dtype=dtype)
    if kind == "MultiDiscrete":
        nvec = np.array(node["nvec"], dtype=dtype).reshape(node["shape"])
        return spaces.MultiDiscrete(nvec, dtype=dtype)
    if kind == "MultiBinary":
        shape = node["shape"]
        return spaces.MultiBinary(shape[0] if len(shape) == 1 else shape)
    low, high = (bound_of(node[side], node["shape"], dtype) for side in ("low", "high"))
    return spaces.Box(low, high, dtype=dtype)


def bound_of(values: list[float], shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """A Box's bounds as an array; one number stands for all."""
    if len(values) == 1:
        return np.full(shape, values[0], dtype=dtype)
    return np.array(values, dtype=dtype).reshape(shape)


def single(space: spaces.Space[Any], batch: Any, row: int, plain: bool = True) -> Any:
    """Row ``row`` of batched values, in the form that the single environment's ``space`` gives.

    A Discrete value is a plain int, or without `plain` a NumPy scalar of the space's dtype.
    """
    if isinstance(space, spaces.Tuple):
        return tuple(single(part, batch[i], row, plain) for i, part in enumerate(space.spaces))
    if isinstance(space, spaces.Dict):
        return {key: single(part, batch[key], row, plain) for key, part in space.spaces.items()}
    if plain and isinstance(space, spaces.Discrete):
        return int(batch[row])
    return batch[row]


def batch_of_one(space: spaces.Space[Any], value: Any) -> Any:
    """A single environment's value as a batch of one row."""
    if isinstance(space, spaces.Tuple):
        return tuple(batch_of_one(part, value[i]) for i, part in enumerate(space.spaces))
    if isinstance(space, spaces.Dict):
        return {key: batch_of_one(part, value[key]) for key, part in space.spaces.items()}
    return np.asarray(value)[np.newaxis]


def single_info(infos: dict[str, Any], row: int) -> dict[str, Any]:
    """The info of row ``row``: what its masks say it has; scalars as Python scalars."""
    info: dict[str, Any] = {}
    for key, value in infos.items():
        mask = infos.get(f"_{key}")
        if mask is None or not mask[row]:
            continue
        if isinstance(value, dict):
            info[key] = single_info(value, row)
        else:
            part = value[row]
            info[key] = part.item() if isinstance(part, np.generic) else part
    return info


def row_infos(infos: dict[str, Any], count: int, common: dict[str, Any]) -> list[dict[str, Any]]:
    """The infos of the first ``count`` rows: a dict of its own for each, which may be written into.

    Equals `single_info` of each row, and what is `common` to all.
    """
    names = [key for key in infos if f"_{key}" in infos]
    if not names:
        return [common.copy() for _ in range(count)]
    if any(isinstance(infos[name], dict) or not infos[f"_{name}"].all() for name in names):
        return [single_info(infos, i) | common for i in range(count)]
    columns = [infos[name] for name in names]
    lists = [column.tolist() if column.ndim == 1 else [*column] for column in columns]
    return [dict(zip(names, values, strict=True)) | common for values in zip(*lists, strict=True)]
