# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The exceptions of the package. They derive from matching classes of Gymnasium and Python."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np


class PoolError(gymnasium.error.Error):
    """Base of every exception defined here."""


class UnknownEnvironmentError(PoolError, ValueError):
    """No environment has this id."""


class InvalidOptionError(PoolError, TypeError):
    """A keyword that the environment does not have."""


class InvalidActionError(PoolError, gymnasium.error.InvalidAction, ValueError):
    """An action out of range, NaN or infinite. Nothing was stepped."""


class ResetNeededError(PoolError, gymnasium.error.ResetNeeded, RuntimeError):
    """A step of an environment that was never reset, has failed, or has ended without autoreset."""


class InFlightError(PoolError, gymnasium.error.AlreadyPendingCallError, RuntimeError):
    """A call for an environment whose last result was not received yet."""

    def __init__(self, message: str) -> None:
        """Gymnasium's class also needs the name of the pending call."""
        super().__init__(message, "send")


class NothingInFlightError(PoolError, gymnasium.error.NoAsyncCallError, RuntimeError):
    """``recv`` when nothing was sent; it would wait forever."""

    def __init__(self, message: str) -> None:
        """Gymnasium's class also needs the name of the call."""
        super().__init__(message, "recv")


class PoolClosedError(PoolError, gymnasium.error.ClosedEnvironmentError, RuntimeError):
    """A call on a closed pool, or a call that was waiting when the pool was closed."""


class ForkedError(PoolError, RuntimeError):
    """A call in a forked child, where the pool's workers do not exist."""


class ConcurrentCallError(PoolError, RuntimeError):
    """A call while another thread's call is in progress."""


class SpaceMismatchError(PoolError, RuntimeError):
    """Environments of one pool whose spaces differ."""


class RolloutError(PoolError, RuntimeError):
    """A call of a rollout that is full, was not begun, or whose pool was stepped beside it."""


class StateError(PoolError, ValueError):
    """A saved state that does not fit this environment."""


class EnvironmentFailure(PoolError, RuntimeError):  # noqa: N818 - it is the environment's failure
    """Environments threw exceptions in this batch; ``batch`` has the results of the others.

    The failed environments must be reset before their next step.

    Attributes:
        env_ids: int32 array of the environments that failed.
        causes: the exception of each of them as text, by env id.
        batch: what the call would have returned, with only the rows of the environments that did
            not fail, or None if all failed.
        good_env_ids: int32 array of the environments whose rows ``batch`` holds, in order.
    """

    def __init__(
        self, causes: dict[int, str], good_env_ids: np.ndarray, batch: tuple[Any, ...] | None
    ) -> None:
        """See the attributes."""
        self.env_ids = np.array(list(causes), dtype=np.int32)
        self.causes = causes
        self.good_env_ids = good_env_ids
        self.batch = batch
        shown = [f"env id {env_id}: {cause}" for env_id, cause in list(causes.items())[:5]]
        if len(causes) > 5:
            shown.append(f"and {len(causes) - 5} more")
        total = len(causes) + len(good_env_ids)
        super().__init__(
            f"{len(causes)} of {total} environments failed and need a reset; "
            f"the other results are in the exception's `batch`: {'; '.join(shown)}"
        )


class SimulationError(PoolError, RuntimeError):
    """The simulator reported errors, or warnings, of simulations of a batch.

    All simulations have finished the call. Those that are named diverged or failed: reset them.

    Attributes:
        ids: int32 array of the simulations.
        causes: what the simulator said first of each of them, by its number.
    """

    def __init__(self, causes: dict[int, str]) -> None:
        """See the attributes."""
        self.ids = np.array(list(causes), dtype=np.int32)
        self.causes = causes
        shown = [f"simulation {i}: {cause}" for i, cause in list(causes.items())[:5]]
        if len(causes) > 5:
            shown.append(f"and {len(causes) - 5} more")
        super().__init__("; ".join(shown))
