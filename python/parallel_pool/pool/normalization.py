# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Normalises observations and rewards by their moments, as Gymnasium's wrappers do.

`gymnasium.wrappers.vector.NormalizeObservation` and ``NormalizeReward`` define every operation and
its dtype. Unlike there, rows have env ids, so a batch may contain any environments in any order.
With SameStep and at resets the wrapper begins a new return. With NextStep and Disabled, its return
runs on into the next episode, unless `per_episode` is set.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool._core import Normalizer, RunningMoments
from parallel_pool.native import StepResult
from parallel_pool.pool.result_options import ResultOptions


class Normalization:
    """The moments of a pool's observations and returns.

    Args:
        options: which results to normalise.
        num_envs: the number of environments.
        same_step: whether the row of an ended episode already shows the start of the next episode.
        shape: the shape of one observation.

    Attributes:
        observations: mean, variance and count of the observations; None if they are not normalised.
        returns: the same for the discounted returns; None if rewards are not normalised.
        per_episode: whether the discounted return begins anew with each episode.
        update: whether rows change the moments; set it to False for evaluation.
    """

    def __init__(
        self, options: ResultOptions, num_envs: int, same_step: bool, shape: tuple[int, ...]
    ) -> None:
        """See the class."""
        self.observations: RunningMoments | None = None
        self.returns: RunningMoments | None = None
        if options.normalize_observation:
            self.observations = RunningMoments(shape, single=True)
        if options.normalize_reward:
            self.returns = RunningMoments((), single=False)
        self.per_episode = options.reward_per_episode
        self._discounted = np.zeros(num_envs, dtype=np.float32)
        # The next row of these environments comes from a reset and has no reward.
        self._resetting = np.zeros(num_envs, dtype=np.bool_)
        self._native = Normalizer(
            self.observations,
            self.returns,
            self._discounted,
            self._resetting,
            options.reward_gamma,
            self.per_episode,
            same_step,
        )
        if not (same_step and options.normalize_observation):  # there is no `final_obs`
            self.stepped = self._native.stepped  # type: ignore[method-assign]

    @property
    def update(self) -> bool:
        """Whether rows change the moments."""
        return self._native.update

    @update.setter
    def update(self, value: bool) -> None:
        self._native.update = value

    def begin(self, ids: Any) -> None:
        """Notes that environments (a slice stands for all) were told to reset."""
        self._discounted[ids] = 0
        self._resetting[ids] = True

    def returned(self, ids: Any) -> None:
        """Notes that the rows of these resets were received."""
        self._resetting[ids] = False

    def stepped(self, result: StepResult, ids: np.ndarray | None = None) -> StepResult:
        """Normalises the results of a step and updates the moments.

        Args:
            result: the results.
            ids: the environments of the rows; None: those that the infos name, else all in order.
        """
        observations, rewards, terminated, truncated, infos = result
        of = infos.get("env_id") if ids is None else ids
        rewards = self._native.rewarded(rewards, terminated, truncated, of)
        observations = self.observed(observations)
        if self.observations is not None and "final_obs" in infos:
            rows = infos["_final_obs"]
            last = self.normalized(np.stack(infos["final_obs"][rows]))
            for i, row in enumerate(rows.nonzero()[0]):
                infos["final_obs"][row] = last[i]
        return observations, rewards, terminated, truncated, infos

    def observed(self, rows: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        """Normalises a batch of observations to float32, and updates the moments.

        Args:
            rows: the observations, which may be overwritten.
            mask: the rows that are new; None: all.
        """
        if self.observations is None:
            return rows
        if self.update:
            self.observations.update(rows if mask is None else rows[mask])
        return self.normalized(rows)

    def normalized(self, rows: np.ndarray) -> np.ndarray:
        """Normalises observations to float32 without changing the moments."""
        if self.observations is None:
            return rows
        return self.observations.normalize(rows)

    # --- Saving and loading ---------------------------------------------------------------------

    def save(self, env_id: int) -> bytes:
        """Saves the part of one environment, and all moments."""
        own: bytes = self._discounted[env_id].tobytes() + self._resetting[env_id].tobytes()
        return own + b"".join(_bytes_of(moments) for moments in self._kept())

    def load(self, env_id: int, state: bytes, with_moments: bool) -> None:
        """Restores what `save` returned; the moments only if `with_moments` is set."""
        self._discounted[env_id] = np.frombuffer(state, np.float32, 1)[0]
        self._resetting[env_id] = bool(state[4])
        rest = state[_OWN_BYTES:]
        for moments in self._kept() if with_moments else ():
            size = len(_bytes_of(moments))
            _set_from(moments, rest[:size])
            rest = rest[size:]

    def clone(self, from_ids: np.ndarray, to_ids: np.ndarray) -> None:
        """Copies the parts of environments to others."""
        if len(to_ids) == 0:  # then the arrays have no integer type
            return
        self._discounted[to_ids] = self._discounted[from_ids]
        self._resetting[to_ids] = self._resetting[from_ids]

    def state_bytes(self) -> int:
        """The length of a state in bytes."""
        return _OWN_BYTES + sum(len(_bytes_of(moments)) for moments in self._kept())

    def _kept(self) -> list[RunningMoments]:
        return [moments for moments in (self.observations, self.returns) if moments is not None]


_OWN_BYTES = 5


def update_by_halves(moments: RunningMoments, rows: np.ndarray) -> None:
    """Adds rows of float16, whose mean and variance NumPy rounds to float16."""
    from gymnasium.wrappers.utils import update_mean_var_count_from_moments  # imports much

    update: Any = update_mean_var_count_from_moments
    moments.mean, moments.var, moments.count = update(
        *(moments.mean, moments.var, moments.count),
        *(np.mean(rows, axis=0), np.var(rows, axis=0), len(rows)),
    )


def _bytes_of(moments: RunningMoments) -> bytes:
    """The dtype as a letter (the first update determines it), then the numbers as float64."""
    mean, var = moments.mean, moments.var
    numbers = np.concatenate([mean.ravel(), var.ravel(), [moments.count]], dtype=np.float64)
    return bytes(mean.dtype.char.encode() + numbers.tobytes())


def _set_from(moments: RunningMoments, state: bytes) -> None:
    numbers = np.frombuffer(state, np.float64, offset=1)
    moments.mean, moments.var = numbers[:-1].astype(state[:1].decode()).reshape(2, -1)
    moments.count = float(numbers[-1])
