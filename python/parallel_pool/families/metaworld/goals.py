# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Goals of MetaWorld's tasks by seed, and which of them an episode has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from parallel_pool.families.metaworld import task_class
from parallel_pool.pool.arguments import integer

Numbers = Sequence[float] | np.ndarray

GOALS = 50


def goals_used(total: int | None, shares: int) -> int:
    """How many goals a task has: all or the first `total`, in equal shares.

    Raises:
        ValueError, TypeError: `total` is invalid, or the shares are not equal.
    """
    used = GOALS if total is None else min(integer("total_tasks_per_cls", total, 1), GOALS)
    if used % shares:
        raise ValueError(
            f"{shares} environments cannot divide {used} goals equally: the number of "
            f"environments of a task must be a divisor of {used}"
        )
    return used


class Goals:
    """The part of a task that draws goals.

    Attributes:
        low: the least numbers that an episode's vector has.
        high: the greatest.
        apart: how far the two places in a vector are apart at least; 0 if there is one place.
    """

    low: ClassVar[Numbers]
    high: ClassVar[Numbers]
    apart: ClassVar[float] = 0.0

    # Options of the task, and what it is given.
    goals_from: int
    drawn_after: Sequence[str]
    task_select: str
    divided: bool
    total_tasks_per_cls: int | None
    seeds: Mapping[int, int]
    given: Mapping[int, Mapping[str, Any]]
    array: Callable[..., np.ndarray]

    def setup_goals(self, num_envs: int) -> None:
        """Makes the arrays of goals."""
        self.goals = self.array("goals", (GOALS, len(self.low)))
        self.shares = num_envs if self.divided else 1
        self.used = goals_used(self.total_tasks_per_cls, self.shares)
        if self.task_select == "pseudorandom":
            self.order = self.array("order", self.used // self.shares, np.int64)
            self.place_in_order = self.array("place_in_order", (), np.int64)

    def draw(self, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> np.ndarray:
        """The vectors of episodes that begin, one for each of these environments."""
        for i, seed in self.seeds.items():
            self.goals[i] = self.goals_of(seed)
            if self.task_select == "pseudorandom":
                self.order[i], self.place_in_order[i] = self._share(i), -1
        drawn = [self._number(int(i), one) for i, one in zip(ids, generators, strict=True)]
        vectors: np.ndarray = self.goals[ids, drawn]
        return vectors

    def goals_of(self, seed: int) -> np.ndarray:
        """The goals of `metaworld.MT1(name, seed)`, or of a benchmark with other tasks before."""
        seed += self.goals_from
        words = [seed >> shift & 0xFFFFFFFF for shift in range(0, max(seed.bit_length(), 1), 32)]
        random = np.random.RandomState(words[0] if len(words) == 1 else words)
        for id in self.drawn_after:
            task_class(id).draw_goals(random)
        return self.draw_goals(random)

    @classmethod
    def draw_goals(cls, random: np.random.RandomState) -> np.ndarray:
        """Draws all vectors as the reference does: by resets, which draw two and keep one."""
        low, high = np.array(cls.low, float), np.array(cls.high, float)

        def draw() -> np.ndarray:
            while True:
                vector = random.uniform(low, high, size=low.size)
                if cls.accepts(vector):
                    return vector

        goals = []
        for _ in range(GOALS):
            draw()
            goals.append(draw())
        return np.array(goals)

    @classmethod
    def accepts(cls, vector: np.ndarray) -> bool:
        """Whether a vector's two places are far enough apart."""
        if not cls.apart:
            return True
        return bool(np.linalg.norm(vector[:2] - vector[3:5]) >= cls.apart)

    def _share(self, i: int) -> np.ndarray:
        """The numbers of an environment's goals."""
        return np.arange(i % self.shares, self.used, self.shares)

    def _number(self, i: int, generator: np.random.Generator) -> int:
        """The number of an episode's goal."""
        if self.task_select == "random":
            return int(self._share(i)[generator.integers(self.used // self.shares)])
        if self.place_in_order[i] < 0 or self.given.get(i, {}).get("sample_task"):
            self.place_in_order[i] = (self.place_in_order[i] + 1) % len(self.order[i])
            if self.place_in_order[i] == 0:
                generator.shuffle(self.order[i])
        return int(self.order[i, self.place_in_order[i]])
