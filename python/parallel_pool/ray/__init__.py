# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools whose environments live in actors of Ray, on one machine or on many.

>>> import ray, parallel_pool.ray
>>> ray.init()
>>> envs = parallel_pool.ray.make("CartPole-v1", num_envs=64, num_actors=4)
>>> observations, infos = envs.reset(seed=0)
"""

from __future__ import annotations

try:
    import ray
except ImportError as error:
    raise ImportError(
        "parallel_pool.ray needs Ray: pip install 'parallel_pool[ray]'; Ray has no packages for "
        "Python without the GIL"
    ) from error
if tuple(int(part) for part in ray.__version__.split(".")[:2]) < (2, 50):
    raise ImportError(
        f"parallel_pool.ray needs Ray 2.50 or newer, found {ray.__version__}: "
        "pip install 'ray>=2.50'"
    )

from parallel_pool.ray.failures import ActorFailure
from parallel_pool.ray.making import make
from parallel_pool.ray.vector_env import RayVectorEnv

__all__ = ["ActorFailure", "RayVectorEnv", "make"]
