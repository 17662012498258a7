# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How MetaWorld's wrappers normalise the rewards of each environment."""

from __future__ import annotations

import numpy as np


class ByReturns:
    """`gymnasium.wrappers.NormalizeReward` of each row: by the variance of discounted returns."""

    def __init__(self, count: int) -> None:
        """Of so many rows."""
        self._returns, self._mean = np.zeros(count), np.zeros(count)
        self._var, self._count = np.ones(count), np.full(count, 1e-4)

    def __call__(self, rewards: np.ndarray, ends: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """The rewards of a step, normalised.

        Args:
            rewards: float64.
            ends: which rows were terminated.
            rows: which rows were stepped; the others keep their moments.
        """
        returns = self._returns[rows] * 0.99 * (1 - ends[rows]) + rewards[rows]
        count, total = self._count[rows], self._count[rows] + 1
        delta = returns - self._mean[rows]
        self._mean[rows] += delta * 1 / total
        self._var[rows] = (
            self._var[rows] * count + 0.0 + np.square(delta) * count * 1 / total
        ) / total
        self._returns[rows], self._count[rows] = returns, total
        normalised = rewards.copy()
        normalised[rows] = rewards[rows] / np.sqrt(self._var[rows] + 1e-8)
        return normalised


class Exponential:
    """MetaWorld's `NormalizeRewardsExponential` of each row: by a moving variance."""

    def __init__(self, count: int, alpha: float = 0.001) -> None:
        """Of so many rows; `alpha` is the weight of a new reward."""
        self._alpha = alpha
        self._mean, self._var = np.zeros(count), np.ones(count)

    def __call__(self, rewards: np.ndarray, ends: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """As of `ByReturns`. As there, each reward is counted twice."""
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
