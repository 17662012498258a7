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

from typing import TYPE_CHECKING, Any

from parallel_pool.cmake_dir import get_cmake_dir
from parallel_pool.errors import (
    ConcurrentCallError,
    EnvironmentFailure,
    ForkedError,
    InFlightError,
    InvalidActionError,
    InvalidOptionError,
    NothingInFlightError,
    PoolClosedError,
    PoolError,
    ResetNeededError,
    RolloutError,
    SpaceMismatchError,
    StateError,
    UnknownEnvironmentError,
)
from parallel_pool.faces.entry_points import python as _python_entry_points
from parallel_pool.faces.env_spec import PoolSpec
from parallel_pool.faces.gym_pool import GymPool
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.family import Family
from parallel_pool.making import make, make_dm, make_gym, make_gymnasium, make_spec
from parallel_pool.pool.per_env import PerEnv
from parallel_pool.pool.workers import Workers
from parallel_pool.python_envs.making import make_python
from parallel_pool.registry import (
    list_all_envs,
    register,
    register_families,
    register_packages,
)
from parallel_pool.version import __version__

if TYPE_CHECKING:
    from parallel_pool.faces.dm_pool import DmPool
    from parallel_pool.faces.dm_single import DmEnv
    from parallel_pool.rollout import Rollout

__all__ = [
    "ConcurrentCallError",
    "DmEnv",
    "DmPool",
    "EnvironmentFailure",
    "Family",
    "ForkedError",
    "GymPool",
    "InFlightError",
    "InvalidActionError",
    "InvalidOptionError",
    "NothingInFlightError",
    "PerEnv",
    "PoolClosedError",
    "PoolError",
    "PoolSpec",
    "PoolVectorEnv",
    "ResetNeededError",
    "Rollout",
    "RolloutError",
    "SpaceMismatchError",
    "StateError",
    "UnknownEnvironmentError",
    "Workers",
    "__version__",
    "get_cmake_dir",
    "list_all_envs",
    "make",
    "make_dm",
    "make_gym",
    "make_gymnasium",
    "make_python",
    "make_spec",
    "register",
]

register_families()
register_packages()
_python_entry_points.register()


def __getattr__(name: str) -> Any:
    """The dm_env faces, which import dm_env, and what few programs need."""
    if name == "DmPool":
        from parallel_pool.faces.dm_pool import DmPool

        return DmPool
    if name == "DmEnv":
        from parallel_pool.faces.dm_single import DmEnv

        return DmEnv
    if name == "Rollout":
        from parallel_pool.rollout import Rollout

        return Rollout
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
