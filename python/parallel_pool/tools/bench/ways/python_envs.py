# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ways of environments that are written in Python, which workers import from here."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from parallel_pool.python_envs.making import make_python
from parallel_pool.tools.bench.ways import openers
from parallel_pool.tools.bench.ways.measuring import OURS, Call, Way

_MANY = 8
_WORDS = ("go to the red ball", "pick up the key", "open the blue door")


class Numbers(gymnasium.Env[Any, Any]):
    """Shows four numbers."""

    action_space = spaces.Discrete(2)
    observation_space: spaces.Space[Any] = spaces.Box(-1, 1, (4,), np.float32)

    def __init__(self) -> None:
        """Begins at time step 0."""
        self._seen: Any = np.zeros(4, np.float32)
        self._steps = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """The same observation each time."""
        self._steps = 0
        return self._seen, {}

    def step(self, action: Any) -> Any:
        """Episodes of 100 time steps."""
        self._steps += 1
        return self._seen, 1.0, self._steps >= 100, False, self.info()

    def info(self) -> dict[str, Any]:
        """What is told beside the observation."""
        return {}


class Busy(Numbers):
    """Computes for 50 µs."""

    def info(self) -> dict[str, Any]:
        """Spends the time."""
        end = time.thread_time_ns() + 50_000
        while time.thread_time_ns() < end:
            pass
        return {}


class Texts(Numbers):
    """Shows a text."""

    observation_space = spaces.Text(32, charset=frozenset("abcdefghijklmnopqrstuvwxyz "))

    def __init__(self) -> None:
        """Always the same."""
        super().__init__()
        self._seen = _WORDS[0]


class Arrays(Numbers):
    """Tells of arrays."""

    def __init__(self) -> None:
        """An array like a frame's."""
        super().__init__()
        self._array = np.zeros((64, 64), np.uint8)

    def info(self) -> dict[str, Any]:
        """An array and a number."""
        return {"map": self._array, "distance": 1.5}


class Words(Arrays):
    """Tells of arrays and of a string."""

    def info(self) -> dict[str, Any]:
        """The string changes."""
        return super().info() | {"task": _WORDS[self._steps % 3]}


class Lists(Arrays):
    """Tells of arrays and of a list."""

    def info(self) -> dict[str, Any]:
        """The list has a number and a string."""
        return super().info() | {"events": [self._steps, "moved"]}


def ways() -> Iterator[Way]:
    """A step of eight environments of each class."""
    for env, name in (
        (Numbers, "trivial"),
        (Busy, "50 µs each"),
        (Texts, "observing texts"),
        (Arrays, "infos with an array"),
        (Words, "infos with an array and a string"),
        (Lists, "infos with an array and a list"),
    ):
        yield _steps_of(env, name)
    yield _steps_of(Numbers, "trivial, start_method='thread'", start_method="thread")


def _steps_of(env: type[Numbers], name: str, **options: Any) -> Way:
    def asynchronous() -> Any:
        # A plain fork would break this process's threads.
        multiprocessing.set_forkserver_preload(["parallel_pool.tools.bench.ways.python_envs"])
        return AsyncVectorEnv([env] * _MANY, context="forkserver")

    return Way(
        f"environments in Python: step of {_MANY}, {name}",
        {
            OURS: lambda: _batches(make_python(env, _MANY, **options)),
            "SyncVectorEnv": lambda: _batches(SyncVectorEnv([env] * _MANY)),
            "AsyncVectorEnv": lambda: _batches(asynchronous()),
        },
    )


def _batches(envs: Any) -> Call:
    return openers.batch_steps(envs, [np.zeros(_MANY, np.int64)] * openers.STEPS)
