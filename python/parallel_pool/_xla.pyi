# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

"""
The handler that XLA calls for each operation on a pool within a jitted program.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy.typing


def handler(run: Callable[[int, list[numpy.typing.NDArray[Any]]], Sequence[numpy.typing.NDArray[Any]]]) -> object:
    """
    The handler as JAX registers it. It calls `run(operation, arguments)` for each operation, which returns an array for each result.
    """
