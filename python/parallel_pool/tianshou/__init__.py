# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Adapter for Tianshou 2: pools for its collectors and its high-level interface.

>>> from parallel_pool.tianshou import PoolEnvFactory, TianshouPool
>>> envs = TianshouPool("CartPole-v1", num_envs=8)  # for a Collector
>>> envs = TianshouPool("CartPole-v1", num_envs=8, wait_num=4)  # for an AsyncCollector
>>> factory = PoolEnvFactory("CartPole-v1")  # for an ExperimentBuilder
"""

from __future__ import annotations

try:
    import tianshou
except ImportError as error:
    raise ImportError(
        "parallel_pool.tianshou needs Tianshou 2: pip install 'parallel_pool[tianshou]'"
    ) from error
if int(tianshou.__version__.partition(".")[0]) < 2:
    raise ImportError(
        f"parallel_pool.tianshou needs Tianshou 2, found {tianshou.__version__}: "
        "pip install 'tianshou>=2'"
    )

from parallel_pool.tianshou.factory import PoolEnvFactory
from parallel_pool.tianshou.pool import TianshouPool

__all__ = ["PoolEnvFactory", "TianshouPool"]
