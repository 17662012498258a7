# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""


from parallel_pool.native import NativeEnvType as EnvType, NativePool as Pool


__parallel_pool_abi__: int = 8

env_types: list[EnvType] = ...
