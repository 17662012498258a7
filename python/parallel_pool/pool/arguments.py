# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks the arguments that all environments have in common, and converts them for the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool import _core
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.pool.workers import NumaChoice, Workers

Seed = int | Sequence[int | None] | None


@dataclass(frozen=True)
class EngineOptions:
    """How a pool runs its environments, as opposed to the environments' own options."""

    num_envs: int
    batch_size: int
    num_threads: int
    max_episode_steps: int | None
    thread_affinity_offset: int | None
    numa: str | list[int]
    chunk_size: int
    workers: Workers | None
    default_steps: int | None

    @classmethod
    def checked(
        cls,
        default_steps: int | None,
        *,
        num_envs: int = 1,
        batch_size: int | None = None,
        num_threads: int | None = None,
        max_episode_steps: int | None = None,
        thread_affinity_offset: int | None = None,
        numa: NumaChoice = "auto",
        chunk_size: int | None = None,
        workers: Workers | None = None,
    ) -> EngineOptions:
        """Checks the values. 0 stands for the default, where None or 0 was given.

        Raises:
            TypeError, ValueError: the message names the argument, what came and what was expected.
        """
        count = integer("num_envs", num_envs, 1)
        batch = integer("batch_size", 0 if batch_size is None else batch_size, 0)
        _core.check_batch_size(count, batch)
        if workers is not None:
            _check_workers(workers, num_threads, thread_affinity_offset, numa)
        return cls(
            num_envs=count,
            batch_size=batch,
            num_threads=integer("num_threads", 0 if num_threads is None else num_threads, 0),
            max_episode_steps=_core.checked_max_episode_steps(max_episode_steps, default_steps),
            thread_affinity_offset=optional_integer(
                "thread_affinity_offset", thread_affinity_offset
            ),
            numa=_core.checked_numa(numa),
            chunk_size=integer("chunk_size", 0 if chunk_size is None else chunk_size, 0),
            workers=workers,
            default_steps=default_steps,
        )

    def keywords(self) -> dict[str, Any]:
        """The arguments that differ from their defaults, without the shared workers."""
        given: dict[str, Any] = {
            "num_envs": self.num_envs if self.num_envs != 1 else None,
            "batch_size": self.batch_size or None,
            "num_threads": self.num_threads or None,
            "thread_affinity_offset": self.thread_affinity_offset,
            "numa": None if self.numa == "auto" else self.numa,
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
        result_format: str,
        episode_statistics: bool,
    ) -> NativePool:
        """Makes a pool with these options and results in the format of a face."""
        return env_type.make_pool(
            config,
            num_envs=self.num_envs,
            batch_size=self.batch_size,
            num_threads=self.num_threads,
            autoreset_mode=mode.value,
            max_episode_steps=self.max_episode_steps,
            chunk_size=self.chunk_size,
            thread_affinity_offset=self.thread_affinity_offset,
            numa=self.numa,
            result_format=result_format,
            episode_statistics=episode_statistics,
            workers=None if self.workers is None else self.workers.capsule(),
        )


def _check_workers(workers: object, *others: object) -> None:
    if not isinstance(workers, Workers):
        raise TypeError(f"workers must be a parallel_pool.Workers or None, got {workers!r}")
    names = ("num_threads", "thread_affinity_offset", "numa")
    for name, value in zip(names, others, strict=True):
        if value is not None and (name, value) not in (("num_threads", 0), ("numa", "auto")):
            raise ValueError(
                f"workers and {name} were both given: {name} is an argument of Workers then"
            )


def integer(name: str, value: object, minimum: int) -> int:
    """An int of at least `minimum`, below 2**31."""
    return _core.checked_integer(name, value, minimum)


def optional_integer(name: str, value: object) -> int | None:
    """None, or an int of at least 0."""
    return None if value is None else integer(name, value, 0)


def choice(choices: Mapping[int, str], name: str, value: object) -> str:
    """The meaning of a numbered choice."""
    if not isinstance(value, int) or value not in choices:
        raise ValueError(f"{name} must be one of {[*choices]}, got {value!r}")
    return choices[value]


def autoreset_mode_of(value: object) -> AutoresetMode:
    """An autoreset mode from the enum or its value."""
    name = value.value if isinstance(value, AutoresetMode) else value
    _core.check_autoreset_mode(name)
    return AutoresetMode(name)


def check_is_batch(actions: Any) -> None:
    """Refuses one action in place of many as Gymnasium does, which iterates over them."""
    if isinstance(actions, int | float | np.generic):
        raise TypeError(f"actions must hold one action for each environment, got {actions!r}")


def env_ids_of(env_id: Any, num_envs: int, name: str = "env_id") -> Sequence[int]:
    """The env ids in an argument, checked to exist; None stands for all."""
    if env_id is None:
        return range(num_envs)
    return _core.checked_env_ids(env_id, num_envs, name)


def reset_mask_of(mask: object, num_envs: int) -> np.ndarray:
    """A reset mask, checked as Gymnasium's vector environments check it."""
    if not isinstance(mask, np.ndarray):
        raise TypeError(f"`options['reset_mask']` must be a numpy array, got {type(mask)}")
    if mask.shape != (num_envs,):
        raise ValueError(
            f"`options['reset_mask']` must have shape `({num_envs},)`, got {mask.shape}"
        )
    if mask.dtype != np.bool_:
        raise TypeError(f"`options['reset_mask']` must have `dtype=np.bool_`, got {mask.dtype}")
    if not mask.any():
        raise ValueError(
            "`options['reset_mask']` must contain a boolean array with at least one True value, "
            f"got reset_mask={mask}"
        )
    return mask


def seeds_of(seed: Seed, ids: Sequence[int], listed: int) -> list[int | None] | None:
    """The seed of each environment in `ids`; None continues its current stream.

    Args:
        seed: an int s gives environment i the seed s + i; a sequence holds one for each of `ids`.
        ids: the environments to reset.
        listed: a sequence of this length holds one seed for each environment of the pool instead.

    Raises:
        TypeError, ValueError: the seed is not an int or a sequence, or has another length.
    """
    return None if seed is None else _core.spread_seed(seed, ids, listed)


def seed_keyword(seed: Seed) -> dict[str, Any]:
    """A checked seed as a keyword argument that JSON can store; empty if the seed is None."""
    if seed is None:
        return {}
    if isinstance(seed, Sequence | np.ndarray):
        return {"seed": [None if one is None else int(one) for one in seed]}
    return {"seed": int(seed)}
