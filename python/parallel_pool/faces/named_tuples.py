# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Named tuples whose fields are known only at run time, and which can be pickled."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any


def named_tuple(name: str, fields: Sequence[str]) -> Any:
    """The class with this name and these fields, which is always the same one."""
    return _named_tuple(name, tuple(fields))


@cache
def _named_tuple(name: str, fields: tuple[str, ...]) -> Any:
    base = namedtuple(name, fields)  # type: ignore[misc]

    def reduce(record: Any) -> tuple[Any, ...]:
        return _rebuild, (name, fields, tuple(record))

    # No module has the class under its name, where pickle would look for it.
    return type(name, (base,), {"__slots__": (), "__reduce__": reduce})


def _rebuild(name: str, fields: Sequence[str], values: Iterable[Any]) -> Any:
    return named_tuple(name, fields)._make(values)
