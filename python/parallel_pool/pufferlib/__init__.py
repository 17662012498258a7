# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Adapter for PufferLib 3: a pool as a native vector environment.

>>> import pufferlib.vector
>>> from parallel_pool.pufferlib import PoolEnv
>>> envs = pufferlib.vector.make(PoolEnv, env_args=["CartPole-v1", 64])
"""

from __future__ import annotations

try:
    import pufferlib as _pufferlib  # noqa: F401
except ImportError as error:
    raise ImportError(
        "parallel_pool.pufferlib needs PufferLib 3: pip install 'parallel_pool[pufferlib]'"
    ) from error

from parallel_pool.pufferlib.env import PoolEnv

__all__ = ["PoolEnv"]
