# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""An environment with goals, masks and attributes; apart, so that workers need not import torch."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces


class Puzzle(gymnasium.Env[Any, Any]):
    """Walks to a goal: observations as goal-conditioned algorithms want them."""

    observation_space = spaces.Dict(
        {
            "observation": spaces.Box(-9, 9, (2,), np.float32),
            "achieved_goal": spaces.Box(-9, 9, (1,), np.float32),
            "desired_goal": spaces.Box(-9, 9, (1,), np.float32),
        }
    )
    metadata = {"render_modes": ["rgb_array"]}  # noqa: RUF012

    def __init__(self, nested: bool = False, render_mode: str | None = "rgb_array") -> None:
        move = spaces.Box(-1, 1, (1,), np.float32)
        self.action_space = (
            spaces.Dict({"move": move, "turns": spaces.Discrete(3)}) if nested else move
        )
        self.render_mode = render_mode
        self.level, self.given, self.place, self.goal, self.steps = 1, None, 0.0, 0.0, 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.given, self.steps, self.place = options, 0, 0.0
        self.goal = self.np_random.uniform(-3, 3)
        return self._observe(), {"level": self.level}

    def step(self, action: Any) -> Any:
        turns = 1
        if isinstance(action, dict):
            action, turns = action["move"], int(action["turns"])
        self.place += float(action[0]) * turns
        self.steps += 1
        observed = self._observe()
        reward = self.compute_reward(observed["achieved_goal"], observed["desired_goal"], {})
        return observed, float(reward), False, self.steps == 5, {"turns": turns}

    def _observe(self) -> Any:
        seen = {"achieved_goal": [self.place], "desired_goal": [self.goal]}
        seen["observation"] = [self.place, self.steps]
        return {key: np.array(value, np.float32) for key, value in seen.items()}

    def compute_reward(self, achieved: Any, desired: Any, _: Any) -> Any:
        return -np.abs(achieved - desired)[..., 0]

    def action_masks(self) -> np.ndarray:
        return np.array([self.level > 0, True, self.level > 4])

    def set_level(self, level: int, *, twice: bool = False) -> int:
        self.level = level * (2 if twice else 1)
        return self.level

    def render(self) -> Any:
        return np.full((2, 2, 3), self.level, np.uint8)
