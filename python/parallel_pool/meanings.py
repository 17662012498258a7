# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of observations and actions mean, which families state and documents show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces


@dataclass(frozen=True)
class Element:
    """A number of a vector, or a value of a Discrete space.

    Attributes:
        meaning: what it says, such as "Angle of the pole from the upright position".
        unit: its unit, such as "rad"; "" if it has none.
        count: the number of neighbouring elements that this describes together.
    """

    meaning: str
    unit: str = ""
    count: int = 1


# A vector or a Discrete space has elements, a Dict or Tuple space parts by name or number, and
# everything else, such as a picture, a sentence.
Meaning = str | tuple[Element, ...] | Mapping[str, "Meaning"]


@dataclass(frozen=True)
class Meanings:
    """What an environment observes and takes, with the default options.

    Attributes:
        observation: what it observes.
        action: what it takes.
        of_agents: whether both have a part for each kind of agent, such as ``adversary`` for
            ``adversary_0``, because agents have unlike spaces.
    """

    observation: Meaning
    action: Meaning
    of_agents: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a table of meanings; texts, "" where there is nothing to say.

    Attributes:
        index: the numbers of the elements, such as ``image``, ``3`` or ``position 3-5``.
        meaning: what they say.
        bounds: the least and the greatest value.
        unit: their unit.
    """

    index: str
    meaning: str
    bounds: str
    unit: str


def rows(meaning: Meaning, space: spaces.Space[Any] | None, name: str = "") -> Iterator[Row]:
    """The rows of the table for a space; without bounds for None, where it is not known.

    Raises:
        ValueError: the space has another number of elements or other parts.
    """
    if isinstance(meaning, str):
        yield Row(name, meaning, _bounds(space, 0, None), "")
    elif isinstance(meaning, Mapping):
        parts = dict.fromkeys(meaning) if space is None else _parts(space)
        if set(parts) != set(meaning):
            raise ValueError(f"{name or 'the space'} has the parts {list(parts)}")
        for key in meaning:
            yield from rows(meaning[key], parts[key], f"{name} {key}".strip())
    else:
        count = sum(element.count for element in meaning)
        size = count if space is None else _size(space)
        if count != size:
            raise ValueError(f"{name or 'the space'} has {size} elements, not {count}")
        start = int(space.start) if isinstance(space, spaces.Discrete) else 0
        for element in meaning:
            end = start + element.count
            index = str(start) if element.count == 1 else f"{start}-{end - 1}"
            if count == 1 and name:
                index = ""
            bounds = "" if isinstance(space, spaces.Discrete) else _bounds(space, start, end)
            yield Row(f"{name} {index}".strip(), element.meaning, bounds, element.unit)
            start = end


def _parts(space: spaces.Space[Any]) -> dict[str, spaces.Space[Any]]:
    if isinstance(space, spaces.Dict):
        return dict(space.spaces)
    if isinstance(space, spaces.Tuple):
        return {str(i): part for i, part in enumerate(space.spaces)}
    raise ValueError(f"{space} has no parts")


def _size(space: spaces.Space[Any]) -> int:
    return int(space.n) if isinstance(space, spaces.Discrete) else int(np.prod(space.shape or ()))


def _bounds(space: spaces.Space[Any] | None, start: int, end: int | None) -> str:
    """The bounds of some elements, if all have the same; "any" if there are none."""
    if isinstance(space, spaces.Discrete):
        return f"{int(space.start)} to {int(space.start + space.n) - 1}"
    if not isinstance(space, spaces.Box):
        return ""
    low, high = space.low.reshape(-1)[start:end], space.high.reshape(-1)[start:end]
    if not low.size:
        return ""
    if (low != low[0]).any() or (high != high[0]).any():
        return "various"
    if not np.isfinite(low[0]) and not np.isfinite(high[0]):
        return "any"
    # Added to 0, -0 loses its sign.
    shown = (f"{0.0 + value:.4g}" if np.isfinite(value) else "any" for value in (low[0], high[0]))
    return " to ".join(shown)
