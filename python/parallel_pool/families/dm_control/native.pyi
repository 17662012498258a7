# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Sequence
from typing import Any
from parallel_pool.pool.native import NativeEnvType as EnvType, NativePool as Pool


__parallel_pool_abi__: int = 7

env_types: list[EnvType] = ...

def show_in(data: int, model: int) -> None:
    """
    Simulations that this thread renders are copied into the data and the model at these addresses; 0: none.
    """

def tasks() -> dict[str, tuple[str, str]]:
    """The domain and task of each id."""
