# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tells the rollouts of a pool what is done to it beside them.

A rollout steps the pool below this one, and so pays nothing for it. Calls of the face come through
here: what a reset shows goes into the current row of the rollout, and a step ends it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.errors import EnvironmentFailure
from parallel_pool.native import NativePool, ResetResult, StepResult
from parallel_pool.rollout.rows import Rows

_ALL = slice(None)


class WatchedPool:
    """Stands between a face and its pool, once it has a rollout.

    Args:
        pool: the pool.
        next_step: whether the step after an end only resets.

    Attributes:
        inner: the pool.
        newest: the rows of the rollout that show the newest observations: at first the first one's.
        active: the same, if it was begun and nothing else has stepped the pool since.
        pending: bool, by environment: the row of its next step is no transition. It only resets,
            or it follows an observation that nobody saw.
        seen: bool, by environment: it was reset, and the current row shows it.
        unwritten: whether a step of the active rollout is under way, or was interrupted.
    """

    def __init__(self, pool: NativePool, next_step: bool) -> None:
        """See the class."""
        self.inner = pool
        self.newest: Rows | None = None
        self.active: Rows | None = None
        self.unwritten = False
        self._next_step = next_step
        self.pending = np.zeros(pool.num_envs, dtype=np.bool_)
        self.seen = np.zeros(pool.num_envs, dtype=np.bool_)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    # --- Calls beside the rollout ---------------------------------------------------------------

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """Calls the pool."""
        self.active = None
        return self._watched_step(lambda: self.inner.step(actions, env_id))

    def send(self, actions: object, env_id: object | None = None) -> None:
        """Calls the pool."""
        self.active = None
        self.inner.send(actions, env_id)

    def recv(self, timeout: float | None = None) -> StepResult:
        """Calls the pool."""
        self.active = None
        return self._watched_step(lambda: self.inner.recv(timeout))

    def async_reset(
        self,
        env_id: Any = None,
        seed: object = None,
        options: dict[str, object] | None = None,
    ) -> None:
        """Calls the pool."""
        self.active = None
        self.inner.async_reset(env_id, seed, options)
        self.pending[_ALL if env_id is None else env_id] = True

    def reset(
        self,
        env_id: Any = None,
        seed: object = None,
        options: dict[str, object] | None = None,
        masked: bool = False,
    ) -> ResetResult:
        """Calls the pool."""
        try:
            result = self.inner.reset(env_id, seed, options, masked)
        except EnvironmentFailure as failure:
            if failure.batch is not None:
                good = failure.good_env_ids
                began = np.isin(good, env_id) if masked else np.ones(len(good), dtype=np.bool_)
                self._note_reset(good[began], failure.batch[0], np.flatnonzero(began))
            raise
        rows = env_id if masked else _ALL
        self._note_reset(_ALL if env_id is None else env_id, result[0], rows)
        return result

    def load(self, env_ids: list[int], states: list[bytes], header_size: int) -> None:
        """Calls the pool. The next row follows an observation that nobody saw."""
        self.inner.load(env_ids, states, header_size)
        self.pending[env_ids] = self.seen[env_ids] = True

    def clone(self, from_ids: Any, to_ids: Any) -> None:
        """Calls the pool; see `load`."""
        self.inner.clone(from_ids, to_ids)
        ids = np.asarray(to_ids, dtype=np.int64)
        self.pending[ids] = self.seen[ids] = True

    # --- What they mean for the rollout ---------------------------------------------------------

    def _note_reset(self, ids: Any, observations: Any, rows: Any) -> None:
        if self.newest is not None:
            self.newest.show(ids, observations, rows)
            self.newest.begin_episodes(ids)
        self.pending[ids] = False
        self.seen[ids] = True
        if ids is _ALL:
            self.unwritten = False

    def _watched_step(self, call: Any) -> StepResult:
        try:
            result: StepResult = call()
        except EnvironmentFailure as failure:
            if failure.batch is not None and len(failure.batch) == 5:
                self._note_step(failure.good_env_ids, failure.batch)
            raise
        self._note_step(result[4].get("env_id", _ALL), result)
        return result

    def _note_step(self, ids: Any, result: StepResult) -> None:
        observations, _, terminated, truncated, _ = result
        ended = np.asarray(terminated) | np.asarray(truncated)
        if self.newest is not None:
            self.newest.show(ids, observations, _ALL)
            starts = self.pending[ids] | (False if self._next_step else ended)
            self.newest.note_starts(ids, starts)
        self.pending[ids] = ended if self._next_step else False
        self.seen[ids] = True
        if ids is _ALL:
            self.unwritten = False
