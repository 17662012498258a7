# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The environment that the rules check, and the error for a broken rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from parallel_pool import registry
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.keywords import normalise_config
from parallel_pool.making import make
from parallel_pool.testing.compare import describe_difference
from parallel_pool.testing.play import run
from parallel_pool.testing.trajectory import Trajectory

NUM_ENVS = 5
STEPS = 60


class ConformanceError(AssertionError):
    """An environment breaks a rule; the message names the rule, the environment and the place."""


@dataclass(frozen=True)
class Subject:
    """An environment under test."""

    id: str
    config: Mapping[str, Any] = field(default_factory=dict)
    random: bool = True

    def spec(self) -> dict[str, Any]:
        """The engine's description of its spaces; raises RuntimeError for one that cannot be."""
        env_type = registry.find(self.id)
        return env_type.spec(normalise_config(env_type, self.config))

    @property
    def multi_player(self) -> bool:
        """Whether it has a row for each player."""
        return bool(self.spec()["multi_player"])

    def make(self, **engine: Any) -> PoolVectorEnv:
        """A pool of it."""
        return make(self.id, **({"num_envs": NUM_ENVS} | engine | dict(self.config)))

    def trajectories(self, *, seed: int = 3, steps: int = STEPS, **engine: Any) -> list[Trajectory]:
        """Trajectories of a fresh pool."""
        envs = self.make(**engine)
        try:
            return run(envs, steps, seed=seed)
        finally:
            envs.close()


def require(condition: bool, message: str) -> None:
    """Raises `ConformanceError` with the message unless the condition holds."""
    if not condition:
        raise ConformanceError(message)


def require_same(left: Any, right: Any, what: str) -> None:
    """Raises `ConformanceError` if two values differ in any bit."""
    difference = describe_difference(left, right, "")
    require(difference is None, f"{what}: {difference}")
