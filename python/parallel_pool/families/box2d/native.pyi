# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Sequence
from parallel_pool.native import NativeEnvType as EnvType, NativePool as Pool


__parallel_pool_abi__: int = 8

env_types: list[EnvType] = ...

def set_reward_texts(lowest: int, texts: Sequence[tuple[int, int, int, int, bytes]]) -> None: ...
