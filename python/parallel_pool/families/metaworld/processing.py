# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Normalises rewards and builds observations of each environment as MetaWorld's wrappers do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np
from gymnasium.spaces import Box

from parallel_pool.errors import InvalidActionError


class Moments:
    """Gymnasium's `RunningMeanStd` for each row, updated with one value at a time.

    Attributes:
        mean, var: float64 of shape (rows, ...).
    """

    def __init__(self, rows: int, shape: tuple[int, ...] = (), first_var: float = 1.0) -> None:
        """For `rows` rows of values of a shape; `first_var` is the variance before any value."""
        self.mean, self.var = np.zeros((rows, *shape)), np.full((rows, *shape), first_var)
        self._count = np.full((rows, *(1 for _ in shape)), 1e-4)

    def update(self, values: np.ndarray, rows: np.ndarray) -> None:
        """Adds a value to each of `rows`, which are numbers or a mask."""
        count, total = self._count[rows], self._count[rows] + 1
        delta = values - self.mean[rows]
        self.mean[rows] += delta * 1 / total
        self.var[rows] = (
            self.var[rows] * count + 0.0 + np.square(delta) * count * 1 / total
        ) / total
        self._count[rows] = total


class ByReturns:
    """`gymnasium.wrappers.NormalizeReward` of each row: by the variance of discounted returns."""

    def __init__(self, count: int) -> None:
        """For `count` rows."""
        self._returns, self._moments = np.zeros(count), Moments(count)

    def __call__(self, rewards: np.ndarray, ends: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """The rewards of a step, normalised.

        Args:
            rewards: float64.
            ends: which rows were terminated.
            rows: which rows were stepped; the others keep their moments.
        """
        self._returns[rows] = self._returns[rows] * 0.99 * (1 - ends[rows]) + rewards[rows]
        self._moments.update(self._returns[rows], rows)
        normalised = rewards.copy()
        normalised[rows] = rewards[rows] / np.sqrt(self._moments.var[rows] + 1e-8)
        return normalised


class Exponential:
    """MetaWorld's `NormalizeRewardsExponential` of each row: by a moving variance."""

    def __init__(self, count: int, alpha: float = 0.001) -> None:
        """For `count` rows; `alpha` is the weight of a new reward."""
        self._alpha = alpha
        self._mean, self._var = np.zeros(count), np.ones(count)

    def __call__(self, rewards: np.ndarray, ends: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """As for `ByReturns`. As in MetaWorld, each reward is counted twice."""
        a, given = self._alpha, rewards[rows]
        mean, var = self._mean[rows], self._var[rows]
        for _ in range(2):
            mean = (1 - a) * mean + a * given
            var = (1 - a) * var + a * np.square(given - mean)
        self._mean[rows], self._var[rows] = mean, var
        normalised = rewards.copy()
        normalised[rows] = given / (np.sqrt(var) + 1e-8)
        return normalised


NORMALISERS = {"gymnasium": ByReturns, "exponential": Exponential}


class Observations:
    """Builds the observations of a benchmark's rows.

    An observation begins with the task's own. Three things are optional: the task's one-hot id; the
    last action, the last reward and whether that step ended the episode; and normalising the whole
    as `gymnasium.wrappers.NormalizeObservation` does.

    Attributes:
        space: the space of one row.
    """

    def __init__(
        self,
        own: Box,
        task_of: np.ndarray,
        *,
        one_hot: bool,
        recurrent: bool,
        reward_divisor: float,
        normalised: bool,
    ) -> None:
        """See `Benchmark`.

        Args:
            own: the space of a task's own observations.
            task_of: for each row the number of its task.
            one_hot: whether one-hot ids of tasks are added.
            recurrent: whether the last action, reward and end are added.
            reward_divisor: what that reward is divided by.
            normalised: whether the whole is normalised.
        """
        rows, tasks = len(task_of), int(task_of[-1]) + 1
        self._hot = np.eye(tasks)[task_of] if one_hot else None
        self._recurrent = np.zeros((rows, 6)) if recurrent else None
        self._divisor = reward_divisor
        low, high = own.low, own.high
        if one_hot:
            low, high = np.r_[low, np.zeros(tasks)], np.r_[high, np.ones(tasks)]
        if recurrent:
            low, high = np.r_[low, np.full(6, -np.inf)], np.r_[high, np.full(6, np.inf)]
        if normalised:
            low, high = np.full_like(low, -np.inf), np.full_like(high, np.inf)
        # The reference has float32 for more than a task's own observation.
        dtype: Any = np.float32 if one_hot or recurrent or normalised else np.float64
        self.space = Box(low.astype(dtype), high.astype(dtype), dtype=dtype)
        # The reference's first variance is a float32, and so is its product with the first weight.
        first = float(np.float32(1e-4)) / 1e-4
        size = (self.space.shape or ())[0]
        self._moments = Moments(rows, (size,), first) if normalised else None
        self._shown = np.zeros((rows, size), dtype)

    def begin(self, rows: np.ndarray) -> None:
        """Forgets the last steps of rows, whose episodes begin."""
        if self._recurrent is not None:
            self._recurrent[rows] = 0.0

    def step(
        self, actions: np.ndarray, rewards: np.ndarray, ended: np.ndarray, rows: np.ndarray
    ) -> None:
        """Remembers a step of `rows`, a mask; in the other rows an episode has begun."""
        if self._recurrent is not None:
            self._recurrent[:, :4], self._recurrent[:, 4] = actions, rewards / self._divisor
            self._recurrent[:, 5] = ended
            self._recurrent[~rows] = 0.0

    def final(self, row: int, own: np.ndarray, learns: bool) -> np.ndarray:
        """The last observation of a row whose next episode has begun; `learns` as for `show`."""
        rows = np.array([row])
        last = self._joined(own[None], rows, learns)
        self.begin(rows)
        result: np.ndarray = last[0]
        return result

    def show(self, own: Sequence[np.ndarray], rows: np.ndarray, learns: bool) -> np.ndarray:
        """The observations of all rows.

        Args:
            own: the tasks' own observations.
            rows: a mask of those that are new; the other rows keep their last observations.
            learns: whether new observations update the running means and variances.
        """
        everything = np.concatenate(own)
        self._shown[rows] = self._joined(everything[rows], rows, learns)
        return self._shown.copy()

    def _joined(self, own: np.ndarray, rows: np.ndarray, learns: bool) -> np.ndarray:
        """The observations of some rows, given the tasks' own."""
        more = [one[rows] for one in (self._hot, self._recurrent) if one is not None]
        joined: np.ndarray = np.concatenate([own, *more], -1)
        if self._moments is None:
            return joined
        if learns:
            self._moments.update(joined, rows)
        mean, var = self._moments.mean[rows], self._moments.var[rows]
        normalised: np.ndarray = ((joined - mean) / np.sqrt(var + 1e-8)).astype(np.float32)
        return normalised


def joined_infos(parts: Sequence[dict[str, Any]], count: int) -> dict[str, Any]:
    """Joins the infos of pools with `count` rows each; rows of a missing info are 0 or None."""
    joined: dict[str, Any] = {}
    for name in dict.fromkeys(chain.from_iterable(parts)):
        try:  # in most steps all pools have all infos
            had = [*map(itemgetter(name), parts)]
        except KeyError:
            model = next(part[name] for part in parts if name in part)
            absent: Any = {}
            if not isinstance(model, dict):
                nothing = None if model.dtype == object else 0
                absent = np.full((count, *model.shape[1:]), nothing, model.dtype)
            had = [part.get(name, absent) for part in parts]
        joined[name] = joined_infos(had, count) if isinstance(had[0], dict) else np.concatenate(had)
    return joined


def rows_of_actions(actions: Any, count: int) -> np.ndarray:
    """Checks the actions of `count` environments, and converts them to float32.

    Raises:
        InvalidActionError: an action is NaN or infinite.
        TypeError, ValueError: the actions have another dtype or shape.
    """
    given = np.asarray(actions)
    if given.dtype.kind not in "fiu":
        raise TypeError(f"actions must be numbers, got {given.dtype}")
    if given.shape != (count, 4):
        raise ValueError(f"actions must have shape ({count}, 4), got {given.shape}")
    with np.errstate(over="ignore"):
        rows: np.ndarray = given.astype(np.float32)
    wrong = np.flatnonzero(~np.isfinite(rows).all(-1))
    if wrong.size:
        raise InvalidActionError(
            f"actions must be finite in float32, got {given[wrong[0]].tolist()} in row {wrong[0]}"
        )
    return rows
