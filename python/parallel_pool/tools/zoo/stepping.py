# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps one environment of any kind through its own interface, without a pool's adapters."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from gymnasium import spaces

from parallel_pool.python_envs.agent_facts import MOVER


class Result(NamedTuple):
    """What an environment returned, with a row for each agent in the order of `possible_agents`.

    Attributes:
        agents: the index of each row's agent; an environment without agents has one row.
        observations: one for each row.
        rewards: one for each row.
        ended: for each row, whether its agent's own episode was terminated, and truncated.
        terminated: whether the whole episode was terminated.
        truncated: whether the whole episode was truncated.
        info: the infos of all agents.
    """

    agents: list[int]
    observations: list[Any]
    rewards: list[Any]
    ended: list[tuple[bool, bool]]
    terminated: bool
    truncated: bool
    info: dict[str, Any]

    @property
    def over(self) -> bool:
        """Whether the episode ended."""
        return self.terminated or self.truncated


class Stepper(Protocol):
    """An environment, and how to step it."""

    env: Any

    def reset(self, seed: int | None) -> Result:
        """A new episode."""

    def step(self, actions: Sequence[Any]) -> Result:
        """One step with the actions of a `sample`."""

    def sample(self) -> list[Any]:
        """A random action for each that acts in the next step."""


class Alone:
    """A `gymnasium.Env`."""

    def __init__(self, env: Any) -> None:
        """Takes over an environment."""
        self.env = env

    def reset(self, seed: int | None) -> Result:
        """A new episode."""
        observation, info = self.env.reset(seed=seed)
        return Result([0], [observation], [0.0], [(False, False)], False, False, info)

    def step(self, actions: Sequence[Any]) -> Result:
        """One step with one action."""
        observation, reward, terminated, truncated, info = self.env.step(actions[0])
        flags = bool(terminated), bool(truncated)
        return Result([0], [observation], [reward], [flags], *flags, info)

    def sample(self) -> list[Any]:
        """One action."""
        return [self.env.action_space.sample()]


class Together:
    """A `pettingzoo.ParallelEnv`."""

    def __init__(self, env: Any) -> None:
        """Takes over an environment."""
        self.env = env
        self._shown: list[Any] = []

    def reset(self, seed: int | None) -> Result:
        """A new episode."""
        observations, infos = self.env.reset(seed=seed)
        return self._result(observations, {}, {}, {}, infos)

    def step(self, actions: Sequence[Any]) -> Result:
        """One step of all agents that live."""
        pairs = zip(self._shown, actions, strict=True)
        given = {agent: action for agent, action in pairs if agent in self.env.agents}
        return self._result(*self.env.step(given))

    def _result(
        self,
        observations: Mapping[Any, Any],
        rewards: Mapping[Any, Any],
        terminations: Mapping[Any, Any],
        truncations: Mapping[Any, Any],
        infos: Mapping[Any, Any],
    ) -> Result:
        self._shown = [agent for agent in self.env.possible_agents if agent in observations]
        over = not self.env.agents
        terminated = over and any(terminations.values())
        return _result(
            self.env,
            observations,
            rewards,
            (terminations, truncations),
            (terminated, over and not terminated),
            infos,
        )

    def sample(self) -> list[Any]:
        """An action for each agent with a row."""
        return [self.env.action_space(agent).sample() for agent in self._shown]


class InTurns:
    """A `pettingzoo.AECEnv`."""

    def __init__(self, env: Any) -> None:
        """Takes over an environment."""
        self.env = env

    def reset(self, seed: int | None) -> Result:
        """A new game."""
        self.env.reset(seed=seed)
        return self._result({})

    def step(self, actions: Sequence[Any]) -> Result:
        """A move; then agents whose episode has ended make the empty move that AEC requires."""
        self.env.step(actions[0])
        result = self._result(self.env.rewards)
        while self.env.agents and self._has_ended(self.env.agent_selection):
            self.env.step(None)
        if self.env.agents:
            result.info[MOVER] = self.env.possible_agents.index(self.env.agent_selection)
            return result
        terminated = any(terminated for terminated, _ in result.ended)
        return result._replace(terminated=terminated, truncated=not terminated)

    def _has_ended(self, agent: Any) -> bool:
        return bool(self.env.terminations[agent] or self.env.truncations[agent])

    def _result(self, rewards: Mapping[Any, Any]) -> Result:
        env = self.env
        observations = {agent: copy.deepcopy(env.observe(agent)) for agent in env.agents}
        flags = env.terminations, env.truncations
        infos = {agent: copy.deepcopy(env.infos[agent]) for agent in env.agents}
        result = _result(env, observations, rewards, flags, (False, False), infos)
        result.info[MOVER] = env.possible_agents.index(env.agent_selection)
        return result

    def sample(self) -> list[Any]:
        """A legal move of the agent whose turn it is."""
        env = self.env
        agent = env.agent_selection
        space: spaces.Space[Any] = env.action_space(agent)
        mask = env.infos.get(agent, {}).get("action_mask") if env.agents else None
        return [space.sample(mask)]


def _result(
    env: Any,
    observations: Mapping[Any, Any],
    rewards: Mapping[Any, Any],
    ended: tuple[Mapping[Any, Any], Mapping[Any, Any]],
    over: tuple[bool, bool],
    infos: Mapping[Any, Any],
) -> Result:
    """Sorts what agents got by agent."""
    shown = [agent for agent in env.possible_agents if agent in observations]
    terminations, truncations = ended
    return Result(
        [env.possible_agents.index(agent) for agent in shown],
        [observations[agent] for agent in shown],
        [rewards.get(agent, 0.0) for agent in shown],
        [(bool(terminations.get(a, False)), bool(truncations.get(a, False))) for a in shown],
        *over,
        {str(agent): info for agent, info in infos.items() if info},
    )


def stepper_of(env: Any) -> Stepper:
    """Steps what `as_gymnasium` gave; environments of agents without the pool's adapter."""
    if not hasattr(env, "takes_turns"):
        return Alone(env)
    return InTurns(env.env) if env.takes_turns else Together(env.env)
