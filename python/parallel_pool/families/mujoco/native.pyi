# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Callable, Sequence
from typing import Any
from parallel_pool.pool.native import NativeEnvType as EnvType, NativePool as Pool


__parallel_pool_abi__: int = 7

env_types: list[EnvType] = ...

def quietly(library: str, call: Callable[[], object]) -> object:
    """Calls, while the library in this file keeps its warnings to itself."""

def show_in(data: int) -> None:
    """
    Simulations that this thread renders are copied into the data at this address; 0: none.
    """
