# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Callable
from parallel_pool.native import NativeEnvType as EnvType, NativePool as Pool


__parallel_pool_abi__: int = 8

env_types: list[EnvType] = ...

def listen(library: str, call: Callable[[], object]) -> tuple[object, list[str]]:
    """
    Calls, and returns the result and what the library in this file warned of. Afterwards, the thread has the same EGL context as before.
    """

def show_in(data: int) -> None:
    """
    Simulations that this thread renders are copied into the data at this address; 0: none.
    """
