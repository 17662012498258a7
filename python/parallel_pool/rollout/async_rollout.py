# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rollouts in async mode: the policy acts for some environments while the others step."""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.errors import EnvironmentFailure
from parallel_pool.native import StepResult
from parallel_pool.pool.arguments import check_is_batch
from parallel_pool.rollout.memory import build, flatten
from parallel_pool.rollout.rollout import Rollout


class AsyncRollout(Rollout):
    """A rollout whose environments each go their own way through its T rows.

    `begin` and `step` return the observations of the environments `env_ids`, for which the policy
    acts next, and `put` keeps what it says of them. Once every environment has made T steps, the
    rollout is full, and `step` returns the last observations of all.
    """

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """See `Rollout`."""
        super().__init__(*arguments, **keywords)
        self._time = np.zeros(self.num_envs, dtype=np.int64)
        self._idle = self._all  # environments that `begin` has not let anybody act for

    def begin(self) -> Any:
        """Starts to fill the rollout, from the newest observations of the pool.

        Waits for all results in flight. Resets the pool where it was not reset since its first
        rollout was made.

        Returns:
            The observations of the first environments to act for.
        """
        self._drain()
        if not self._watched.seen.all():
            self._envs.async_reset()
            self._drain()
        super().begin()
        self._time[:] = 0
        self._idle = self._all
        return self._next()

    def _drain(self) -> None:
        while self._envs.in_flight:
            self._envs.recv()

    def step(self, actions: Any, keep: Any = None) -> Any:
        """Sends the environments `env_ids`, and returns the next observations to act on.

        Args:
            actions: one for each of `env_ids`, as for `envs.send`.
            keep: what `actions` keeps in their place.

        Returns:
            Their observations, at most ``batch_size`` rows; those of all environments once the
            rollout is full.

        Raises:
            RolloutError: the rollout is full, or was not begun, or the pool was stepped beside it.
            InvalidActionError, TypeError, ValueError: as for `envs.send`; nothing was sent.
            EnvironmentFailure: environments threw. Their row is not valid; those of the others
                are. Reset them by `envs.async_reset`, and begin anew.
        """
        if self._watched.active is not self or self.full:
            raise self._refusal()
        ids = self.env_ids
        if type(actions) is not np.ndarray:
            actions = self._arrays_of(actions)
        kept = actions if keep is None else self._checked_keep(keep, len(ids))
        try:
            self._inner.send(actions, ids)
        except ValueError as error:
            check_is_batch(actions)
            raise error from None
        at = self._time[ids], ids
        for leaf, rows in zip(self._action_leaves, flatten(self._action, kept), strict=True):
            leaf[at] = np.asarray(rows).reshape(len(ids), *leaf.shape[2:])
        return self._next()

    def _next(self) -> Any:
        """Waits for environments that have steps to make."""
        while True:
            if len(self._idle) > 0:
                size = self._envs.batch_size
                self.env_ids, self._idle = self._idle[:size], self._idle[size:]
                break
            if self._inner.in_flight == 0:
                self.t = self.steps
                self.env_ids = self._all
                break
            ids = self._receive()
            self.env_ids = ids[self._time[ids] < self.steps]
            if len(self.env_ids) > 0:
                break
        shown = self._shown(self.env_ids)
        return build(self._observation, map(self._wrap, shown))

    def _shown(self, ids: np.ndarray) -> list[np.ndarray]:
        """The leaves of the newest observations of environments."""
        if self._stacks is not None:
            return [self._gathered_stacks(self._time[ids] * self.num_envs + ids)]
        return [leaf[self._time[ids], ids] for leaf in self._observation_leaves]

    def _receive(self) -> np.ndarray:
        """Writes a batch, and returns its environments."""
        try:
            result = self._inner.recv()
        except EnvironmentFailure as failure:
            self._watched.active = None
            bad = failure.env_ids
            at = self._time[bad], bad
            self._valid[at] = self._terminated[at] = self._truncated[at] = False
            self._watched.pending[bad] = False
            if failure.batch is not None:
                self._write_rows(failure.good_env_ids.astype(np.int64), failure.batch)
            raise
        ids: np.ndarray = result[4]["env_id"].astype(np.int64)
        self._write_rows(ids, result)
        return ids

    def _write_rows(self, ids: np.ndarray, result: StepResult) -> None:
        observations, rewards, terminated, truncated, infos = result
        pending = self._watched.pending
        time, at = self._time[ids], (self._time[ids], ids)
        ended = terminated | truncated
        self._rewards[at] = rewards
        self._terminated[at], self._truncated[at] = terminated, truncated
        self._valid[at] = ~pending[ids]
        places = time * self.num_envs + ids
        if "episode" in infos:
            of = infos["episode"]
            for row in np.flatnonzero(infos["_episode"]):
                sums, steps = float(of["r"][row]), int(of["l"][row])
                self._writer.add_episode(int(time[row]), int(ids[row]), sums, steps)
        if "final_obs" in infos:
            self._keep_finals(infos, places)
        self.infos = infos
        self._time[ids] += 1
        self.show(ids, observations, slice(None))
        self.note_starts(ids, pending[ids] | ended if self._same_step else pending[ids])
        pending[ids] = False if self._same_step else ended

    # --- See Rollout ------------------------------------------------------------------------------

    def _cursor(self) -> Any:
        return self._time[self.env_ids], self.env_ids

    def _newest(self) -> list[np.ndarray]:
        return self._shown(self._all)

    def _newest_starts(self) -> np.ndarray:
        starts: np.ndarray = self._starts[self._time, self._all]
        return starts

    def note_starts(self, ids: Any, starts: Any) -> None:
        """Says of environments whether their newest observations begin an episode."""
        self._starts[self._time[ids], self._all[ids]] = starts

    def show(self, ids: Any, observations: Any, rows: Any) -> None:
        """Writes rows of observations into the current rows of these environments."""
        ids = self._all[ids]
        time = self._time[ids]
        leaves = [np.asarray(leaf)[rows] for leaf in flatten(self._observation, observations)]
        if self._stacks is None:
            for to, values in zip(self._observation_leaves, leaves, strict=True):
                to[time, ids] = values
            return
        for row in np.unique(time):
            here = np.flatnonzero(time == row)
            self._stacks.write(int(row), np.ascontiguousarray(leaves[0][here]), ids[here])

    def begin_episodes(self, ids: Any) -> None:
        """Environments were reset: the step that led here counts only if it ended an episode."""
        self.note_starts(ids, True)
        ids = self._all[ids]
        ids = ids[self._time[ids] > 0]
        last = self._time[ids] - 1, ids
        self._valid[last] &= self._terminated[last] | self._truncated[last]
