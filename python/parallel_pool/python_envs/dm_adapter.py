# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A `dm_env.Environment` as a `gymnasium.Env`, so that workers step both alike."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from dm_env import Environment, specs
from gymnasium import spaces


class DmAdapter(gymnasium.Env[Any, Any]):
    """Steps an environment of dm_env's.

    A last time step with discount 0 is a termination, one with another discount a truncation. The
    discount of every step is in the info. dm_env knows no seeds of resets: environments are seeded
    by their constructors, and a seed given here is refused.
    """

    is_adapter = True

    def __init__(self, env: Environment) -> None:
        """Takes over an environment."""
        self.env = env
        self.observation_space = space_of(env.observation_spec())
        self.action_space = space_of(env.action_spec())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new episode."""
        refuse_seeds(seed, options)
        return self.env.reset().observation, {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One step."""
        step = self.env.step(action)
        reward = 0.0 if step.reward is None else step.reward
        discount = 1.0 if step.discount is None else step.discount
        ended = step.last()
        over = bool(ended and not np.any(discount))
        return step.observation, reward, over, bool(ended and not over), {"discount": discount}

    def get_wrapper_attr(self, name: str) -> Any:
        """The adapter's member, or the environment's own."""
        own = {"observation_space", "action_space", "metadata", "render_mode", "spec"}
        return getattr(self if name in own or not hasattr(self.env, name) else self.env, name)

    def close(self) -> None:
        """Closes the environment."""
        self.env.close()


def refuse_seeds(seed: int | None, options: dict[str, Any] | None) -> None:
    """Raises ValueError if there is a seed or an option, of which dm_env knows nothing."""
    if seed is not None or options:
        raise ValueError("environments of dm_env take neither seeds nor options at a reset")


def space_of(spec: Any) -> spaces.Space[Any]:
    """The space of nested specs.

    Raises:
        TypeError: a spec for which there is no space.
    """
    if isinstance(spec, dict):
        return spaces.Dict({str(key): space_of(part) for key, part in spec.items()})
    if isinstance(spec, tuple | list):
        return spaces.Tuple([space_of(part) for part in spec])
    if isinstance(spec, specs.DiscreteArray):
        return spaces.Discrete(spec.num_values, dtype=spec.dtype.type)
    if isinstance(spec, specs.StringArray) or not isinstance(spec, specs.Array):
        raise TypeError(f"there is no space for the spec {spec!r}")
    low, high = _limits(spec.dtype)
    if isinstance(spec, specs.BoundedArray):
        low, high = spec.minimum, spec.maximum
    low, high = (np.broadcast_to(np.asarray(side, spec.dtype), spec.shape) for side in (low, high))
    return spaces.Box(low.copy(), high.copy(), dtype=spec.dtype.type)


def _limits(dtype: np.dtype[Any]) -> tuple[Any, Any]:
    if dtype.kind in "iu":
        return np.iinfo(dtype).min, np.iinfo(dtype).max
    return (False, True) if dtype.kind == "b" else (-np.inf, np.inf)
