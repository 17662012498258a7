# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""An independent model of Scripted-v0 and of the rules of episodes, in plain Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

GO_ON, TERMINATE, TRUNCATE, THROW, SPIN, SLEEP, THROW_LATER, THROW_NO_EXCEPTION = range(8)


@dataclass(frozen=True)
class Shown:
    """An observation."""

    counters: tuple[int, int, int, int]
    noise: float

    @classmethod
    def of(cls, observation: dict[str, Any]) -> Shown:
        """Reads a row of a batch, or a final observation."""
        noise, payload = observation["inner"]
        counters = tuple(int(x) for x in observation["counters"])
        assert (payload == counters[1] % 256).all()
        return cls(counters, float(noise))


@dataclass(frozen=True)
class Result:
    """The expected result of one task."""

    shown: Shown | None = None  # None: it fails
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    was_reset: bool = False
    final: Shown | None = None
    info: dict[str, Any] = field(default_factory=dict)


@dataclass
class ModelEnv:
    """One environment and its episode."""

    mode: AutoresetMode
    limit: int
    rng: np.random.Generator | None = None
    episodes: int = 0
    steps: int = 0
    last: int = -1
    offset: int = 0
    noise: float = 0.0
    elapsed: int = 0
    status: str = "fresh"  # or running, ended, failed

    @property
    def shown(self) -> Shown:
        return Shown((self.episodes, self.steps, self.last, self.offset), self.noise)

    def can_step(self) -> bool:
        blocked = {"fresh", "failed"} | (
            {"ended"} if self.mode == AutoresetMode.DISABLED else set()
        )
        return self.status not in blocked

    def reset(self, seed: int | None, offset: int = 0, fail: bool = False) -> Result:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        assert self.rng is not None
        self.episodes += 1
        self.steps = self.offset = offset
        self.last = -1
        if fail:
            self.status = "failed"
            return Result()
        self.noise = self.rng.random()
        self.elapsed = 0
        self.status = "running"
        info = {"steps": self.steps, "nested": {"fresh": (self.episodes, self.offset)}}
        return Result(self.shown, was_reset=True, info=info)

    def step(self, command: int) -> Result:
        if self.status == "ended" and self.mode == AutoresetMode.NEXT_STEP:
            return self.reset(None)
        assert self.rng is not None
        self.last = command
        if command in (THROW, THROW_NO_EXCEPTION):
            self.status = "failed"
            return Result()
        self.steps += 1
        self.noise = self.rng.random()
        self.elapsed += 1
        if command == THROW_LATER:
            self.status = "failed"
            return Result()
        terminated = command == TERMINATE
        truncated = command == TRUNCATE or self.elapsed >= self.limit
        reward = self.steps + 0.5 * command
        info = {"steps": self.steps, "nested": {"cost": self.noise * 2}}
        if not (terminated or truncated):
            return Result(self.shown, reward, info=info)
        if self.mode != AutoresetMode.SAME_STEP:
            self.status = "ended"
            return Result(self.shown, reward, terminated, truncated, info=info)
        final = self.shown
        fresh = self.reset(None)
        return Result(fresh.shown, reward, terminated, truncated, final=final, info=fresh.info)
