# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""An environment with the interface of gym, from before Gymnasium, as a `gymnasium.Env`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

# With what gym's TimeLimit tells a truncation from a termination.
_TRUNCATED = "TimeLimit.truncated"


def has_foreign_spaces(env: Any) -> bool:
    """Whether an environment's spaces are those of gym, or of the environment's own package."""
    found = [getattr(env, f"{what}_space", None) for what in ("observation", "action")]
    return not any(one is None or isinstance(one, spaces.Space) for one in found)


@dataclass(frozen=True)
class MakeOldGym:
    """Makes an environment with gym's interface, whatever its spaces are."""

    function: Callable[[], Any]

    def __call__(self) -> OldGymAdapter:
        """A new environment."""
        return OldGymAdapter(self.function())


class OldGymAdapter(gymnasium.Env[Any, Any]):
    """Steps an environment with the interface of gym, in any of its versions.

    ``step`` may return four values, of which the third says that the episode is over: this is a
    truncation if the info has a true ``"TimeLimit.truncated"``, and a termination otherwise.
    ``reset`` may return an observation alone. A seed goes to ``reset``, or to the method ``seed``
    if ``reset`` takes none; environments that have neither are seeded by their constructors.
    """

    is_adapter = True

    def __init__(self, env: Any) -> None:
        """Takes over an environment."""
        self.env = env
        self.observation_space = space_of(env.observation_space)
        self.action_space = space_of(env.action_space)
        self.metadata = dict(getattr(env, "metadata", None) or {})
        self.render_mode = getattr(env, "render_mode", None)
        self._takes = _keywords_of(env.reset)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new episode.

        Raises:
            ValueError: options are given, and the environment takes none.
        """
        given: dict[str, Any] = {}
        if seed is not None:
            if "seed" in self._takes:
                given["seed"] = seed
            elif callable(getattr(self.env, "seed", None)):
                self.env.seed(seed)
        if options:
            if "options" not in self._takes:
                raise ValueError(f"{self.env!r} takes no options at a reset, got {options!r}")
            given["options"] = options
        if "return_info" in self._takes:  # gym 0.22 to 0.25
            given["return_info"] = True
        result = self.env.reset(**given)
        if isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict):
            return result
        return result, {}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """One step."""
        result = self.env.step(action)
        if len(result) != 4:
            return result  # type: ignore[no-any-return]
        observation, reward, done, info = result
        truncated = bool(done and info.get(_TRUNCATED, False))
        return observation, reward, bool(done and not truncated), truncated, info

    def render(self) -> Any:
        """What the environment renders."""
        if self.render_mode is None and "mode" in _keywords_of(self.env.render):
            return self.env.render(mode="rgb_array")
        return self.env.render()

    def get_wrapper_attr(self, name: str) -> Any:
        """The adapter's member, or the environment's own."""
        own = {"observation_space", "action_space", "metadata", "spec", "render"}
        return getattr(self if name in own or not hasattr(self.env, name) else self.env, name)

    def set_wrapper_attr(self, name: str, value: Any, *, force: bool = True) -> bool:
        """Sets the environment's attribute."""
        setattr(self.env, name, value)
        return True

    def close(self) -> None:
        """Closes the environment."""
        if hasattr(self.env, "close"):
            self.env.close()


def space_of(space: Any) -> spaces.Space[Any]:
    """Gymnasium's space for one of gym's, which is known by its attributes.

    Raises:
        TypeError: there is no such space.
    """
    if isinstance(space, spaces.Space):
        return space
    parts = getattr(space, "spaces", None)
    if isinstance(parts, tuple | list):
        return spaces.Tuple([space_of(part) for part in parts])
    if parts is not None:
        return spaces.Dict({str(key): space_of(part) for key, part in parts.items()})
    if hasattr(space, "nvec"):
        return spaces.MultiDiscrete(space.nvec)
    if hasattr(space, "low") and hasattr(space, "high"):
        dtype: Any = np.dtype(space.dtype).type
        low, high = (np.broadcast_to(side, space.shape) for side in (space.low, space.high))
        return spaces.Box(low.astype(dtype), high.astype(dtype), dtype=dtype)
    if hasattr(space, "n"):
        if type(space).__name__ == "MultiBinary":
            return spaces.MultiBinary(space.n)
        return spaces.Discrete(int(space.n), start=int(getattr(space, "start", 0)))
    raise TypeError(f"there is no space of Gymnasium's for {space!r}")


def _keywords_of(function: Any) -> set[str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return set()
    if any(one.kind is one.VAR_KEYWORD for one in parameters):  # a wrapper; ask what is below it
        inner = getattr(getattr(function, "__self__", None), "env", None)
        return set() if inner is None else _keywords_of(getattr(inner, function.__name__))
    return {one.name for one in parameters}
