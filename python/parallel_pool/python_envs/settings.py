# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a pool of Python environments is made from: arguments that were checked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from parallel_pool import _core
from parallel_pool.pool.arguments import Seed, autoreset_mode_of, integer, seeds_of
from parallel_pool.pool.workers import NumaChoice
from parallel_pool.python_envs.processes import START_METHODS

OBSERVATION_MODES = ("same", "different")
# One of these, or the batched and the single observation space.
ObservationMode = str | tuple[spaces.Space[Any], spaces.Space[Any]]


@dataclass(frozen=True)
class Settings:
    """Checked arguments of `make_python`; see there."""

    functions: list[Callable[[], Any]]
    batch_size: int
    num_workers: int
    numa: str | list[int]
    seed: Seed
    autoreset_mode: AutoresetMode
    start_method: str
    step_timeout: float | None
    restart: bool
    observation_mode: ObservationMode

    def worker_cpus(self) -> list[list[int]]:
        """The CPUs that each worker is bound to; none if it may use any.

        Raises:
            ValueError: this process may not use a node that was asked for.
        """
        _, workers = _core.place(self.num_envs, self.num_workers, numa=self.numa)
        return [cpus for _, cpus in workers]

    @property
    def num_envs(self) -> int:
        """How many environments there are."""
        return len(self.functions)

    def unseeded(self) -> Settings:
        """The arguments of a copy, which draws fresh entropy."""
        return replace(self, seed=None)

    @classmethod
    def checked(
        cls,
        functions: list[Callable[[], Any]],
        *,
        batch_size: int | None = None,
        num_workers: int | None = None,
        numa: NumaChoice = "auto",
        seed: Seed = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        start_method: str = "starter",
        step_timeout: float | None = None,
        restart: bool = False,
        observation_mode: ObservationMode = "same",
    ) -> Settings:
        """From keywords.

        Raises:
            TypeError, ValueError: naming the argument, what came and what was expected.
        """
        count = len(functions)
        batch = integer("batch_size", 0 if batch_size is None else batch_size, 0)
        _core.check_batch_size(count, batch)
        workers = integer("num_workers", 0 if num_workers is None else num_workers, 0)
        nodes = _core.checked_numa(numa)
        if start_method not in START_METHODS:
            raise ValueError(
                f"start_method must be one of {[*START_METHODS]}, got {start_method!r}"
            )
        _check_observation_mode(observation_mode)
        _check_step_timeout(step_timeout)
        if step_timeout is not None and start_method == "thread":
            raise ValueError(
                "step_timeout needs worker processes, since a thread cannot be ended: leave out "
                "start_method='thread'"
            )
        if not isinstance(restart, bool):
            raise TypeError(f"restart must be a bool, got {restart!r}")
        seeds_of(seed, range(count), count)
        return cls(
            functions=functions,
            batch_size=batch or count,
            num_workers=min(workers or _default_workers(start_method, nodes), count, 16_000),
            numa=nodes,
            seed=seed,
            autoreset_mode=autoreset_mode_of(autoreset_mode),
            start_method=start_method,
            step_timeout=None if step_timeout is None else float(step_timeout),
            restart=restart,
            observation_mode=observation_mode,
        )


def _default_workers(start_method: str, nodes: str | list[int]) -> int:
    """A worker for each CPU, if workers can run at the same time."""
    has_gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    return 1 if start_method == "thread" and has_gil else _core.available_parallelism(nodes)


def _check_step_timeout(seconds: Any) -> None:
    is_number = isinstance(seconds, int | float | np.number)
    if seconds is None or (is_number and seconds > 0):
        return
    raise (ValueError if is_number else TypeError)(
        f"step_timeout must be positive seconds or None, got {seconds!r}"
    )


def _check_observation_mode(mode: object) -> None:
    if isinstance(mode, str) and mode in OBSERVATION_MODES:
        return
    if isinstance(mode, tuple) and [isinstance(s, spaces.Space) for s in mode] == [True, True]:
        return
    raise ValueError(
        f"observation_mode must be one of {[*OBSERVATION_MODES]} or a tuple of the batched and the "
        f"single space, got {mode!r}"
    )
