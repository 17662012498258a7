# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

import collections.abc
import typing

import numpy.typing


def handler(run: collections.abc.Callable[[int, list[numpy.typing.NDArray[typing.Any]]], collections.abc.Sequence[numpy.typing.NDArray[typing.Any]]]) -> object:
    """
    The handler as JAX registers it. It calls `run(operation, arguments)` for each operation, which returns an array for each result.
    """
