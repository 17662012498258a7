# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches of jitted programs as NumPy arrays, and the same steps from Python to compare with."""

from __future__ import annotations

from typing import Any

import numpy as np


def arrays(values: Any) -> Any:
    """Nested JAX arrays as NumPy arrays, in plain tuples and dicts."""
    if isinstance(values, dict):
        return {key: arrays(value) for key, value in values.items()}
    if isinstance(values, tuple):
        return tuple(arrays(value) for value in values)
    return np.asarray(values)


def row(values: Any, index: int) -> Any:
    """Row `index` of the leading axis of nested arrays."""
    if isinstance(values, dict):
        return {key: row(value, index) for key, value in values.items()}
    if isinstance(values, tuple):
        return tuple(row(value, index) for value in values)
    return values[index]


def stacked(values: list[Any]) -> Any:
    """Nested arrays with a new leading axis."""
    if isinstance(values[0], dict):
        return {key: stacked([value[key] for value in values]) for key in values[0]}
    if isinstance(values[0], tuple):
        return tuple(stacked([value[i] for value in values]) for i in range(len(values[0])))
    return np.stack(values)


def narrowed(values: Any) -> Any:
    """In 32 bits."""
    if isinstance(values, dict):
        return {key: narrowed(value) for key, value in values.items()}
    if isinstance(values, tuple):
        return tuple(narrowed(value) for value in values)
    short = {"float64": "float32", "int64": "int32", "uint64": "uint32"}
    name = short.get(values.dtype.name)
    return values if name is None else values.astype(name)


def dense(infos: dict[str, Any], like: dict[str, Any]) -> dict[str, Any]:
    """Infos with the entries of `like`: zeros where a batch lacks them, final observations too."""
    out: dict[str, Any] = {}
    for key, model in like.items():
        value = infos.get(key)
        if isinstance(model, dict) and key != "final_obs":
            out[key] = dense(value or {}, model)
        elif value is None:
            out[key] = zeros(model)
        elif key == "final_obs":
            filled = [zeros(row(model, 0)) if one is None else one for one in value]
            out[key] = typed(stacked([whole(one) for one in filled]), model)
        else:
            out[key] = value
    return out


def whole(value: Any) -> Any:
    """A final observation's leaves as arrays."""
    if isinstance(value, dict):
        return {key: whole(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(whole(part) for part in value)
    return np.asarray(value)


def typed(value: Any, model: Any) -> Any:
    """With the dtypes of `model`, in 64 bits where that has 32: Discrete values come as ints."""
    if isinstance(value, dict):
        return {key: typed(part, model[key]) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(typed(part, model[i]) for i, part in enumerate(value))
    return value.astype(model.dtype) if value.dtype != model.dtype else value


def zeros(model: Any) -> Any:
    if isinstance(model, dict):
        return {key: zeros(part) for key, part in model.items()}
    if isinstance(model, tuple):
        return tuple(zeros(part) for part in model)
    return np.zeros_like(model)
