# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What does not go with Stable-Baselines3, each with the way out."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from parallel_pool.vector_env import PoolVectorEnv

# What Stable-Baselines3's function of the same name takes and a pool can not do, and the way out.
_WAYS_OUT = {
    "wrapper_class": "a pool has no single environments to wrap; use the id's own options, or wrap "
    "the result in a VecEnvWrapper",
    "wrapper_kwargs": "a pool has no single environments to wrap",
    "vec_env_cls": "the result is a PoolVecEnv; Stable-Baselines3's make_vec_env makes others",
    "vec_env_kwargs": "give them to make_vec_env itself, as for parallel_pool.make",
    "monitor_kwargs": "wrap the result in Stable-Baselines3's VecMonitor instead",
    "batch_size": "Stable-Baselines3 steps all environments together; leave it out, or use "
    "parallel_pool.make for async batches",
    "autoreset_mode": "Stable-Baselines3 wants the reset within the step, 'SameStep'; leave it out",
    "array_type": "Stable-Baselines3 takes NumPy arrays and moves them to its device by itself; "
    "leave it out",
}


_NESTING = (spaces.Tuple, spaces.Dict)


def _parts(space: spaces.Tuple[Any] | spaces.Dict) -> list[spaces.Space[Any]]:
    return list(space.values() if isinstance(space, spaces.Dict) else space)


def refuse_options(options: dict[str, Any]) -> None:
    """Refuses keywords that `parallel_pool.sb3.make_vec_env` can not mean; None is as left out.

    Raises:
        ValueError: what to do instead.
    """
    for name, way_out in _WAYS_OUT.items():
        if options.pop(name, None) is not None:
            raise ValueError(f"make_vec_env takes no {name}: {way_out}")


def check_suits(envs: object) -> None:
    """Refuses what is no pool, and pools that step or reset in another way.

    Raises:
        TypeError, ValueError: what came, and how to make one that suits.
    """
    if not isinstance(envs, PoolVectorEnv):
        raise TypeError(
            "PoolVecEnv takes what parallel_pool.make(...) returns, "
            f"got {type(envs).__name__}: use parallel_pool.sb3.make_vec_env(id, n_envs)"
        )
    space = envs.single_observation_space
    if isinstance(space, _NESTING) and any(isinstance(part, _NESTING) for part in _parts(space)):
        raise ValueError(
            "Stable-Baselines3 takes no spaces within spaces, which "
            f"{envs._id} observes: flatten them, or use parallel_pool.make"
        )
    if envs.batch_size != envs.num_envs:
        raise ValueError(
            "Stable-Baselines3 steps all environments together, but this pool is async "
            f"(batch_size {envs.batch_size} of {envs.num_envs}): leave out batch_size"
        )
    if envs.autoreset_mode != AutoresetMode.SAME_STEP:
        raise ValueError(
            "Stable-Baselines3 wants the reset within the step, but this pool has "
            f"autoreset_mode={envs.autoreset_mode.value!r}: make it with 'SameStep'"
        )
    if envs.result_options.array_type != "numpy":
        raise ValueError("Stable-Baselines3 takes NumPy arrays: leave out array_type='torch'")
