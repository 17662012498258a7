# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""One space for agents whose spaces differ, padded as the spaces of native environments are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

Space = spaces.Space[Any]
# For each leaf of a space in which agents differ, by the path to the leaf: how many elements of the
# Box, or how many choices of the Discrete, each agent has.
Shares = dict[tuple[Any, ...], list[int]]


def common_space(what: str, agents: Sequence[Any], own: Sequence[Space]) -> tuple[Space, Shares]:
    """A space with room for the values of all agents.

    Args:
        what: the name of the space, for messages.
        agents: their names.
        own: the space of each.

    Returns:
        The space, and each agent's share of the leaves in which agents differ.

    Raises:
        ValueError: the spaces differ in more than sizes.
    """
    shares: Shares = {}
    space = _common(own, shares, ())
    if space is None:
        other = next(i for i, one in enumerate(own) if one != own[0])
        raise ValueError(
            f"the {what} spaces of agents may differ in the lengths of Boxes of one axis and in "
            f"the choices of a Discrete: {agents[0]!r} has {own[0]}, {agents[other]!r} has "
            f"{own[other]}; use a wrapper to make them equal"
        )
    return space, shares


def _common(own: Sequence[Space], shares: Shares, path: tuple[Any, ...]) -> Space | None:
    first = own[0]
    if all(one == first for one in own):
        return first
    if len({type(one) for one in own}) > 1:
        return None
    if isinstance(first, spaces.Dict):
        return _common_dict(own, shares, path)
    if isinstance(first, spaces.Tuple):
        return _common_tuple(own, shares, path)
    if len({one.dtype for one in own}) > 1:
        return None
    if isinstance(first, spaces.Discrete):
        if any(one.start != 0 for one in own):  # type: ignore[attr-defined]
            return None
        shares[path] = [int(one.n) for one in own]  # type: ignore[attr-defined]
        return spaces.Discrete(max(shares[path]), dtype=first.dtype.type)
    if isinstance(first, spaces.Box) and all(len(one.shape or ()) == 1 for one in own):
        shares[path] = [int(one.shape[0]) for one in own]  # type: ignore[index]
        return _longest_box(own, max(shares[path]))
    return None


def _common_dict(own: Sequence[Any], shares: Shares, path: tuple[Any, ...]) -> Space | None:
    keys = list(own[0].spaces)
    if any(list(one.spaces) != keys for one in own):
        return None
    parts = {key: _common([one[key] for one in own], shares, (*path, key)) for key in keys}
    return None if None in parts.values() else spaces.Dict(parts)  # type: ignore[arg-type]


def _common_tuple(own: Sequence[Any], shares: Shares, path: tuple[Any, ...]) -> Space | None:
    count = len(own[0].spaces)
    if any(len(one.spaces) != count for one in own):
        return None
    parts = [_common([one[i] for one in own], shares, (*path, i)) for i in range(count)]
    return None if None in parts else spaces.Tuple(parts)  # type: ignore[arg-type]


def _longest_box(own: Sequence[Any], length: int) -> spaces.Box:
    """A Box with the widest bounds of each element, which also allow the zeros of the padding."""
    low, high = np.zeros(length, own[0].dtype), np.zeros(length, own[0].dtype)
    for i in range(length):
        having = [one for one in own if one.shape[0] > i]
        padded = [0] if len(having) < len(own) else []
        low[i] = min([one.low[i] for one in having] + padded)
        high[i] = max([one.high[i] for one in having] + padded)
    return spaces.Box(low, high, dtype=own[0].dtype.type)


def snapshot(value: Any) -> Any:
    """An observation as it is now, also if the environment writes to its arrays again."""
    if isinstance(value, dict):
        return {key: snapshot(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return tuple(snapshot(part) for part in value)
    return value.copy() if isinstance(value, np.ndarray) else value


def stacked(space: Space, values: Sequence[Any]) -> Any:
    """Observations of agents as arrays with a leading axis; short ones are padded with zeros.

    Raises:
        ValueError: an observation has the size of the space and another shape.
    """
    if isinstance(space, spaces.Dict):
        return {key: stacked(part, [one[key] for one in values]) for key, part in space.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(stacked(part, [one[i] for one in values]) for i, part in enumerate(space))
    shape = (len(values), *(space.shape or ()))
    if len(shape) != 2 or all(np.size(value) == shape[1] for value in values):
        for value in values:
            if np.shape(value) != shape[1:] and np.size(value) > 1:
                raise ValueError(
                    f"an observation has shape {np.shape(value)}, but its space has shape "
                    f"{shape[1:]}"
                )
        return np.asarray(values, dtype=space.dtype).reshape(shape)
    padded = np.zeros(shape, space.dtype)
    for row, value in zip(padded, values, strict=True):
        row[: np.size(value)] = value
    return padded


def own_action(space: Space, value: Any) -> Any:
    """An agent's own part of an action: the first elements; choices beyond its own count as 0."""
    if isinstance(space, spaces.Dict):
        return {key: own_action(part, value[key]) for key, part in space.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(own_action(part, value[i]) for i, part in enumerate(space))
    if isinstance(space, spaces.Discrete):
        return value if value < space.n + space.start else type(value)(0)
    return value[: space.shape[0]] if np.ndim(value) == 1 and space.shape else value


def row_of(space: Space, values: Any, row: int) -> Any:
    """One row of batched values."""
    if isinstance(space, spaces.Dict):
        return {key: row_of(part, values[key], row) for key, part in space.items()}
    if isinstance(space, spaces.Tuple):
        pairs = zip(space, values, strict=True)
        return tuple(row_of(part, value, row) for part, value in pairs)
    return values[row]


def with_shares(node: dict[str, Any], shares: Mapping[tuple[Any, ...], list[int]]) -> Any:
    """The description of a space, in which each leaf has the agents' shares."""
    return _with_shares(node, shares, ()) if shares else node


def _with_shares(node: dict[str, Any], shares: Any, path: tuple[Any, ...]) -> dict[str, Any]:
    if "children" in node:
        is_dict = node["kind"] == "Dict"
        children = [
            _with_shares(child, shares, (*path, child["name"] if is_dict else i))
            for i, child in enumerate(node["children"])
        ]
        return node | {"children": children}
    if path not in shares:
        return node
    widened = {
        side: np.broadcast_to(node[side], node["shape"]).tolist()
        for side in ("low", "high")
        if side in node
    }
    return node | widened | {"own": shares[path]}
