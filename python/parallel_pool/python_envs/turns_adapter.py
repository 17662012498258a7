# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Adapter of `pettingzoo.AECEnv`: one agent acts in each step, and all living ones have rows."""

from __future__ import annotations

import copy
from typing import Any

from parallel_pool.python_envs import agent_spaces
from parallel_pool.python_envs.agent_facts import MOVER
from parallel_pool.python_envs.agents_adapter import AgentsAdapter, Rows, told


class TurnsAdapter(AgentsAdapter):
    """Steps an environment of PettingZoo's whose agents take turns.

    The action is that of the agent whose turn it is. Every agent that lives has a row with its
    observation and its reward for the last move. An agent whose episode ends has a row in that
    step, and none in later ones. The step with the action None that PettingZoo requires for it is
    made at once. The episode ends when no agent is left.
    """

    takes_turns = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, dict[str, Any]]:
        """A new game."""
        self.env.reset(seed=seed, options=options)
        return self._shown({}), self._told()

    def step(self, action: Any) -> tuple[Rows, float, bool, bool, dict[str, Any]]:
        """A move."""
        env = self.env
        env.step(self._own_action(env.agent_selection, action))
        rows = self._shown(env.rewards)
        terminated = any(env.terminations.values())
        info = self._told()
        if env.agents and self._is_over(env.agent_selection):
            info = copy.deepcopy(info)  # the steps below may change it
        while env.agents and self._is_over(env.agent_selection):
            env.step(None)
        over = not env.agents
        if not over:
            info[MOVER] = self._index[env.agent_selection]
        return rows, 0.0, over and terminated, over and not terminated, info

    def _is_over(self, agent: Any) -> bool:
        return bool(self.env.terminations[agent] or self.env.truncations[agent])

    def _shown(self, rewards: dict[Any, Any]) -> Rows:
        env = self.env
        observations = {agent: agent_spaces.snapshot(env.observe(agent)) for agent in env.agents}
        return self._rows(observations, rewards, env.terminations, env.truncations)

    def _told(self) -> dict[str, Any]:
        info = told(self.env.infos, self.env.agents)
        return info | {MOVER: self._index[self.env.agent_selection]}
