# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Drivers that reach what random actions do not: crashes at speed, exits, arrivals and laps."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces


class Driver:
    """Chooses actions for an environment of the reference.

    Args:
        env: the environment, without wrappers.
        style: 0 acts at random, also beyond the bounds of continuous actions; 1 goes as fast as
            possible; 2 looks at the road.
        seed: of its own generator.
    """

    STYLES = 3

    def __init__(self, env: Any, style: int, seed: int) -> None:
        self.env = env
        self.style = style
        self.rng = np.random.default_rng(1000 + seed)

    def action(self, step: int) -> Any:
        """An action of the environment's space."""
        space = self.env.action_space
        if isinstance(space, spaces.Tuple):
            pairs = zip(space.spaces, self.env.controlled_vehicles, strict=True)
            return tuple(self._one(part, vehicle, step) for part, vehicle in pairs)
        return self._one(space, self.env.vehicle, step)

    def _one(self, space: spaces.Space[Any], vehicle: Any, step: int) -> Any:
        if isinstance(space, spaces.Discrete):
            return self._choose(int(space.n), vehicle, step)
        assert isinstance(space, spaces.Box)
        size = space.shape[0]
        if self.style == 0:
            return self.rng.uniform(-1.2, 1.2, size).astype(np.float32)
        if self.style == 1:
            return np.array([1.0] if size == 1 else [1.0, 0.0], np.float32)
        levers = [0.6 if step < 8 else 0.4 * self.rng.normal()] * (size - 1)
        return np.clip([*levers, self._steer(vehicle, step)], -1, 1).astype(np.float32)

    def _choose(self, count: int, vehicle: Any, step: int) -> int:
        if self.style == 0 or count not in (3, 5):
            return int(self.rng.integers(count))
        if self.style == 1:
            return 3 if count == 5 else 2
        if count == 3:  # brake for a while, then go
            return 0 if step < self.rng.integers(1, 8) else 2
        front, _ = self.env.road.neighbour_vehicles(vehicle)
        if front is not None and vehicle.lane_distance_to(front) < 30 and self.rng.random() < 0.7:
            return int(self.rng.choice([0, 2, 4]))
        return 3 if self.rng.random() < 0.6 else int(self.rng.choice([1, 2]))

    def _steer(self, vehicle: Any, step: int) -> float:
        """Along the lane on racetracks, and in curves elsewhere."""
        if "Racetrack" not in type(self.env).__name__:
            return float(0.25 * np.sin(0.3 * step) + 0.1 * self.rng.normal())
        along, beside = vehicle.lane.local_coordinates(vehicle.position)
        turn = vehicle.lane.heading_at(along + 5) - vehicle.heading
        turn = (turn + np.pi) % (2 * np.pi) - np.pi
        return float(1.2 * turn - 0.1 * beside + 0.03 * self.rng.normal())
