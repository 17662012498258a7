# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Makes Gymnasium spaces from the engine's descriptions, and splits batches into rows."""

from __future__ import annotations

import copy
import functools
import inspect
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

Description = dict[str, Any]

_DISCRETE_TAKES_DTYPE = "dtype" in inspect.signature(spaces.Discrete).parameters  # Gymnasium 1.2.1

# Elements of a Box whose bounds are kept to be copied.
_MOST_COPIED = 1024

# A family's own space for a text, or None for Gymnasium's.
TextSpace = Callable[[Description], spaces.Space[str] | None]


def text_space(node: Description) -> spaces.Space[str]:
    """Gymnasium's space for a text."""
    return spaces.Text(node["shape"][0], min_length=0, charset=node["charset"])


def make_space(node: Description, make_text: TextSpace | None = text_space) -> spaces.Space[Any]:
    """The Gymnasium space of one environment (or one player) from the engine's description.

    Args:
        node: the description.
        make_text: the space of a text; None where a face carries the bytes of texts.
    """
    kind = node["kind"]
    if kind == "Tuple":
        return spaces.Tuple(tuple(make_space(child, make_text) for child in node["children"]))
    if kind == "Dict":
        parts = {child["name"]: make_space(child, make_text) for child in node["children"]}
        return spaces.Dict(parts)
    if kind == "Text":
        if make_text is not None:
            return make_text(node) or text_space(node)
        return spaces.Box(0, 255, tuple(node["shape"]), np.uint8)
    dtype: type[Any] = np.dtype(node["dtype"]).type
    if kind == "Discrete":
        return _discrete(node["n"], node["start"], dtype)
    if kind == "MultiDiscrete":
        nvec = np.array(node["nvec"], dtype=dtype).reshape(node["shape"])
        return spaces.MultiDiscrete(nvec, dtype=dtype)
    if kind == "MultiBinary":
        shape = node["shape"]
        return spaces.MultiBinary(shape[0] if len(shape) == 1 else shape)
    bounds = tuple(node["low"]), tuple(node["high"])
    if math.prod(node["shape"]) > _MOST_COPIED:
        return _box(*bounds, tuple(node["shape"]), dtype)
    # Gymnasium's checks of bounds take much longer than copies of them.
    box = copy.copy(_box_to_copy(*bounds, tuple(node["shape"]), dtype))
    for name, value in vars(box).items():
        if isinstance(value, np.ndarray):
            setattr(box, name, value.copy())
    return box


def _box(
    low: tuple[float, ...], high: tuple[float, ...], shape: tuple[int, ...], dtype: type
) -> spaces.Box:
    low_bound, high_bound = (bound_of(list(values), shape, dtype) for values in (low, high))
    return spaces.Box(low_bound, high_bound, dtype=dtype)


# Nobody draws from these boxes, so their copies have no generator yet.
_box_to_copy: Callable[..., spaces.Box] = functools.lru_cache(maxsize=256)(_box)


def _discrete(n: int, start: int, dtype: type[Any]) -> spaces.Space[Any]:
    if _DISCRETE_TAKES_DTYPE:
        return spaces.Discrete(n, start=start, dtype=dtype)
    space = spaces.Discrete(n, start=start)
    space.dtype = np.dtype(dtype)  # that of batches
    return space


def bound_of(values: list[float], shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """The bounds of a Box as an array; a single number applies to all elements."""
    if len(values) == 1:
        return np.full(shape, values[0], dtype=dtype)
    return np.array(values, dtype=dtype).reshape(shape)


def single(space: spaces.Space[Any], batch: Any, row: int, plain: bool = True) -> Any:
    """Row ``row`` of batched values, in the form of the single environment's ``space``.

    A Discrete value is an int with `plain`, and a NumPy scalar of the space's dtype without. Text
    is a str with `plain`, and uint8 bytes with zeros after them without.
    """
    kind = type(space)
    if plain and kind is spaces.Box:  # most are; asking for a subclass takes a microsecond
        return batch[row] if space.shape else np.asarray(batch[row])
    if kind is spaces.Discrete:
        return int(batch[row]) if plain else batch[row]
    if isinstance(space, spaces.Tuple):
        return tuple(single(part, batch[i], row, plain) for i, part in enumerate(space.spaces))
    if isinstance(space, spaces.Dict):
        return {key: single(part, batch[key], row, plain) for key, part in space.spaces.items()}
    if plain and isinstance(space, spaces.Discrete):
        return int(batch[row])
    value = batch[row]
    if plain and isinstance(space, spaces.Box) and not space.shape:
        return np.asarray(value)  # as the space has it
    if not plain and isinstance(value, str):
        assert space.shape is not None
        return np.frombuffer(value.encode().ljust(space.shape[0], b"\0"), np.uint8).copy()
    return value


def joined(batches: Sequence[Any]) -> Any:
    """Batches of the same structure as one batch, their rows in order."""
    first = batches[0]
    if isinstance(first, tuple):
        return tuple(joined(parts) for parts in zip(*batches, strict=True))
    if isinstance(first, dict):
        return {key: joined([batch[key] for batch in batches]) for key in first}
    return np.concatenate(batches)


def batch_of_one(space: spaces.Space[Any], value: Any) -> Any:
    """A single environment's value as a batch of one row."""
    if type(space) in (spaces.Box, spaces.Discrete):
        return np.asarray(value)[np.newaxis]
    if isinstance(space, spaces.Tuple):
        return tuple(batch_of_one(part, value[i]) for i, part in enumerate(space.spaces))
    if isinstance(space, spaces.Dict):
        return {key: batch_of_one(part, value[key]) for key, part in space.spaces.items()}
    return np.asarray(value)[np.newaxis]


def batched_space(
    node: dict[str, Any], space: spaces.Space[Any], rows: int, players: int
) -> spaces.Space[Any]:
    """The space of a batch: where players have rows of their own, with room for all of them.

    Args:
        node: the engine's description of one environment's (or player's) space.
        space: that space.
        rows: environments of a batch.
        players: the most players of an environment.
    """
    if players == 1:
        return batch_space(space, rows)
    if isinstance(space, spaces.Dict):
        parts = {part["name"]: part for part in node["children"]}
        return spaces.Dict(
            {name: batched_space(parts[name], space[name], rows, players) for name in parts}
        )
    if isinstance(space, spaces.Tuple):
        both = zip(node["children"], space.spaces, strict=True)
        return spaces.Tuple(tuple(batched_space(part, one, rows, players) for part, one in both))
    return batch_space(space, rows * players if node["per_player"] else rows)
