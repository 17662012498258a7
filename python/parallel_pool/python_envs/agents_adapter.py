# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the adapters of PettingZoo's two kinds of environments have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import gymnasium
import numpy as np

from parallel_pool.python_envs import agent_spaces

# For each agent that has a row: index, reward, terminated, truncated, observation.
Rows = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Any]


class AgentsAdapter(gymnasium.Env[Any, Any]):
    """An environment of PettingZoo's, with a row for each agent.

    Attributes:
        agents: the names of all possible agents; ids of players are indices into it.
        takes_turns: whether one agent acts at a time, so that a step has one action.
        own_spaces: each agent's observation space and action space.
        shares: each agent's share of the two common spaces, where spaces differ.
    """

    is_adapter = True
    takes_turns = False

    def __init__(self, env: Any) -> None:
        """Takes over an environment.

        Raises:
            ValueError: the agents' spaces have no common space.
        """
        self.env = env
        self.agents: list[Any] = list(env.possible_agents)
        observed = [env.observation_space(agent) for agent in self.agents]
        acted = [env.action_space(agent) for agent in self.agents]
        self.own_spaces = list(zip(observed, acted, strict=True))
        common = agent_spaces.common_space
        self.observation_space, of_observed = common("observation", self.agents, observed)
        self.action_space, of_acted = common("action", self.agents, acted)
        self.shares = (of_observed, of_acted)
        self.metadata = dict(getattr(env, "metadata", None) or {})
        self.render_mode = getattr(env, "render_mode", None)
        self._index = {agent: i for i, agent in enumerate(self.agents)}
        self._observed: dict[Any, Any] = {}  # by those who have a row in the last result

    def _rows(
        self,
        observations: Mapping[Any, Any],
        rewards: Mapping[Any, Any],
        terminations: Mapping[Any, Any],
        truncations: Mapping[Any, Any],
    ) -> Rows:
        shown = sorted(observations, key=self._index.__getitem__)
        self._observed = {agent: observations[agent] for agent in shown}
        return (
            np.array([self._index[agent] for agent in shown], np.int32),
            np.array([rewards.get(agent, 0) for agent in shown], np.float64),
            np.array([terminations.get(agent, False) for agent in shown], np.bool_),
            np.array([truncations.get(agent, False) for agent in shown], np.bool_),
            agent_spaces.stacked(self.observation_space, list(self._observed.values())),
        )

    def _own_action(self, agent: Any, action: Any) -> Any:
        if not self.shares[1]:
            return action
        return agent_spaces.own_action(self.env.action_space(agent), action)

    @property
    def last_observations(self) -> dict[str, Any]:
        """The observations of the last result, by agent, as the environment has them."""
        return {str(agent): value for agent, value in self._observed.items()}

    def in_same_step(self, last: Rows, first: Rows) -> Rows:
        """The rows of a step that ended an episode and began another.

        Each agent of the two has a row: with the observation of the new episode, or zeros if it
        has no part in that, and with the reward and the flags of the old one, or zeros.
        """
        ids = np.union1d(last[0], first[0]).astype(np.int32)
        old, new = np.searchsorted(ids, last[0]), np.searchsorted(ids, first[0])

        def spread(values: Any, places: np.ndarray) -> Any:
            if isinstance(values, dict):
                return {key: spread(value, places) for key, value in values.items()}
            if isinstance(values, tuple):
                return tuple(spread(value, places) for value in values)
            out = np.zeros((len(ids), *values.shape[1:]), values.dtype)
            out[places] = values
            return out

        self._observed = {self.agents[i]: self._observed.get(self.agents[i]) for i in ids}
        reward, terminated, truncated = (spread(values, old) for values in last[1:4])
        return ids, reward, terminated, truncated, spread(first[4], new)

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


def told(infos: Mapping[Any, Any], agents: Iterable[Any]) -> dict[str, Any]:
    """Agents' infos by name, without empty ones."""
    return {str(agent): infos[agent] for agent in agents if infos.get(agent)}
