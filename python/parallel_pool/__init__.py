# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Reinforcement-learning environments in a C++ thread pool.

>>> import parallel_pool
>>> envs = parallel_pool.make("CartPole-v1", num_envs=4)
>>> observations, infos = envs.reset(seed=0)
>>> observations.shape
(4, 4)

Importing the package also registers its ids with Gymnasium, as ``parallel_pool/CartPole-v1``.
"""

from __future__ import annotations

from parallel_pool.errors import EnvironmentFailure, PoolError
from parallel_pool.making import make, make_gymnasium
from parallel_pool.registry import list_all_envs, register, register_families
from parallel_pool.vector_env import PoolVectorEnv
from parallel_pool.version import __version__

__all__ = [
    "EnvironmentFailure",
    "PoolError",
    "PoolVectorEnv",
    "__version__",
    "list_all_envs",
    "make",
    "make_gymnasium",
    "register",
]

register_families()
