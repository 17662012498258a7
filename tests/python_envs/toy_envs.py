# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Small environments in Python that do as they are told."""

from __future__ import annotations

import copy
import ctypes
import os
import signal
import subprocess
import time
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

GO_ON, RAISE, KILL, SEGFAULT, HANG, LEAVE, SLEEP, END, ODD = range(9)


class OddError(Exception):
    """Cannot be made again from its arguments, so it does not survive pickling."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"odd {one} {two}")


class Obedient(gymnasium.Env[np.ndarray, int]):
    """Does what its action says; observes how many steps its episode has had."""

    observation_space = spaces.Box(-np.inf, np.inf, (3,), np.float32)
    action_space = spaces.Discrete(9)
    metadata = {"render_modes": ["rgb_array"]}  # noqa: RUF012

    def __init__(self, name: str = "obedient", sleep_s: float = 0.2) -> None:
        self.name = name
        self.sleep_s = sleep_s
        self.steps = 0
        self.render_mode = "rgb_array"

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.steps = 0
        info = {"pid": os.getpid(), "draw": self.np_random.integers(1 << 30)}
        if options is not None:
            info["options"] = options
            if options.get("fail"):
                raise RuntimeError("asked to fail at reset")
        return self._observe(), info

    def step(self, action: int) -> Any:
        self.steps += 1
        if action == RAISE:
            raise ValueError("asked to fail")
        if action == ODD:
            raise OddError(1, 2)
        if action == LEAVE:
            raise SystemExit(3)
        if action == KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        if action == SEGFAULT:
            ctypes.string_at(0)
        if action == HANG:
            time.sleep(1000)
        if action == SLEEP:
            time.sleep(self.sleep_s)
        return self._observe(), float(action), bool(action == END), False, {}

    def render(self) -> Any:
        return np.full((2, 2, 3), self.steps, np.uint8)

    def fail(self) -> None:
        raise ValueError("called to fail")

    def pid(self) -> int:
        return os.getpid()

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def start_child(self) -> int:
        """Starts a process that would outlive this one."""
        return subprocess.Popen(["sleep", "1000"]).pid

    def add(self, left: int, right: int = 0) -> int:
        return left + right + self.steps

    def _observe(self) -> np.ndarray:
        return np.full(3, self.steps, np.float32)


class Fixed(gymnasium.Env[Any, Any]):
    """Draws observations from any space, and infos of many kinds.

    Args:
        observation: the observation space.
        action: the action space; every step's action comes back in the info.
        length: steps of an episode.
    """

    def __init__(
        self, observation: spaces.Space[Any], action: spaces.Space[Any], length: int = 5
    ) -> None:
        self.observation_space = copy.deepcopy(observation)  # its generator is this one's own
        self.action_space = action
        self.length = length
        self.steps = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        if seed is not None:
            self.observation_space.seed(seed)
        self.steps = 0
        return self.observation_space.sample(), {}

    def step(self, action: Any) -> Any:
        self.steps += 1
        ended = self.steps >= self.length
        return self.observation_space.sample(), 0.5, ended, False, {"action": repr(action)}


class Infos(gymnasium.Env[int, int]):
    """Has infos of a kind: a function of the step count and a generator."""

    observation_space = spaces.Discrete(100)
    action_space = spaces.Discrete(2)

    def __init__(self, kind: Any, length: int = 4) -> None:
        self.kind = kind
        self.length = length
        self.steps = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.steps = 0
        return 0, self.kind(0, self.np_random)

    def step(self, action: int) -> Any:
        self.steps += 1
        info = self.kind(self.steps, self.np_random)
        return self.steps, 1, self.steps >= self.length, False, info
