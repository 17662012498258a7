# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Observations and rewards normalised by their moments, as Gymnasium's wrappers do it.

`gymnasium.wrappers.vector.NormalizeObservation` and ``NormalizeReward`` define every operation and
its dtype. Here rows have env ids, so that batches may hold any environments in any order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.result_options import ResultOptions

_EPSILON = 1e-8  # the wrappers' default


class Normalization:
    """The moments of a pool's observations and returns.

    Args:
        options: what is normalised.
        num_envs: how many environments there are.
        same_step: an ended episode's row already shows the start of the next.
        shape: of one observation.

    Attributes:
        observations: mean, variance and count of the observations; None if they are left alone.
        returns: the same of the discounted returns; None if rewards are left alone.
        update: whether rows change the moments; set it to False to evaluate.
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
        self._same_step = same_step
        self._discounted = np.zeros(num_envs, dtype=np.float32)
        # The next row of these is a reset's: it has no reward.
        self._resetting = np.zeros(num_envs, dtype=np.bool_)

    def begin(self, ids: Any) -> None:
        """Environments, or all by a slice, were told to reset."""
        self._discounted[ids] = 0
        self._resetting[ids] = True

    def returned(self, ids: Any) -> None:
        """The rows of environments that were told to reset have come."""
        self._resetting[ids] = False

    def observed(self, rows: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        """A batch of observations, normalised: float32.

        Args:
            rows: the observations.
            mask: which of them are new; None: all.
        """
        if self.observations is None:
            return rows
        if self.update:
            self.observations.update(rows if mask is None else rows[mask])
        return self.normalized(rows)

    def normalized(self, rows: np.ndarray) -> np.ndarray:
        """Observations by the moments as they are: float32."""
        if self.observations is None:
            return rows
        deviation = np.sqrt(self.observations.var + _EPSILON)
        scaled: np.ndarray = ((rows - self.observations.mean) / deviation).astype(np.float32)
        return scaled

    def rewarded(
        self, rewards: np.ndarray, terminated: np.ndarray, ended: np.ndarray, ids: Any
    ) -> np.ndarray:
        """A batch of rewards, normalised: float64.

        Args:
            rewards: float64, shape ``(rows,)``.
            terminated: bool, of the same shape.
            ended: terminated or truncated.
            ids: whose rows they are; a slice for all, in order.
        """
        if self.returns is None:
            return rewards
        counts = ~self._resetting[ids]
        discounted = self._discounted[ids]
        discounted[counts] = (
            discounted[counts] * self._gamma * (1 - terminated[counts]) + rewards[counts]
        )
        if self.update and counts.any():
            self.returns.update(discounted[counts])
        if self._same_step:
            discounted[ended] = 0
        self._resetting[ids] = False if self._same_step else ended
        self._discounted[ids] = discounted
        scaled: np.ndarray = rewards / np.sqrt(self.returns.var + _EPSILON)
        return scaled

    # --- Saving and loading ---------------------------------------------------------------------

    def save(self, env_id: int) -> bytes:
        """One environment's part, and all moments."""
        own: bytes = self._discounted[env_id].tobytes() + self._resetting[env_id].tobytes()
        return own + b"".join(_bytes_of(moments) for moments in self._kept())

    def load(self, env_id: int, state: bytes, with_moments: bool) -> None:
        """Puts back what `save` gave; the moments only if they are asked for."""
        self._discounted[env_id] = np.frombuffer(state, np.float32, 1)[0]
        self._resetting[env_id] = bool(state[4])
        rest = state[_OWN_BYTES:]
        for moments in self._kept() if with_moments else ():
            size = len(_bytes_of(moments))
            _set_from(moments, rest[:size])
            rest = rest[size:]

    def state_bytes(self) -> int:
        """How long a state is."""
        return _OWN_BYTES + sum(len(_bytes_of(moments)) for moments in self._kept())

    def _kept(self) -> list[Any]:
        return [moments for moments in (self.observations, self.returns) if moments is not None]


_OWN_BYTES = 5


def _bytes_of(moments: Any) -> bytes:
    """A letter for the dtype, which the first update decides, then the numbers as float64."""
    mean, var = np.asarray(moments.mean), np.asarray(moments.var)
    numbers = np.concatenate([mean.ravel(), var.ravel(), [moments.count]], dtype=np.float64)
    return bytes(mean.dtype.char.encode() + numbers.tobytes())


def _set_from(moments: Any, state: bytes) -> None:
    shape = np.shape(moments.mean)
    numbers = np.frombuffer(state, np.float64, offset=1)
    mean, var = numbers[:-1].astype(state[:1].decode()).reshape(2, *shape)
    moments.mean, moments.var, moments.count = mean, var, float(numbers[-1])
