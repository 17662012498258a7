# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments whose steps cost nothing, compute, sleep, or are uneven."""

from __future__ import annotations

import time
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces


class Trivial(gymnasium.Env[Any, Any]):
    """Hands out the same observation at every step."""

    action_space = spaces.Discrete(2)

    def __init__(self, space: spaces.Space[Any]) -> None:
        self.observation_space = space
        self.observation = space.sample()

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return self.observation, {}

    def step(self, action: Any) -> Any:
        self.work()
        return self.observation, 1.0, False, False, self.info()

    def work(self) -> None:
        """What a step costs."""

    def info(self) -> dict[str, Any]:
        return {}


def small() -> Trivial:
    return Trivial(spaces.Box(-1, 1, (4,), np.float32))


def image() -> Trivial:
    return Trivial(spaces.Box(0, 255, (84, 84, 4), np.uint8))


def dictionary() -> Trivial:
    box = spaces.Box(-1, 1, (8,), np.float32)
    return Trivial(spaces.Dict(a=box, b=box, c=spaces.Discrete(5), d=spaces.MultiBinary(3), e=box))


class Telling(Trivial):
    """Has an info of four numbers."""

    action_space = spaces.Box(-1, 1, (3,), np.float32)

    def __init__(self) -> None:
        super().__init__(spaces.Box(-1, 1, (4,), np.float32))

    def info(self) -> dict[str, Any]:
        return {"x": 1.0, "y": 2.0, "z": 3.0, "reward": 0.5}


class Busy(Trivial):
    """Computes for a millisecond."""

    def __init__(self) -> None:
        super().__init__(spaces.Box(-1, 1, (4,), np.float32))

    def work(self) -> None:
        end = time.thread_time() + 1e-3
        while time.thread_time() < end:
            pass


class Asleep(Busy):
    """Sleeps for a millisecond, as one that waits for another process does."""

    def work(self) -> None:
        time.sleep(1e-3)


class Uneven(Busy):
    """Takes 0.2 ms, and now and then 5 ms."""

    def __init__(self) -> None:
        super().__init__()
        self.random = np.random.default_rng()

    def work(self) -> None:
        time.sleep(5e-3 if self.random.random() < 0.05 else 2e-4)


def cartpole() -> gymnasium.Env[Any, Any]:
    return gymnasium.make("CartPole-v1")


def half_cheetah() -> gymnasium.Env[Any, Any]:
    return gymnasium.make("HalfCheetah-v5")
