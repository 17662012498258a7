# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Attributes that are made when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class when_asked(Generic[T]):  # noqa: N801 - a decorator
    """As `functools.cached_property`, without its lock and without the instance's ``__dict__``.

    Before Python 3.12, threads wait for each other at the lock, and a child that is forked while
    one of them holds it waits for ever. Once a program reads ``__dict__``, CPython 3.11 finds all
    attributes of the instance more slowly: a step of one CartPole took 15 % longer.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> when_asked[T]: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> T: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        value = self._make(instance)
        object.__setattr__(instance, self._name, value)  # the classes of some are frozen
        return value
