# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Spaces and values as trees of Dicts and Tuples, with their leaves in the engine's order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gymnasium import spaces

_LEAVES = (spaces.Box, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)


def is_supported(space: object) -> bool:
    """Whether columns can hold the values of a space."""
    if isinstance(space, spaces.Dict | spaces.Tuple):
        parts = [part for _, part in children(space)]
        return bool(parts) and all(is_supported(part) for part in parts)
    return isinstance(space, _LEAVES)


def children(space: spaces.Dict | spaces.Tuple[Any]) -> list[tuple[Any, spaces.Space[Any]]]:
    """The parts of a space, each with its key."""
    if isinstance(space, spaces.Dict):
        return [*space.spaces.items()]
    return [*enumerate(space.spaces)]


def leaves(space: spaces.Space[Any]) -> list[spaces.Space[Any]]:
    """The leaves of a space; itself, if it is one."""
    if isinstance(space, spaces.Dict | spaces.Tuple):
        return [leaf for _, part in children(space) for leaf in leaves(part)]
    return [space]


def flatten(space: spaces.Space[Any], value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """The leaves of a value, each with its place in words.

    Raises:
        LookupError: the value has another structure; its arguments are the place, what came and
            what was expected.
    """
    if isinstance(space, spaces.Dict):
        keys = [*space.spaces]
        if not isinstance(value, Mapping):
            raise LookupError(where, value, f"a dict with keys {keys}")
        if value.keys() != space.spaces.keys():
            raise LookupError(where, f"keys {[*value]}", f"a dict with keys {keys}")
    elif isinstance(space, spaces.Tuple):
        count = len(space.spaces)
        if not isinstance(value, tuple | list) or len(value) != count:
            raise LookupError(where, value, f"a tuple of {count}")
    else:
        yield where, value
        return
    for key, part in children(space):
        yield from flatten(part, value[key], f"{where}[{key!r}]")


def build(space: spaces.Space[Any], values: Iterator[Any]) -> Any:
    """A value of a space from its leaves."""
    if isinstance(space, spaces.Dict):
        return {key: build(part, values) for key, part in children(space)}
    if isinstance(space, spaces.Tuple):
        return tuple(build(part, values) for _, part in children(space))
    return next(values)
