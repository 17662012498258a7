# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rollouts in async mode: the policy acts for some environments while the others step."""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.errors import EnvironmentFailure, PoolError
from parallel_pool.native import StepResult
from parallel_pool.pool.arguments import check_is_batch
from parallel_pool.rollout.memory import build, flatten
from parallel_pool.rollout.rollout import Rollout
from parallel_pool.rollout.rows import AsyncRows


class AsyncRollout(Rollout):
    """A rollout whose environments each go their own way through its T rows.

    `begin` and `step` return the observations of the environments `env_ids`, for which the policy
    acts next, and `put` keeps what it says of them. Once every environment has made T steps, the
    rollout is full, and `step` returns the last observations of all.
    """

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """See `Rollout`."""
        super().__init__(*arguments, **keywords)
        self._time = self._newest.time
        self._idle = self._all  # environments that `begin` has not let anybody act for
        self._awaited = np.zeros(self.num_envs, np.bool_)  # were sent, and not written since

    _newest: AsyncRows

    def _make_rows(self) -> AsyncRows:
        return AsyncRows(self._observation, self._row_memory)

    def begin(self) -> Any:
        """Starts to fill the rollout, from the newest observations of the pool.

        Waits for all results in flight. Resets the pool where it was not reset since its first
        rollout was made, and where an interrupted call has lost results.

        Returns:
            The observations of the first environments to act for.
        """
        self._drain()
        if self._awaited.any():
            # An interrupted call has lost results: these observations are old.
            self._watched.seen[self._awaited] = False
            self._awaited[:] = False
        if not self._watched.seen.all():
            self._envs.async_reset()
            self._drain()
        super().begin()
        self._time[:] = 0
        self._idle = self._all
        return self._next()

    def _drain(self) -> None:
        while self._envs.in_flight:
            self._awaited[self._envs.recv()[-1]["env_id"]] = False

    def step(self, actions: Any, keep: Any = None) -> Any:
        """Sends the environments `env_ids`, and returns the next observations to act on.

        Args:
            actions: one for each of `env_ids`, as for `envs.send`.
            keep: what `actions` keeps in their place.

        Returns:
            Their observations, at most ``batch_size`` rows; those of all environments once the
            rollout is full.

        Raises:
            RolloutError: the rollout is full, or was not begun, or the pool was stepped beside it,
                or Ctrl-C ended a step: begin anew, which waits for what is in flight.
            InvalidActionError, TypeError, ValueError: as for `envs.send`; nothing was sent.
            EnvironmentFailure: environments threw. Their row is not valid; those of the others
                are. Reset them by `envs.async_reset`, and begin anew.
        """
        if self._watched.active is not self._newest or self.full:
            raise self._refusal()
        ids = self.env_ids
        if type(actions) is not np.ndarray:
            actions = self._arrays_of(actions)
        kept = actions if keep is None else self._checked_keep(keep, len(ids))
        self._watched.active = None  # should an interrupt come in between
        try:
            self._inner.send(actions, ids)
        except (PoolError, TypeError, ValueError) as error:  # nothing was sent
            self._watched.active = self._newest
            if isinstance(error, ValueError):
                check_is_batch(actions)
                raise error from None
            raise
        if self._is_nested:
            kept = tuple(flatten(self._action, kept))
        self._awaited[ids] = True
        self._writer.scatter_actions(self._time, ids, kept)
        shown = self._next()
        self._watched.active = self._newest
        return shown

    def _next(self) -> Any:
        """Waits for environments that have steps to make."""
        while True:
            if len(self._idle) > 0:
                size = self._envs.batch_size
                self.env_ids, self._idle = self._idle[:size], self._idle[size:]
                break
            if self._inner.in_flight == 0:
                self._newest.t = self.steps
                self.env_ids = self._all
                break
            ids = self._receive()
            self.env_ids = ids[self._time[ids] < self.steps]
            if len(self.env_ids) > 0:
                break
        shown = self._newest.observations_of(self.env_ids)
        return build(self._observation, map(self._wrap, shown))

    def _receive(self) -> np.ndarray:
        """Writes a batch, and returns its environments."""
        try:
            result = self._inner.recv()
        except EnvironmentFailure as failure:
            bad = failure.env_ids
            at = self._time[bad], bad
            self._valid[at] = self._terminated[at] = self._truncated[at] = False
            self._watched.pending[bad] = self._awaited[bad] = False
            if failure.batch is not None:
                self._write_rows(failure.good_env_ids.astype(np.int64), failure.batch)
            raise
        ids: np.ndarray = result[4]["env_id"].astype(np.int64)
        self._write_rows(ids, result)
        return ids

    def _write_rows(self, ids: np.ndarray, result: StepResult) -> None:
        observations, infos = result[0], result[4]
        if "final_obs" in infos:
            self._keep_finals(infos, self._time[ids] * self.num_envs + ids)
        if self._stacks is not None:
            observations = ()
        elif self._is_nested:
            observations = tuple(flatten(self._observation, observations))
        self._writer.scatter(self._time, ids, (observations, *result[1:]))
        if self._stacks is not None:
            self._newest.show(ids, result[0], slice(None))
        self._awaited[ids] = False
        self.infos = infos

    def _cursor(self) -> Any:
        return self._time[self.env_ids], self.env_ids
