# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A native pool whose every result is rendered, as the steps of a reference are."""

from __future__ import annotations

import abc
from typing import Any

import numpy as np

from parallel_pool.native import NativePool, ResetResult, StepResult


class WatchedPool(abc.ABC):
    """Stands between a face and a native pool; pools that nobody watches do without it."""

    def __init__(self, pool: NativePool) -> None:
        """See the class."""
        self._pool = pool

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """Calls the native pool and looks at the result."""
        result = self._pool.step(actions, env_id)
        self._look_at_step(result)
        return result

    def reset(self, env_id: Any = None, *args: Any) -> ResetResult:
        """Calls the native pool and looks at the result."""
        result = self._pool.reset(env_id, *args)
        self._look_at_reset(env_id)
        return result

    def recv(self, timeout: float | None = None) -> StepResult:
        """Calls the native pool and looks at the result."""
        result = self._pool.recv(timeout)
        self._look_at_step(result)
        return result

    @abc.abstractmethod
    def _look_at_step(self, result: StepResult) -> None:
        """Renders what came from a step, or from `recv`."""

    @abc.abstractmethod
    def _look_at_reset(self, env_id: Any) -> None:
        """Renders after a reset of these environments; None: of all."""

    def _env_ids(self, env_id: Any) -> list[int]:
        ids = np.arange(self._pool.num_envs) if env_id is None else np.asarray(env_id)
        return [int(i) for i in ids]
