# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Attributes that are made when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class when_asked:  # noqa: N801 - a decorator
    """As `functools.cached_property`, without the instance's ``__dict__``.

    Once a program reads that, CPython 3.11 finds all attributes of the instance more slowly: a step
    of one CartPole took 15 % longer.
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        value = self._make(instance)
        setattr(instance, self._name, value)
        return value
