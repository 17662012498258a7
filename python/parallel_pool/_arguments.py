# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks of the arguments that all environments have in common."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool._native import NativeEnvType, NativePool

Seed = int | Sequence[int | None] | None


@dataclass(frozen=True)
class EngineOptions:
    """How a pool runs its environments, as opposed to what they are."""

    num_envs: int
    batch_size: int
    num_threads: int
    max_episode_steps: int | None
    thread_affinity_offset: int | None
    numa_node: int | None
    chunk_size: int
    default_steps: int | None

    @classmethod
    def checked(
        cls,
        env_type: NativeEnvType,
        *,
        num_envs: int = 1,
        batch_size: int | None = None,
        num_threads: int | None = None,
        max_episode_steps: int | None = None,
        thread_affinity_offset: int | None = None,
        numa_node: int | None = None,
        chunk_size: int | None = None,
    ) -> EngineOptions:
        """Checked values, with 0 for "the default" where None or 0 was given.

        Raises:
            TypeError, ValueError: naming the argument, what came and what was expected.
        """
        count = integer("num_envs", num_envs, 1)
        batch = integer("batch_size", 0 if batch_size is None else batch_size, 0)
        if batch > count:
            raise ValueError(f"batch_size must be at most num_envs = {count}, got {batch}")
        steps = env_type.max_episode_steps
        if max_episode_steps is not None:
            # -1 is Gymnasium's spelling of "no limit".
            given = integer("max_episode_steps", max_episode_steps, -1)
            if given == 0:
                raise ValueError("max_episode_steps must be at least 1, or -1 for no limit, got 0")
            steps = None if given == -1 else given
        return cls(
            num_envs=count,
            batch_size=batch,
            num_threads=integer("num_threads", 0 if num_threads is None else num_threads, 0),
            max_episode_steps=steps,
            thread_affinity_offset=optional_integer(
                "thread_affinity_offset", thread_affinity_offset
            ),
            numa_node=optional_integer("numa_node", numa_node),
            chunk_size=integer("chunk_size", 0 if chunk_size is None else chunk_size, 0),
            default_steps=env_type.max_episode_steps,
        )

    def keywords(self) -> dict[str, Any]:
        """The arguments that differ from their defaults."""
        given: dict[str, Any] = {
            "num_envs": self.num_envs if self.num_envs != 1 else None,
            "batch_size": self.batch_size or None,
            "num_threads": self.num_threads or None,
            "thread_affinity_offset": self.thread_affinity_offset,
            "numa_node": self.numa_node,
            "chunk_size": self.chunk_size or None,
        }
        if self.max_episode_steps != self.default_steps:
            given["max_episode_steps"] = self.max_episode_steps or -1
        return {name: value for name, value in given.items() if value is not None}

    def make_pool(
        self,
        env_type: NativeEnvType,
        config: dict[str, object],
        mode: AutoresetMode,
        form: str,
        episode_statistics: bool,
    ) -> NativePool:
        """A pool with these options, whose batches are told in a face's form."""
        return env_type.make_pool(
            config,
            num_envs=self.num_envs,
            batch_size=self.batch_size,
            num_threads=self.num_threads,
            autoreset_mode=mode.value,
            max_episode_steps=self.max_episode_steps,
            chunk_size=self.chunk_size,
            thread_affinity_offset=self.thread_affinity_offset,
            numa_node=self.numa_node,
            form=form,
            episode_statistics=episode_statistics,
        )


def index_of(value: object) -> int | None:
    """The int that a value stands for, by ``__index__``; None if it is none, or a bool."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def integer(name: str, value: object, minimum: int) -> int:
    """An int of at least `minimum`, below 2**31."""
    number = index_of(value)
    if number is None:
        raise TypeError(f"{name} must be an int, got {value!r}")
    if not minimum <= number < 2**31:
        raise ValueError(f"{name} must be at least {minimum} and below 2**31, got {number}")
    return number


def optional_integer(name: str, value: object) -> int | None:
    """None, or an int of at least 0."""
    return None if value is None else integer(name, value, 0)


def autoreset_mode_of(value: object) -> AutoresetMode:
    """An autoreset mode from the enum or its value."""
    if isinstance(value, AutoresetMode):
        return value
    modes = [mode.value for mode in AutoresetMode]
    if not isinstance(value, str) or value not in modes:
        raise ValueError(
            f"autoreset_mode must be one of {modes} or an AutoresetMode, got {value!r}"
        )
    return AutoresetMode(value)


def env_ids_of(env_id: Any, num_envs: int, name: str = "env_id") -> Sequence[int]:
    """The env ids that an argument names; None names all. Whether they exist the engine checks."""
    if env_id is None:
        return range(num_envs)
    array = np.asarray(env_id)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(
            f"{name} must be a one-dimensional array or sequence of ints, got {env_id!r}"
        )
    outside = array[(array < 0) | (array >= num_envs)]
    if outside.size:
        raise IndexError(
            f"env id {outside[0]} is out of range: this pool has {num_envs} environments, "
            f"0 to {num_envs - 1}"
        )
    ids: list[int] = array.tolist()
    return ids


def reset_mask_of(mask: object, num_envs: int) -> np.ndarray:
    """A mask as Gymnasium's vector environments demand it."""
    if not isinstance(mask, np.ndarray):
        raise TypeError(f"options['reset_mask'] must be a numpy array, got {type(mask).__name__}")
    if mask.shape != (num_envs,):
        raise ValueError(f"options['reset_mask'] must have shape ({num_envs},), got {mask.shape}")
    if mask.dtype != np.bool_:
        raise TypeError(f"options['reset_mask'] must have dtype bool, got {mask.dtype}")
    if not mask.any():
        raise ValueError(
            "options['reset_mask'] must be True for at least one environment, got none"
        )
    return mask


def checked_seed(value: object) -> int:
    """A seed: an int of at least 0."""
    seed = index_of(value)
    if seed is None:
        raise TypeError(f"a seed must be a non-negative int or None, got {type(value).__name__}")
    if seed < 0:
        raise ValueError(f"a seed must be non-negative, got {seed}")
    return seed


def seeds_of(seed: Seed, ids: Sequence[int], listed: int) -> list[int | None] | None:
    """A seed, or None for the stream there is, for each environment of `ids`.

    Args:
        seed: an int s stands for s + i, a sequence holds one for each of `ids`.
        ids: the environments to be reset.
        listed: a sequence of this length holds one for each environment of the pool instead.

    Raises:
        TypeError, ValueError: neither an int nor a sequence, or one of another length.
    """
    if seed is None:
        return None
    if isinstance(seed, int | np.integer) and not isinstance(seed, bool):
        first = checked_seed(seed)
        return [first + i for i in ids]
    if isinstance(seed, str | bytes) or not isinstance(seed, Sequence | np.ndarray):
        raise TypeError(
            f"seed must be an int, a sequence of them or None, got {type(seed).__name__}"
        )
    seeds = [None if one is None else checked_seed(one) for one in seed]
    if len(seeds) == listed != len(ids):
        return [seeds[i] for i in ids]
    if len(seeds) != len(ids):
        raise ValueError(
            f"seed must hold one seed for each of {len(ids)} environments, got {len(seeds)}"
        )
    return seeds


def seed_keyword(seed: Seed) -> dict[str, Any]:
    """A checked seed as a keyword argument that JSON can hold; none if it is None."""
    if seed is None:
        return {}
    if isinstance(seed, Sequence | np.ndarray):
        return {"seed": [None if one is None else int(one) for one in seed]}
    return {"seed": int(seed)}
