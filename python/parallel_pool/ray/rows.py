# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rows of several actors as one batch, equal to the batch of one pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.native import StepResult


@dataclass(frozen=True)
class Part:
    """Rows of an actor's batch, and their places in the whole batch.

    Attributes:
        batch: what the actor's pool returned.
        rows: which of its rows.
        places: the row of the whole batch for each of them.
    """

    batch: StepResult
    rows: np.ndarray
    places: np.ndarray


def joined(space: spaces.Space[Any], parts: Sequence[Part], count: int) -> StepResult:
    """The whole batch.

    Neighbouring rows of one actor's batch are returned as views of it, which lie in memory that
    the actor lends or in Ray's object store. The rows of several actors are copied into new arrays.

    Args:
        space: the observation space of one environment.
        parts: rows that make up the batch.
        count: how many rows it has.
    """
    if len(parts) == 1:
        rows, places = _fast(parts[0].rows), _fast(parts[0].places)
        if isinstance(rows, slice) and places == slice(0, count):
            return _views(space, parts[0].batch, rows)
    # As in one pool, the first row with an info decides on the dtype of its column.
    ordered = sorted(parts, key=lambda part: int(part.places.min()))
    observations = join_values(space, [(part.batch[0], part) for part in ordered], count)
    rewards = _column([(part.batch[1], part) for part in ordered], count)
    terminated = _column([(part.batch[2], part) for part in ordered], count)
    truncated = _column([(part.batch[3], part) for part in ordered], count)
    infos = join_infos([(part.batch[4], part) for part in ordered], count)
    return observations, rewards, terminated, truncated, infos


def _views(space: spaces.Space[Any], batch: StepResult, rows: slice) -> StepResult:
    observations, rewards, terminated, truncated, infos = batch
    seen = _observation_views(space, observations, rows)
    return seen, rewards[rows], terminated[rows], truncated[rows], _info_views(infos, rows)


def _observation_views(space: spaces.Space[Any], value: Any, rows: slice) -> Any:
    if isinstance(space, spaces.Dict):
        return {name: _observation_views(one, value[name], rows) for name, one in space.items()}
    if isinstance(space, spaces.Tuple):
        pairs = zip(space.spaces, value, strict=True)
        return tuple(_observation_views(one, part, rows) for one, part in pairs)
    return value[rows]


def _info_views(infos: dict[str, Any], rows: slice) -> dict[str, Any]:
    return {
        name: _info_views(value, rows) if isinstance(value, dict) else value[rows]
        for name, value in infos.items()
    }


def join_values(space: spaces.Space[Any], values: Sequence[tuple[Any, Part]], count: int) -> Any:
    """Values of a space, as batches of parts of it, as one batch."""
    if isinstance(space, spaces.Dict):
        return {
            name: join_values(one, [(value[name], part) for value, part in values], count)
            for name, one in space.items()
        }
    if isinstance(space, spaces.Tuple):
        return tuple(
            join_values(one, [(value[i], part) for value, part in values], count)
            for i, one in enumerate(space.spaces)
        )
    if isinstance(values[0][0], np.ndarray):
        return _column(values, count)
    objects: list[Any] = [None] * count  # such as texts
    for value, part in values:
        for row, place in zip(part.rows, part.places, strict=True):
            objects[place] = value[row]
    return tuple(objects)


def take_values(space: spaces.Space[Any], value: Any, rows: np.ndarray) -> Any:
    """Some rows of a batch of values of a space."""
    part = Part((None, np.zeros(0), np.zeros(0), np.zeros(0), {}), rows, np.arange(len(rows)))
    return join_values(space, [(value, part)], len(rows))


def _column(values: Sequence[tuple[np.ndarray, Part]], count: int) -> np.ndarray:
    first = values[0][0]
    column = np.empty((count, *first.shape[1:]), first.dtype)
    for value, part in values:
        _copy(column, value, part)
    return column


def _copy(column: np.ndarray, value: np.ndarray, part: Part) -> None:
    column[_fast(part.places)] = value[_fast(part.rows)]


def _fast(indices: np.ndarray) -> Any:
    """A slice where indices are consecutive, since copying by slices is much faster."""
    is_run = len(indices) > 0 and bool((np.diff(indices) == 1).all())
    return slice(int(indices[0]), int(indices[-1]) + 1) if is_run else indices


def join_infos(values: Sequence[tuple[dict[str, Any], Part]], count: int) -> dict[str, Any]:
    """Columns with their masks; where an actor lacks a column, it has zeros or None."""
    infos: dict[str, Any] = {}
    for name in dict.fromkeys(name for info, _ in values for name in info):
        having = [(info[name], part) for info, part in values if name in info]
        first = having[0][0]
        if isinstance(first, dict):
            infos[name] = join_infos(having, count)
            continue
        shape = (count, *first.shape[1:])
        if first.dtype == object:
            column = np.full(shape, None, dtype=object)
        else:
            column = np.zeros(shape, first.dtype)
        for value, part in having:
            _copy(column, value, part)
        infos[name] = column
    return infos
