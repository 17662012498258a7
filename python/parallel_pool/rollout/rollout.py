# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The steps that a learner learns from, written where it reads them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool.errors import EnvironmentFailure, PoolError, RolloutError
from parallel_pool.pool.arguments import check_is_batch
from parallel_pool.pool.processed_pool import ProcessedPool
from parallel_pool.rollout.copied import RolloutCopy, state_of
from parallel_pool.rollout.data import RolloutData
from parallel_pool.rollout.memory import build, flatten
from parallel_pool.rollout.rows import Rows
from parallel_pool.rollout.watched_pool import WatchedPool


class Rollout(RolloutData):
    """`steps` time steps of every environment of a pool; made by `envs.rollout`.

    T is the number of steps and N that of environments. Arrays are torch tensors if the pool has
    ``array_type="torch"``. The rollout owns their memory: views keep it alive, but the steps after
    the next `begin` overwrite it.

    Attributes:
        steps, num_envs: T and N.
        env_ids: the environments of the newest observations: all, in order, except in async mode.
        t: the number of steps so far; in async mode 0 until the rollout is full.
        observations: ``(T + 1, N, ...)``; nested for Dict and Tuple spaces. Row t is what the
            action of row t answered, and row T what the last step showed.
        frames: with `stack`, instead of `observations`: ``(stack + T, N, ...)``, each frame once.
            The first rows hold the stacks that the rollout began with.
        actions: ``(T, N, ...)``.
        rewards: ``(T, N)`` float32.
        terminated, truncated: ``(T, N)`` bool.
        valid: ``(T, N)`` bool: the row is a transition. It is not where a step only reset
            (NextStep), where an environment failed, where you reset an environment that had not
            ended, and in the first step after `set_state` or `clone`.
        starts: ``(T + 1, N)`` bool: the observation begins an episode.
        values: ``(T + 1, N)`` float32, yours to fill.
        logprobs: ``(T, N)`` float32, yours to fill.
        advantages, returns: ``(T, N)`` float32, filled by `compute_advantages` or
            `compute_vtrace`.
        infos: those of the last step.
    """

    def __init__(
        self,
        envs: Any,
        pool: WatchedPool,
        steps: int,
        observation_dtype: Any = None,
        out: Mapping[str, Any] | None = None,
        stack: int | None = None,
        pin_memory: bool = False,
    ) -> None:
        """See `PoolVectorEnv.rollout`."""
        _refuse(envs)
        super().__init__(envs, steps, pool.pending, observation_dtype, out, stack, pin_memory)
        self._envs, self._watched = envs, pool
        inner: Any = pool.inner
        self._inner = inner.without_tensors() if isinstance(inner, ProcessedPool) else inner
        self._step = self._inner.step
        self._write = self._writer.write
        self._newest = self._make_rows()
        pool.newest = pool.newest or self._newest
        self.env_ids = self._all
        self._begun = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets a copy without the pool, with all that a learner needs."""
        return RolloutCopy, (state_of(self),)

    def _make_rows(self) -> Rows:
        return Rows(self._observation, self._row_memory)

    def begin(self) -> Any:
        """Starts to fill the rollout, from the newest observations of the pool.

        Resets the pool where it was not reset since its first rollout was made.

        Returns:
            ``observations[0]``, a view.

        Raises:
            InFlightError: results of `send` are in flight.
            RolloutError: the newest observations are in another rollout, which has rounded them.
        """
        watched = self._watched
        if not watched.seen.all():
            self._envs.reset()
        if watched.unwritten:  # the newest observations may be older than the pool
            watched.pending[:] = True
            watched.unwritten = False
        assert watched.newest is not None
        newest = watched.newest.observations()
        self._check_not_rounded(newest)
        self._starts[0] = watched.newest.starts()
        if self._stacks is not None:
            self._stacks.begin(newest[0])
        else:
            for to, leaf in zip(self._observation_leaves, newest, strict=True):
                to[0] = leaf
        self._newest.t = 0
        self._writer.clear_episodes()
        self._final_leaves.clear()
        self._final_places.clear()
        self._begun = True
        watched.newest = watched.active = self._newest
        return self._rows[0] if self._stacks is None else self._wrap(newest[0])

    def _check_not_rounded(self, newest: list[np.ndarray]) -> None:
        """Refuses observations that another rollout keeps in smaller floats than this one."""
        for leaf, (_, dtype), own in zip(newest, self._leaf_kinds, self._own_dtypes, strict=True):
            rounds = leaf.dtype.kind == "f" and not np.can_cast(own, leaf.dtype)
            if rounds and not np.can_cast(dtype, leaf.dtype):
                self._newest.t = 0
                self._watched.newest, self._watched.active = self._newest, None
                self._watched.seen[:] = False
                raise RolloutError(
                    f"the newest observations were kept in {leaf.dtype} by another rollout, and "
                    f"this one keeps {dtype}: reset the environments, and begin again"
                )

    def put(self, values: Any = None, logprobs: Any = None) -> None:
        """Keeps what the policy says of the newest observations.

        Args:
            values: their values, written into `values`.
            logprobs: of the actions that come next, written into `logprobs`.
        """
        at = self._cursor()
        if values is not None:
            self._values[at] = _array(values)
        if logprobs is not None:
            self._logprobs[at] = _array(logprobs)

    def _cursor(self) -> Any:
        """Where the newest observations lie."""
        return self.t

    def step(self, actions: Any, keep: Any = None) -> Any:
        """Steps all environments and writes row t.

        Args:
            actions: as for `envs.step`; may be ``rollout.actions[t]`` itself.
            keep: what `actions` keeps in their place, such as actions before they were clipped.

        Returns:
            ``observations[t + 1]``, a view.

        Raises:
            RolloutError: the rollout is full, or was not begun, or the pool was stepped beside it.
            InvalidActionError, TypeError, ValueError: as for `envs.step`; nothing was stepped.
            EnvironmentFailure: environments threw. Their row is not valid; those of the others
                are, and the rollout is a step further. Reset them with a mask, and go on.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool cannot be called.
        """
        rows, watched = self._newest, self._watched
        t = rows.t
        if watched.active is not rows or t == self.steps:
            raise self._refusal()
        if type(actions) is not np.ndarray:
            actions = self._arrays_of(actions)
        kept = actions if keep is None else self._checked_keep(keep, self.num_envs)
        watched.active, watched.unwritten = None, True  # should an interrupt come in between
        try:
            result = self._step(actions)
        except EnvironmentFailure as failure:
            self._write_failure(kept, failure)
            watched.active, watched.unwritten = rows, False
            raise
        except (PoolError, TypeError, ValueError) as error:  # nothing was stepped
            watched.active, watched.unwritten = rows, False
            if isinstance(error, ValueError):
                check_is_batch(actions)
                raise error from None
            raise
        infos = result[4]
        actions = kept
        if self._stacks is not None:
            shown = np.ascontiguousarray(result[0])
            self._stacks.write(t + 1, shown, self._all)
            result = ((), *result[1:])
        elif self._is_nested:
            result = (tuple(flatten(self._observation, result[0])), *result[1:])
        if self._is_nested:
            actions = tuple(flatten(self._action, actions))
        self._write(t, actions, result)
        if self._same_step and "final_obs" in infos:
            self._keep_finals(infos, t * self.num_envs + self._all)
        self.infos = infos
        rows.t = t + 1
        watched.active, watched.unwritten = rows, False
        return self._rows[t + 1] if self._stacks is None else self._wrap(shown)

    def _refusal(self) -> RolloutError:
        if not self._begun:
            return RolloutError("this rollout was not begun: call begin() first")
        if self._watched.newest is not self._newest:
            return RolloutError("this rollout ended as another began: call begin() first")
        if self.full:
            return RolloutError(
                f"the rollout is full after {self.steps} steps: learn from it, then call begin()"
            )
        return RolloutError(
            "the pool was stepped beside this rollout, or a step was interrupted: call begin(), "
            "which starts from the newest observations"
        )

    def _arrays_of(self, actions: Any) -> Any:
        """Tensors as arrays; they may lie anywhere, with gradients."""
        if isinstance(actions, dict):
            return {key: self._arrays_of(value) for key, value in actions.items()}
        if isinstance(actions, tuple):
            return tuple(self._arrays_of(value) for value in actions)
        if hasattr(actions, "detach"):
            from parallel_pool.pool.tensors import array_of

            return array_of(actions)
        return actions

    def _checked_keep(self, keep: Any, rows: int) -> Any:
        """What `keep` holds, as arrays, before anything is stepped."""
        kept = self._arrays_of(keep)
        for leaf, given in zip(self._action_leaves, flatten(self._action, kept), strict=True):
            expected = (rows, *leaf.shape[2:])
            if np.size(given) != math.prod(expected):
                raise ValueError(f"keep must have shape {expected}, got {np.shape(given)}")
        return kept

    def _write_failure(self, actions: Any, failure: EnvironmentFailure) -> None:
        """Writes the rows of the environments that did not fail."""
        t, good, bad = self.t, failure.good_env_ids, failure.env_ids
        pending = self._watched.pending
        for leaf, rows in zip(self._action_leaves, flatten(self._action, actions), strict=True):
            leaf[t] = np.asarray(rows).reshape(leaf.shape[1:])
        before = self._newest.observations()
        self._rewards[t] = 0
        self._terminated[t] = self._truncated[t] = False
        self._valid[t] = ~pending
        self._starts[t + 1] = pending
        self._valid[t, bad] = self._starts[t + 1, bad] = False
        pending[bad] = False
        self._newest.t = t + 1
        self._newest.show(slice(None), build(self._observation, iter(before)), slice(None))
        self.infos = {}
        if failure.batch is None:
            return
        observations, rewards, terminated, truncated, self.infos = failure.batch
        self._newest.show(good, observations, slice(None))
        self._rewards[t, good] = rewards
        self._terminated[t, good], self._truncated[t, good] = terminated, truncated
        ended = terminated | truncated
        pending[good] = False if self._same_step else ended
        if self._same_step:
            self._starts[t + 1, good] = ended
        if "episode" in self.infos:
            of = self.infos["episode"]
            for row in np.flatnonzero(self.infos["_episode"]):
                sums, steps = float(of["r"][row]), int(of["l"][row])
                self._writer.add_episode(t, int(good[row]), sums, steps)
        if "final_obs" in self.infos:
            self._keep_finals(self.infos, t * self.num_envs + good.astype(np.int64))

    def _keep_finals(self, infos: dict[str, Any], places: np.ndarray) -> None:
        """SameStep: the last observations of the episodes that ended in these places."""
        rows = np.flatnonzero(infos["_final_obs"])
        each = [[*flatten(self._observation, infos["final_obs"][row])] for row in rows]
        self._final_leaves.append(
            [
                np.stack([one[i] for one in each]).astype(dtype, copy=False)
                for i, (_, dtype) in enumerate(self._leaf_kinds)
            ]
        )
        self._final_places.append(places[rows])


def _refuse(envs: Any) -> None:
    """Refuses pools that have no rollouts."""
    if envs.is_multi_player:
        raise ValueError(
            "environments with several players have no rollouts: step the pool and keep the rows "
            "that you need"
        )
    if envs.autoreset_mode == AutoresetMode.DISABLED:
        raise ValueError(
            "rollouts need autoreset: make the pool with autoreset_mode='NextStep' or 'SameStep'"
        )
    device = envs.result_options.device
    if device is not None and not str(device).startswith("cpu"):
        raise ValueError(
            f"rollouts lie on the CPU, but the pool has device={device!r}: make it without, and "
            "copy minibatches"
        )


def _array(numbers: Any) -> Any:
    """Tensors, which may have gradients and lie anywhere, as arrays."""
    return numbers.detach().cpu().numpy() if hasattr(numbers, "detach") else numbers
