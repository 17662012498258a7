# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Refuses what Stable-Baselines3 does not support; each message says what to do instead."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from parallel_pool.faces.vector_env import PoolVectorEnv

# Keywords of Stable-Baselines3's make_vec_env that a pool does not support, and what to do instead.
_WAYS_OUT = {
    "wrapper_class": "a pool has no single environments to wrap; use the id's own options, or wrap "
    "the result in a VecEnvWrapper",
    "wrapper_kwargs": "a pool has no single environments to wrap",
    "vec_env_cls": "the result is a PoolVecEnv; Stable-Baselines3's make_vec_env makes others",
    "vec_env_kwargs": "give them to make_vec_env itself, as for parallel_pool.make",
    "monitor_kwargs": "wrap the result in Stable-Baselines3's VecMonitor instead",
    "batch_size": "Stable-Baselines3 steps all environments together; leave it out, or use "
    "parallel_pool.make for async batches",
    "autoreset_mode": "Stable-Baselines3 always resets within the step ('SameStep'); leave it out",
    "array_type": "Stable-Baselines3 takes NumPy arrays and moves them to its device by itself; "
    "leave it out",
}


_NESTING = (spaces.Tuple, spaces.Dict)


def _leaves(space: spaces.Space[Any]) -> list[spaces.Space[Any]]:
    if not isinstance(space, _NESTING):
        return [space]
    return [leaf for part in _parts(space) for leaf in _leaves(part)]


def _parts(space: spaces.Tuple[Any] | spaces.Dict) -> list[spaces.Space[Any]]:
    return list(space.values() if isinstance(space, spaces.Dict) else space)


def refuse_options(options: dict[str, Any], function: str) -> None:
    """Refuses keywords that a function does not support; None counts as not given.

    Raises:
        ValueError: the message says what to do instead.
    """
    for name, way_out in _WAYS_OUT.items():
        if options.pop(name, None) is not None:
            raise ValueError(f"{function} does not support {name}: {way_out}")


def check_suits(envs: object) -> None:
    """Refuses objects that are not pools, and pools that Stable-Baselines3 cannot use.

    Raises:
        TypeError, ValueError: the message says what came and how to make a suitable pool.
    """
    if not isinstance(envs, PoolVectorEnv):
        raise TypeError(
            "PoolVecEnv needs a pool made by parallel_pool.make(...), "
            f"got {type(envs).__name__}: use parallel_pool.sb3.make_vec_env(id, n_envs)"
        )
    space = envs.single_observation_space
    if any(part.dtype == np.dtype(str) for part in _leaves(space)):
        raise ValueError(
            f"Stable-Baselines3 takes no text, which {envs._id} observes: choose an observation "
            "without it by the environment's options"
        )
    if isinstance(space, _NESTING) and any(isinstance(part, _NESTING) for part in _parts(space)):
        raise ValueError(
            "Stable-Baselines3 does not support nested observation spaces, which "
            f"{envs._id} has: flatten them, or use parallel_pool.make"
        )
    if envs.batch_size != envs.num_envs:
        raise ValueError(
            "Stable-Baselines3 steps all environments together, but this pool is async "
            f"(batch_size {envs.batch_size} of {envs.num_envs}): leave out batch_size"
        )
    if envs.autoreset_mode != AutoresetMode.SAME_STEP:
        raise ValueError(
            "Stable-Baselines3 needs environments that reset within the step, but this pool has "
            f"autoreset_mode={envs.autoreset_mode.value!r}: make it with 'SameStep'"
        )
    if envs.result_options.array_type != "numpy":
        raise ValueError("Stable-Baselines3 needs NumPy arrays: leave out array_type='torch'")
