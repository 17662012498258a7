"""The rules of Corridor-v0 in plain Python, with which the tests compare the C++ class."""

from typing import Any

import gymnasium
import numpy as np


class CorridorTwin(gymnasium.Env[np.ndarray, np.int64]):
    """A slippery row of cells; the goal is the rightmost cell."""

    def __init__(self, length: int = 10, slip: float = 0.1) -> None:
        """Takes the options of the C++ class."""
        self.last = length - 1
        self.slip = slip
        self.position = 0
        self.observation_space = gymnasium.spaces.Box(0, self.last, (2,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(2)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts a new episode in the left half."""
        super().reset(seed=seed)
        self.position = int(self.np_random.integers(0, (self.last + 1) // 2))
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Moves one cell to the left (0) or right (1), or slips in the other direction."""
        slipped = bool(self.np_random.random() < self.slip)
        right = (action == 1) != slipped
        self.position = min(max(self.position + (1 if right else -1), 0), self.last)
        arrived = self.position == self.last
        reward = 1.0 if arrived else -0.01
        return self._observation(), reward, arrived, False, {"slipped": slipped}

    def _observation(self) -> np.ndarray:
        return np.array([self.position, self.last - self.position], dtype=np.float32)
