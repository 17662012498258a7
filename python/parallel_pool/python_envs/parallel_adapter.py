# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A `pettingzoo.ParallelEnv` as a worker steps it: with a row for each of its agents."""

from __future__ import annotations

from typing import Any

from parallel_pool.python_envs import agent_spaces
from parallel_pool.python_envs.agents_adapter import AgentsAdapter, Rows, told


class ParallelAdapter(AgentsAdapter):
    """Steps a parallel environment of PettingZoo's.

    An agent whose episode ends has a row in that step, and none in later ones. Actions have a row
    for each row of the last result. The episode ends when no agent is left.
    """

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, dict[str, Any]]:
        """A new episode."""
        observations, infos = self.env.reset(seed=seed, options=options)
        nothing = dict.fromkeys(observations, 0)
        return self._rows(observations, nothing, nothing, nothing), told(infos, infos)

    def step(self, actions: Any) -> tuple[Rows, float, bool, bool, dict[str, Any]]:
        """One step: `actions` has a row for each of those shown last."""
        alive = set(self.env.agents)
        given = {
            agent: self._own_action(agent, agent_spaces.row_of(self.action_space, actions, i))
            for i, agent in enumerate(self._observed)
            if agent in alive
        }
        observations, rewards, terminations, truncations, infos = self.env.step(given)
        rows = self._rows(observations, rewards, terminations, truncations)
        over = not self.env.agents
        terminated = over and any(terminations.values())
        return rows, 0.0, terminated, over and not terminated, told(infos, infos)
