# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What is measured: environments, how many of them, and how they are stepped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parallel_pool import registry


@dataclass(frozen=True)
class Case:
    """One panel of the chart: every contender steps these environments.

    Attributes:
        id: the environment.
        num_envs: how many of them there are.
        num_threads: threads that a contender with a thread pool may use.
        batch_size: rows of a batch in async mode; None is sync mode.
    """

    id: str
    num_envs: int
    num_threads: int = 1
    batch_size: int | None = None

    @property
    def rows(self) -> int:
        """Environments stepped by one batch."""
        return self.batch_size or self.num_envs

    @property
    def label(self) -> str:
        """The case in words."""
        batches = f", batches of {self.batch_size}" if self.batch_size else ""
        return (
            f"{self.id}, {_counted(self.num_envs, 'environment')}{batches}, "
            f"{_counted(self.num_threads, 'thread')}"
        )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


CASES = (
    Case("CartPole-v1", 1),
    Case("CartPole-v1", 64),
    Case("CartPole-v1", 1024),
    Case("CartPole-v1", 1024, num_threads=2, batch_size=256),
    Case("Pendulum-v1", 1024),
    Case("MountainCar-v0", 1024),
    Case("MountainCarContinuous-v0", 1024),
    Case("Acrobot-v1", 1024),
    Case("FrozenLake-v1", 1024),
    Case("CliffWalking-v1", 1024),
    Case("Taxi-v4", 1024),
    Case("Blackjack-v1", 1024),
    Case("Catch-v0", 1024),
    Case("NChain-v0", 1024),
    Case("Pong-v5", 8),
    Case("Pong-v5", 64, num_threads=2, batch_size=16),
)

# What Stable-Baselines3 steps.
SB3_CASES = tuple(Case("CartPole-v1", size) for size in (16, 128, 1024))


def select(ids: Sequence[str] = (), sizes: Sequence[int] = ()) -> list[Case]:
    """The cases of `CASES` with these ids and numbers of environments; empty means any.

    What was asked for and is not in the list becomes a case of one thread in sync mode.

    Raises:
        UnknownEnvironmentError: an id that does not exist; the message names the nearest.
    """
    names = [registry.find(id).id for id in ids] or list(dict.fromkeys(case.id for case in CASES))
    selected: list[Case] = []
    for name in names:
        listed = [case for case in CASES if case.id == name]
        if not sizes:
            selected += listed or [Case(name, 1024)]
        for size in sizes:
            selected += [case for case in listed if case.num_envs == size] or [Case(name, size)]
    return list(dict.fromkeys(selected))
