# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium spaces as the native pool takes them: leaves that are columns of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.spaces import Description

# What a column may hold.
_INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
_DTYPES = ("bool", "float16", "float32", "float64", *_INTEGERS)


def describe(space: spaces.Space[Any], per_player: bool = False, name: str = "") -> Description:
    """The description of a space.

    Args:
        space: any space.
        per_player: each player has a row of its own.
        name: its key in a Dict.

    Returns:
        Nested dicts. What has no column (Text, Graph, Sequence, OneOf, spaces of one's own, unusual
        dtypes) is a leaf of kind ``"Object"``.
    """
    if isinstance(space, spaces.Dict) and all(isinstance(key, str) for key in space.spaces):
        children = [describe(part, per_player, key) for key, part in space.spaces.items()]
        return {"kind": "Dict", "name": name, "children": children}
    if isinstance(space, spaces.Tuple):
        children = [describe(part, per_player) for part in space.spaces]
        return {"kind": "Tuple", "name": name, "children": children}
    leaf: Description = {"name": name, "per_player": per_player}
    if not _has_column(space):
        return leaf | {"kind": "Object"}
    leaf |= {"dtype": str(space.dtype), "shape": tuple(space.shape or ())}
    if isinstance(space, spaces.Discrete):
        return leaf | {"kind": "Discrete", "n": int(space.n), "start": int(space.start)}
    if isinstance(space, spaces.MultiBinary):
        return leaf | {"kind": "MultiBinary"}
    if isinstance(space, spaces.MultiDiscrete) and not np.any(space.start):
        return leaf | {"kind": "MultiDiscrete", "nvec": space.nvec.flatten().tolist()}
    return leaf | {"kind": "Box", **_bounds(space)}


def has_objects(node: Description) -> bool:
    """Whether some leaf has no column."""
    if "children" in node:
        return any(has_objects(child) for child in node["children"])
    return bool(node["kind"] == "Object")


def split_objects(node: Description, values: Any, count: int) -> tuple[Any, list[list[Any]]]:
    """Batched actions with zeros in place of objects, and each row's objects in order."""
    rows: list[list[Any]] = [[] for _ in range(count)]
    return _split(node, values, rows), rows


def _split(node: Description, values: Any, rows: list[list[Any]]) -> Any:
    if node["kind"] == "Dict":
        return {c["name"]: _split(c, values[c["name"]], rows) for c in node["children"]}
    if node["kind"] == "Tuple":
        pairs = zip(node["children"], values, strict=True)
        return tuple(_split(child, value, rows) for child, value in pairs)
    if node["kind"] != "Object":
        return values
    for row, value in zip(rows, values, strict=True):
        row.append(value)
    return np.zeros(len(rows), dtype=np.uint8)


def _has_column(space: spaces.Space[Any]) -> bool:
    known = (spaces.Box, spaces.Discrete, spaces.MultiBinary, spaces.MultiDiscrete)
    return isinstance(space, known) and str(space.dtype) in _DTYPES


def _bounds(space: spaces.Space[Any]) -> Description:
    if not isinstance(space, spaces.Box):
        return {"low": [-np.inf], "high": [np.inf]}
    sides = {}
    for side in ("low", "high"):
        values = getattr(space, side).flatten()
        same = values.size and (values == values[0]).all()
        sides[side] = values[:1].tolist() if same else values.tolist()
    return sides
