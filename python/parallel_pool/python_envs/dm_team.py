# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A `dm_env.Environment` with a list of rewards, one for each player, as a parallel environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from dm_env import Environment

from parallel_pool.python_envs.dm_adapter import refuse_seeds, space_of

_Values = dict[str, Any]


def is_team(env: Environment) -> bool:
    """Whether rewards, observations and actions are lists with an entry for each player."""
    parts = (env.reward_spec(), env.observation_spec(), env.action_spec())
    return all(isinstance(part, list | tuple) for part in parts)


class DmTeam:
    """Has the members of a `pettingzoo.ParallelEnv` that a worker uses.

    The players are called ``player_0``, ``player_1`` and so on, in the order of the lists. An
    episode that ends with the discount 0 ends in a termination of all, another in a truncation.
    """

    is_adapter = True

    def __init__(self, env: Environment) -> None:
        """Takes over an environment."""
        self.env = env
        observed, acted = env.observation_spec(), env.action_spec()
        self.possible_agents = [f"player_{i}" for i in range(len(observed))]
        self.agents: list[str] = []
        self._observed = self._by_agent([space_of(spec) for spec in observed])
        self._acted = self._by_agent([space_of(spec) for spec in acted])

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of a player's observations."""
        space: gymnasium.Space[Any] = self._observed[agent]
        return space

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of a player's actions."""
        space: gymnasium.Space[Any] = self._acted[agent]
        return space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Values, _Values]:
        """A new episode."""
        refuse_seeds(seed, options)
        self.agents = [*self.possible_agents]
        return self._by_agent(self.env.reset().observation), {}

    def step(self, actions: _Values) -> tuple[_Values, _Values, _Values, _Values, _Values]:
        """One step of all players."""
        step = self.env.step([actions[agent] for agent in self.possible_agents])
        discount = 1.0 if step.discount is None else step.discount
        over = bool(step.last() and not np.any(discount))
        rewards = [0.0] * len(self.possible_agents) if step.reward is None else step.reward
        infos = {agent: {"discount": discount} for agent in self.agents}
        if step.last():
            self.agents = []
        return (
            self._by_agent(step.observation),
            self._by_agent(rewards),
            dict.fromkeys(self.possible_agents, over),
            dict.fromkeys(self.possible_agents, bool(step.last() and not over)),
            infos,
        )

    def close(self) -> None:
        """Closes the environment."""
        self.env.close()

    def _by_agent(self, values: Any) -> _Values:
        return dict(zip(self.possible_agents, values, strict=True))

    def __getattr__(self, name: str) -> Any:
        if name == "env":  # it is being unpickled
            raise AttributeError(name)
        return getattr(self.env, name)
