# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Creators of pools of Python environments, for `gymnasium.make_vec`.

Each id of Gymnasium's is an attribute of this module, so that it can be the ``vector_entry_point``
of an id: ``parallel_pool.faces.entry_points.python:MyEnv-v0``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium

from parallel_pool.python_envs.making import make_python

if TYPE_CHECKING:
    from parallel_pool.python_envs.vector_env import PythonVectorEnv

# The id that takes the environment as an argument.
ID = "parallel_pool/Python-v0"


def make_pool(env: Any, num_envs: int | None = None, **arguments: Any) -> PythonVectorEnv:
    """What `gymnasium.make_vec` makes of `ID`; see `parallel_pool.make_python`."""
    if num_envs == 1 and isinstance(env, Sequence) and not isinstance(env, str):
        num_envs = None  # the default of make_vec, and the list says how many there are
    pool: PythonVectorEnv = make_python(env, num_envs, env_type="gymnasium", **arguments)
    return pool


def make_one(env: Any, **arguments: Any) -> gymnasium.Env[Any, Any]:
    """What `gymnasium.make` makes of `ID`: the environment itself."""
    if not callable(env):
        return gymnasium.make(env, **arguments)
    made: gymnasium.Env[Any, Any] = env(**arguments)
    return made


def register() -> None:
    """Adds `ID` to Gymnasium's registry; called once, on import of the package."""
    here = __name__
    gymnasium.register(
        id=ID,
        entry_point=f"{here}:make_one",
        vector_entry_point=f"{here}:make_pool",
        disable_env_checker=True,
    )


def __getattr__(name: str) -> Callable[..., PythonVectorEnv]:
    """What makes pools of one id."""
    if name.startswith("__"):
        raise AttributeError(name)
    return partial(make_pool, name)
