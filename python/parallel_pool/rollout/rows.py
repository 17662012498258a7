# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rows of a rollout that hold the newest observations of a pool.

A pool keeps them, and goes on from them when its rollout is gone. They hold memory alone, neither
the pool nor the rollout, so that a pool is freed as soon as nobody uses it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from parallel_pool._core import FrameStacks
from parallel_pool.rollout.memory import flatten


class RowMemory(NamedTuple):
    """The arrays of a rollout that rows are written into; see `RolloutData`.

    Attributes:
        observations: a leaf each, ``(T + 1, N, ...)``; none with stacks.
        stacks: the frames in their place, or None.
    """

    observations: list[np.ndarray]
    stacks: FrameStacks | None
    terminated: np.ndarray
    truncated: np.ndarray
    valid: np.ndarray
    starts: np.ndarray


class Rows:
    """Row `t`, the same for all environments.

    Args:
        space: of one observation.
        memory: of the rollout.

    Attributes:
        t: the number of steps so far.
    """

    def __init__(self, space: spaces.Space[Any], memory: RowMemory) -> None:
        """See the class."""
        self.t = 0
        self._space, self._memory = space, memory
        self._num_envs = memory.valid.shape[1]
        self._all = np.arange(self._num_envs)

    def observations(self) -> list[np.ndarray]:
        """The leaves of the newest observations."""
        if self._memory.stacks is None:
            return [leaf[self.t] for leaf in self._memory.observations]
        return [self.gather_stacks(self.t * self._num_envs + self._all)]

    def gather_stacks(self, rows: np.ndarray) -> np.ndarray:
        """With stacks: the observations of rows ``t * N + env``, in new memory."""
        assert self._memory.stacks is not None
        out: np.ndarray = np.empty((len(rows), *(self._space.shape or ())), self._space.dtype)
        self._memory.stacks.gather(rows, out)
        return out

    def starts(self) -> np.ndarray:
        """Whether they begin an episode."""
        row: np.ndarray = self._memory.starts[self.t]
        return row

    def note_starts(self, ids: Any, starts: Any) -> None:
        """Says of environments whether their newest observations begin an episode."""
        self._memory.starts[self.t][ids] = starts

    def show(self, ids: Any, observations: Any, rows: Any) -> None:
        """Writes rows of observations into the current row, for these environments."""
        leaves = flatten(self._space, observations)
        if self._memory.stacks is not None:
            shown = np.asarray(next(leaves))[rows]
            self._memory.stacks.write(self.t, np.ascontiguousarray(shown), self._all[ids])
            return
        for leaf, values in zip(self._memory.observations, leaves, strict=True):
            leaf[self.t][ids] = np.asarray(values)[rows]

    def begin_episodes(self, ids: Any) -> None:
        """Environments were reset: the step that led here counts only if it ended an episode."""
        memory = self._memory
        memory.starts[self.t][ids] = True
        if self.t > 0:
            last = self.t - 1
            ended = memory.terminated[last] | memory.truncated[last]
            memory.valid[last][ids] &= ended[ids]


class AsyncRows(Rows):
    """Each environment has a row of its own.

    Attributes:
        t: 0 until all environments have made all steps.
        time: of each environment, the number of steps so far; int64.
    """

    def __init__(self, space: spaces.Space[Any], memory: RowMemory) -> None:
        """See `Rows`."""
        super().__init__(space, memory)
        self.time = np.zeros(self._num_envs, dtype=np.int64)

    def observations(self) -> list[np.ndarray]:
        """The leaves of the newest observations."""
        return self.observations_of(self._all)

    def observations_of(self, ids: np.ndarray) -> list[np.ndarray]:
        """The leaves of the newest observations of environments."""
        if self._memory.stacks is not None:
            return [self.gather_stacks(self.time[ids] * self._num_envs + ids)]
        return [leaf[self.time[ids], ids] for leaf in self._memory.observations]

    def starts(self) -> np.ndarray:
        """Whether they begin an episode."""
        starts: np.ndarray = self._memory.starts[self.time, self._all]
        return starts

    def note_starts(self, ids: Any, starts: Any) -> None:
        """Says of environments whether their newest observations begin an episode."""
        self._memory.starts[self.time[ids], self._all[ids]] = starts

    def show(self, ids: Any, observations: Any, rows: Any) -> None:
        """Writes rows of observations into the current rows of these environments."""
        ids = self._all[ids]
        time = self.time[ids]
        leaves = [np.asarray(leaf)[rows] for leaf in flatten(self._space, observations)]
        if self._memory.stacks is None:
            for to, values in zip(self._memory.observations, leaves, strict=True):
                to[time, ids] = values
            return
        for row in np.unique(time):
            here = np.flatnonzero(time == row)
            shown = np.ascontiguousarray(leaves[0][here])
            self._memory.stacks.write(int(row), shown, ids[here])

    def begin_episodes(self, ids: Any) -> None:
        """Environments were reset: the step that led here counts only if it ended an episode."""
        memory = self._memory
        self.note_starts(ids, True)
        ids = self._all[ids]
        ids = ids[self.time[ids] > 0]
        last = self.time[ids] - 1, ids
        memory.valid[last] &= memory.terminated[last] | memory.truncated[last]
