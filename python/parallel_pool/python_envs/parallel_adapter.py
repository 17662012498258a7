# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A `pettingzoo.ParallelEnv` as a worker steps it: with a row for each of its agents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

# For each agent that acts or has just acted: index, reward, terminated, truncated, observation.
Rows = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Any]


class ParallelAdapter(gymnasium.Env[Any, Any]):
    """Steps a parallel environment of PettingZoo's.

    An agent whose episode ends has a row in that step, and none in later ones. Actions have a row
    for each row of the last result. The episode ends when no agent is left.

    Attributes:
        agents: the names of all agents that there may be; ids of players are indices into it.
    """

    def __init__(self, env: Any) -> None:
        """Takes over an environment.

        Raises:
            ValueError: the agents have different spaces.
        """
        self.env = env
        self.agents: list[Any] = list(env.possible_agents)
        self.observation_space = _common("observation", self.agents, env.observation_space)
        self.action_space = _common("action", self.agents, env.action_space)
        self.metadata = dict(getattr(env, "metadata", None) or {})
        self.render_mode = getattr(env, "render_mode", None)
        self._index = {agent: i for i, agent in enumerate(self.agents)}
        self._shown: list[Any] = []  # who had a row in the last result

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, dict[str, Any]]:
        """A new episode."""
        observations, infos = self.env.reset(seed=seed, options=options)
        nothing = dict.fromkeys(observations, 0)
        return self._rows(observations, nothing, nothing, nothing), _told(infos)

    def step(self, actions: Any) -> tuple[Rows, float, bool, bool, dict[str, Any]]:
        """One step: `actions` has a row for each of those shown last."""
        alive = set(self.env.agents)
        given = {
            agent: _row(self.action_space, actions, i)
            for i, agent in enumerate(self._shown)
            if agent in alive
        }
        observations, rewards, terminations, truncations, infos = self.env.step(given)
        rows = self._rows(observations, rewards, terminations, truncations)
        over = not self.env.agents
        terminated = over and any(terminations.values())
        return rows, 0.0, terminated, over and not terminated, _told(infos)

    def _rows(
        self,
        observations: Mapping[Any, Any],
        rewards: Mapping[Any, Any],
        terminations: Mapping[Any, Any],
        truncations: Mapping[Any, Any],
    ) -> Rows:
        shown = sorted(observations, key=self._index.__getitem__)
        self._shown = shown
        return (
            np.array([self._index[agent] for agent in shown], np.int32),
            np.array([rewards.get(agent, 0) for agent in shown], np.float64),
            np.array([terminations.get(agent, False) for agent in shown], np.bool_),
            np.array([truncations.get(agent, False) for agent in shown], np.bool_),
            _stacked(self.observation_space, [observations[agent] for agent in shown]),
        )

    def get_wrapper_attr(self, name: str) -> Any:
        """The adapter's member, or the environment's own."""
        own = {"observation_space", "action_space", "metadata", "spec"}
        return getattr(self if name in own or not hasattr(self.env, name) else self.env, name)

    def set_wrapper_attr(self, name: str, value: Any, *, force: bool = True) -> bool:
        """Sets the environment's attribute."""
        setattr(self.env, name, value)
        return True

    def render(self) -> Any:
        """What the environment renders."""
        return self.env.render()

    def close(self) -> None:
        """Closes the environment."""
        self.env.close()


def _common(what: str, agents: list[Any], space_of: Callable[[Any], Any]) -> spaces.Space[Any]:
    """The space that all agents have."""
    first: spaces.Space[Any] = space_of(agents[0])
    for agent in agents:
        if space_of(agent) != first:
            raise ValueError(
                f"all agents must have the same {what} space, since each has a row of the same "
                f"form: {agents[0]!r} has {first}, {agent!r} has {space_of(agent)}; a wrapper can "
                "pad them"
            )
    return first


def _told(infos: Mapping[Any, Any]) -> dict[str, Any]:
    """Agents' infos by name; without those that say nothing."""
    return {str(agent): info for agent, info in infos.items() if info}


def _row(space: spaces.Space[Any], values: Any, row: int) -> Any:
    if isinstance(space, spaces.Dict):
        return {key: _row(part, values[key], row) for key, part in space.spaces.items()}
    if isinstance(space, spaces.Tuple):
        pairs = zip(space.spaces, values, strict=True)
        return tuple(_row(part, value, row) for part, value in pairs)
    return values[row]


def _stacked(space: spaces.Space[Any], values: list[Any]) -> Any:
    """The values of a list as arrays with a leading axis."""
    if isinstance(space, spaces.Dict):
        return {
            key: _stacked(part, [one[key] for one in values]) for key, part in space.spaces.items()
        }
    if isinstance(space, spaces.Tuple):
        return tuple(
            _stacked(part, [one[i] for one in values]) for i, part in enumerate(space.spaces)
        )
    shape = (len(values), *(space.shape or ()))
    return np.asarray(values, dtype=space.dtype).reshape(shape)
