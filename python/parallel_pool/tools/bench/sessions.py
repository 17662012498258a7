# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Open environments that step a given number of batches in tight Python loops."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from parallel_pool.family import Case


class Session(Protocol):
    """Open environments whose steps are timed.

    Attributes:
        settling: the number of batches to run before a measurement, so that results computed
            before it are not counted.
    """

    settling: int

    def run(self, batches: int) -> None:
        """Steps this number of batches."""

    def close(self) -> None:
        """Stops threads and processes."""


class SyncFace(Protocol):
    """The interface that `SyncSession` needs."""

    def step(self, actions: Any, /) -> Any:
        """Steps all environments."""

    def close(self) -> None:
        """Frees the environments."""


class PlayersFace(SyncFace, Protocol):
    """The interface that `PlayersSession` needs."""

    def reset(self) -> Any:
        """Starts all environments; returns observations and infos."""


class AsyncFace(Protocol):
    """The interface that `AsyncSession` needs."""

    def recv(self) -> Any:
        """Returns observations, rewards, terminations, truncations and infos of the first batch."""

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
        close: Callable[[], None] | None = None,
    ) -> None:
        """Takes environments that were reset; `close` defaults to their own method."""
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


class PlayersSession:
    """All environments step together; players leave and return, and each who is in acts."""

    settling = 1

    def __init__(self, envs: PlayersFace, actions: Sequence[Any]) -> None:
        """Takes environments that are not reset, and actions for all players."""
        self._step = envs.step
        self._actions = itertools.cycle(actions)
        self._close = envs.close
        self._players = _players(envs.reset()[1])

    def run(self, batches: int) -> None:
        """Steps all environments `batches` times."""
        step, players = self._step, self._players
        for actions in itertools.islice(self._actions, batches):
            players = _players(step(actions[:players])[4])
        self._players = players

    def close(self) -> None:
        """Closes the environments."""
        self._close()


def _players(infos: dict[str, Any]) -> int:
    """The number of rows that belong to players."""
    return len(infos["players"]["id"])


class SendingFace(Protocol):
    """What `SendingSession` needs of a vector environment."""

    def recv(self) -> Any:
        """The rows of all environments."""

    def send(self, action: Any, /) -> None:
        """Starts a step of all environments."""

    def close(self) -> None:
        """Frees the environments."""


class SendingSession:
    """All environments step together, by ``send`` and ``recv``."""

    settling = 1

    def __init__(self, envs: SendingFace, actions: Sequence[Any]) -> None:
        """Takes environments that were reset."""
        self._send = envs.send
        self._recv = envs.recv
        self._actions = itertools.cycle(actions)
        self._close = envs.close

    def run(self, batches: int) -> None:
        """Sends and receives `batches` batches."""
        send, recv = self._send, self._recv
        for actions in itertools.islice(self._actions, batches):
            send(actions)
            recv()

    def close(self) -> None:
        """Closes the environments."""
        self._close()


class AsyncSession:
    """Steps the environments that finish first again, while the others are computed."""

    def __init__(self, envs: AsyncFace, actions: Sequence[Any], case: Case) -> None:
        """Takes environments whose first reset is in flight."""
        # Between measurements all rows become ready; after two rounds, all rows are new.
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
        """Closes the environments; results in flight are lost."""
        self._close()
