# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tabular Q-learning as an actor of Acme learns to walk along a cliff."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
from parallel_pool.acme import EnvironmentLoop

# isort: split
from acme import core, specs  # imports launchpad, so parallel_pool.acme comes first
from acme.utils import loggers


class QLearning(core.Actor):
    """Acts by a table of action values, and updates it after every time step."""

    def __init__(self, environment: specs.EnvironmentSpec, seed: int = 0) -> None:
        states, actions = environment.observations.num_values, environment.actions.num_values
        self.values = np.zeros((states, actions))
        self.exploration = 0.1
        self._rng = np.random.default_rng(seed)

    def select_action(self, observation: Any) -> int:
        """A random action now and then, the best one otherwise."""
        if self._rng.random() < self.exploration:
            return int(self._rng.integers(self.values.shape[1]))
        return int(self.values[observation].argmax())

    def observe_first(self, timestep: Any) -> None:
        """Begins an episode."""
        self._state = timestep.observation

    def observe(self, action: Any, next_timestep: Any) -> None:
        """Learns from a step."""
        following = self.values[next_timestep.observation].max()
        target = next_timestep.reward + next_timestep.discount * following
        self.values[self._state, action] += 0.5 * (target - self.values[self._state, action])
        self._state = next_timestep.observation

    def update(self, wait: bool = False) -> None:
        """Does nothing: `observe` learns."""


def main(episodes: int = 300, seed: int = 0) -> float:
    """Trains, and returns the return of an episode without exploration; the best is -13."""
    env = parallel_pool.DmEnv("CliffWalking-v1", seed=seed, max_episode_steps=500)
    actor = QLearning(specs.make_environment_spec(env), seed)
    loop = EnvironmentLoop(env, actor, logger=loggers.NoOpLogger())
    loop.run(num_episodes=episodes)
    actor.exploration = 0.0
    result = float(loop.run_episode()["episode_return"])
    print(f"return: {result:.0f}")
    return result


if __name__ == "__main__":
    main()
