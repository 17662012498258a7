# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Open environments that step a given number of batches, in loops as tight as Python allows."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from parallel_pool.bench.cases import Case
from parallel_pool.bench.cpu_time import CpuClock, own_cpu_seconds


class Session(Protocol):
    """What is timed.

    Attributes:
        cpu_seconds: the clock that sees all CPU time spent on these environments.
        settling: how many batches to run before a measurement, so that what was computed while
            nobody looked is not counted.
    """

    cpu_seconds: CpuClock
    settling: int

    def run(self, batches: int) -> None:
        """Steps this many batches."""

    def close(self) -> None:
        """Ends threads and processes."""


class SyncFace(Protocol):
    """What `SyncSession` needs of a vector environment."""

    def step(self, actions: Any, /) -> Any:
        """Steps all environments."""

    def close(self) -> None:
        """Frees the environments."""


class AsyncFace(Protocol):
    """What `AsyncSession` needs of a vector environment."""

    def recv(self) -> Any:
        """Observations, rewards, terminations, truncations and infos of the first that are done."""

    def send(self, action: Any, env_id: Any, /) -> None:
        """Starts a step of these environments."""

    def close(self) -> None:
        """Frees the environments."""


class SyncSession:
    """All environments step together."""

    settling = 1

    def __init__(
        self,
        envs: SyncFace,
        actions: Sequence[Any],
        *,
        cpu_seconds: CpuClock = own_cpu_seconds,
        close: Callable[[], None] | None = None,
    ) -> None:
        """Takes environments that were reset; `close` ends them, by default their own method."""
        self.cpu_seconds = cpu_seconds
        self._step = envs.step
        self._actions = itertools.cycle(actions)
        self._close = close or envs.close

    def run(self, batches: int) -> None:
        """Steps all environments `batches` times."""
        step = self._step
        for actions in itertools.islice(self._actions, batches):
            step(actions)

    def close(self) -> None:
        """Closes the environments."""
        self._close()


class AsyncSession:
    """The first environments that are done are sent on, while the others are computed."""

    def __init__(self, envs: AsyncFace, actions: Sequence[Any], case: Case) -> None:
        """Takes environments whose first reset is in flight."""
        self.cpu_seconds: CpuClock = own_cpu_seconds
        # Between measurements all rows become ready; twice around, and they are all new.
        self.settling = 2 * case.num_envs // case.rows
        self._recv = envs.recv
        self._send = envs.send
        self._actions = itertools.cycle(actions)
        self._close = envs.close

    def run(self, batches: int) -> None:
        """Receives and sends `batches` batches."""
        recv, send = self._recv, self._send
        for actions in itertools.islice(self._actions, batches):
            send(actions, recv()[4]["env_id"])

    def close(self) -> None:
        """Closes the environments; what is in flight is lost."""
        self._close()
