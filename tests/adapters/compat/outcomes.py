# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a behaviour is: an input for a library, and a function that puts the outcome in words.

A library is a module with the functions `make`, `make_gym`, `make_gymnasium`, `make_dm` and
`make_spec`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

Outcome = Callable[[Any], object]

BEHAVIOURS: dict[str, Outcome] = {}
LISTINGS: set[str] = set()
AND = " and "  # between the classes of an exception
# Those that an exception is an instance of name it.
ERRORS = (
    KeyError,
    AssertionError,
    AttributeError,
    NotImplementedError,
    IndexError,
    TypeError,
    ValueError,
    RuntimeError,
)


def behaviour(what: str) -> Callable[[Outcome], Outcome]:
    """Declares an input; `what` is the cell of the table."""

    def declare(function: Outcome) -> Outcome:
        BEHAVIOURS[what] = function
        return function

    return declare


def listing(what: str) -> Callable[[Outcome], Outcome]:
    """Declares an input whose outcome is a list of names; the table shows those that differ."""
    LISTINGS.add(what)

    def declare(function: Outcome) -> Outcome:
        def names(library: Any) -> str:
            found: Any = function(library)
            return ", ".join(f"`{name}`" for name in sorted(found))

        BEHAVIOURS[what] = names
        return function

    return declare


def outcome(what: str, library: Any) -> str:
    """What a library does: the function's words, or the exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(BEHAVIOURS[what](library))
        except Exception as error:
            return _named(error)


def _named(error: Exception) -> str:
    names = [f"`{one.__name__}`" for one in ERRORS if isinstance(error, one)]
    return AND.join(names) or "`Exception`"


def accepted(call: Callable[[], object]) -> str:
    """``accepted``; exceptions pass."""
    call()
    return "accepted"
