# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How a pool runs its environments: the arguments that are the engine's, checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from typing import Any

from gymnasium.vector import AutoresetMode

from parallel_pool import _core
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.pool.arguments import integer, optional_integer
from parallel_pool.pool.pool_arguments import pool_arguments
from parallel_pool.pool.workers import Workers

_SHARES_BATCHES = ContextVar("_SHARES_BATCHES", default=False)


@contextmanager
def shared_batches() -> Iterator[None]:
    """Lets other processes map the batches of the pools in C++ that are made meanwhile."""
    before = _SHARES_BATCHES.set(True)
    try:
        yield
    finally:
        _SHARES_BATCHES.reset(before)


@dataclass(frozen=True)
class EngineOptions:
    """How a pool runs its environments, as opposed to the environments' own options.

    0 stands for the default, where None or 0 was given. ``default_steps`` is the time limit of the
    id with its options.
    """

    default_steps: int | None
    max_episode_steps: int | None
    num_envs: int = 1
    batch_size: int = 0
    num_threads: int = 0
    thread_affinity_offset: int | None = None
    numa: str | list[int] = "auto"
    chunk_size: int = 0
    workers: Workers | None = None

    @classmethod
    def checked(cls, default_steps: int | None, **given: Any) -> EngineOptions:
        """Checks arguments of `pool_arguments`.

        Raises:
            TypeError, ValueError: the message names the argument, what came and what was expected.
        """
        arguments, _ = pool_arguments(**given)

        def count(name: str) -> int:
            return integer(name, 0 if arguments[name] is None else arguments[name], 0)

        num_envs = integer("num_envs", arguments["num_envs"], 1)
        batch_size = count("batch_size")
        _core.check_batch_size(num_envs, batch_size)
        _check_workers(arguments)
        return cls(
            default_steps,
            num_envs=num_envs,
            batch_size=batch_size,
            num_threads=count("num_threads"),
            max_episode_steps=_core.checked_max_episode_steps(
                arguments["max_episode_steps"], default_steps
            ),
            thread_affinity_offset=optional_integer(
                "thread_affinity_offset", arguments["thread_affinity_offset"]
            ),
            numa=_core.checked_numa(arguments["numa"]),
            chunk_size=count("chunk_size"),
            workers=arguments["workers"],
        )

    def keywords(self) -> dict[str, Any]:
        """The arguments that differ from their defaults, without the shared workers."""
        default = EngineOptions(self.default_steps, self.default_steps)
        given = {
            name: getattr(self, name)
            for name in ENGINE_KEYWORDS
            if name != "workers" and getattr(self, name) != getattr(default, name)
        }
        if "max_episode_steps" in given:
            given["max_episode_steps"] = self.max_episode_steps or -1
        return given

    def make_pool(
        self,
        env_type: NativeEnvType,
        config: dict[str, object],
        mode: AutoresetMode,
        result_format: str,
        episode_statistics: bool,
    ) -> NativePool:
        """Makes a pool with these options and results in the format of a face."""
        how = {name: getattr(self, name) for name in ENGINE_KEYWORDS}
        if self.workers is not None:
            how["workers"] = self.workers.capsule()
        if _SHARES_BATCHES.get():
            how["shared_batches"] = True
        return env_type.make_pool(
            config,
            autoreset_mode=mode.value,
            result_format=result_format,
            episode_statistics=episode_statistics,
            **how,
        )


# All other arguments say what environments are and how results are processed.
ENGINE_KEYWORDS = tuple(one.name for one in fields(EngineOptions) if one.name != "default_steps")


def _check_workers(arguments: dict[str, Any]) -> None:
    """Refuses what are no workers, and what is then an argument of theirs."""
    workers = arguments["workers"]
    if workers is None:
        return
    if not isinstance(workers, Workers):
        raise TypeError(f"workers must be a parallel_pool.Workers or None, got {workers!r}")
    for name, default in (("num_threads", 0), ("thread_affinity_offset", None), ("numa", "auto")):
        if arguments[name] not in (None, default):
            raise ValueError(
                f"workers and {name} were both given: {name} is an argument of Workers then"
            )
