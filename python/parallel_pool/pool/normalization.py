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

from parallel_pool.pool.result_options import ResultOptions

_EPSILON = 1e-8  # the wrappers' default


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
        from gymnasium.wrappers import utils  # takes long to import

        make_moments: Any = utils.RunningMeanStd
        self.observations: Any = None
        self.returns: Any = None
        self.update = True
        if options.normalize_observation:
            self.observations = make_moments(shape=shape, dtype=np.float32)
        if options.normalize_reward:
            self.returns = make_moments(shape=())
        self._gamma = options.reward_gamma
        self.per_episode = options.reward_per_episode
        self._same_step = same_step
        self._discounted = np.zeros(num_envs, dtype=np.float32)
        # The next row of these environments comes from a reset and has no reward.
        self._resetting = np.zeros(num_envs, dtype=np.bool_)

    def begin(self, ids: Any) -> None:
        """Notes that environments (a slice stands for all) were told to reset."""
        self._discounted[ids] = 0
        self._resetting[ids] = True

    def returned(self, ids: Any) -> None:
        """Notes that the rows of these resets were received."""
        self._resetting[ids] = False

    def observed(self, rows: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        """Normalises a batch of observations to float32, and updates the moments.

        Args:
            rows: the observations.
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
        deviation = np.sqrt(self.observations.var + _EPSILON)
        scaled: np.ndarray = ((rows - self.observations.mean) / deviation).astype(np.float32)
        return scaled

    def rewarded(
        self, rewards: np.ndarray, terminated: np.ndarray, ended: np.ndarray, ids: Any
    ) -> np.ndarray:
        """Normalises a batch of rewards to float64, and updates the moments.

        Args:
            rewards: float64, shape ``(rows,)``.
            terminated: bool, of the same shape.
            ended: terminated or truncated.
            ids: the environments of the rows; a slice stands for all, in order.
        """
        if self.returns is None:
            return rewards
        counts = ~self._resetting[ids]
        discounted = self._discounted[ids]
        before = discounted[counts] * self._gamma
        if not self.per_episode:
            before *= 1 - terminated[counts]
        discounted[counts] = before + rewards[counts]
        if self.update and counts.any():
            self.returns.update(discounted[counts])
        if self._same_step or self.per_episode:
            discounted[ended] = 0
        self._resetting[ids] = False if self._same_step else ended
        self._discounted[ids] = discounted
        scaled: np.ndarray = rewards / np.sqrt(self.returns.var + _EPSILON)
        return scaled

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

    def _kept(self) -> list[Any]:
        return [moments for moments in (self.observations, self.returns) if moments is not None]


_OWN_BYTES = 5


def _bytes_of(moments: Any) -> bytes:
    """The dtype as a letter (the first update determines it), then the numbers as float64."""
    mean, var = np.asarray(moments.mean), np.asarray(moments.var)
    numbers = np.concatenate([mean.ravel(), var.ravel(), [moments.count]], dtype=np.float64)
    return bytes(mean.dtype.char.encode() + numbers.tobytes())


def _set_from(moments: Any, state: bytes) -> None:
    shape = np.shape(moments.mean)
    numbers = np.frombuffer(state, np.float64, offset=1)
    mean, var = numbers[:-1].astype(state[:1].decode()).reshape(2, *shape)
    moments.mean, moments.var, moments.count = mean, var, float(numbers[-1])
