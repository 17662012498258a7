# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The AEC face: in many environments, one agent after the other takes its turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool.errors import ResetNeededError
from parallel_pool.faces.agents import AgentPool
from parallel_pool.faces.description_trees import Description, map_tree, tree_function
from parallel_pool.pool.arguments import Seed
from parallel_pool.pool.setup import PoolSetup


class TurnVectorEnv(AgentPool):
    """The agent-environment-cycle (AEC) API, for many environments in a C++ thread pool.

    `last` describes the agents whose turn it is, and `step` takes a move of each of them. An
    environment whose game is over is reset by the next step (NextStep), which ignores its action;
    or by `reset` alone (Disabled). There are no steps for agents whose game is over:
    `cumulative_rewards` and `observe` have what remains to be told.

    Attributes:
        agent_selection: int32 (num_envs,): whose turn it is, as an index into `possible_agents`.
        rewards: float64 (num_envs, agents): what the last move gave each agent.
        cumulative_rewards: float64 (num_envs, agents): the sum since each agent's last turn.
        terminations, truncations: bool (num_envs,): whose game is over.
        infos: the other infos of the environments, with a leading axis of environments.
    """

    def __init__(self, id: str, **keywords: Any) -> None:
        """See `parallel_pool.make`."""
        super().__init__(id, "aec", **keywords)

    def _start(self, *arguments: Any) -> None:
        super()._start(*arguments)
        self._begin()
        self.infos: dict[str, Any] = {}
        shape = self._present.shape
        self._observations: Any = map_tree(
            self._spec["observation"],
            lambda leaf: np.zeros((*shape, *leaf["shape"]), leaf["dtype"]),
        )
        self._spread = tree_function(self._spec["observation"], self._spreader)
        self._pick = tree_function(self._spec["observation"], lambda leaf: self._each)
        self._rows = np.arange(self.num_envs)
        mover = self._spec["mover"]
        self._not_told = ("players", mover, f"_{mover}")

    def _begin(self) -> None:
        """Nobody has made a move."""
        shape = self._present.shape
        self.agent_selection = np.zeros(self.num_envs, np.int32)
        self.rewards = np.zeros(shape)
        self.cumulative_rewards = np.zeros(shape)
        self.terminations = np.zeros(self.num_envs, bool)
        self.truncations = np.zeros(self.num_envs, bool)

    @classmethod
    def _check(cls, setup: PoolSetup, face: str) -> None:
        super()._check(setup, face)
        check_takes_turns(setup)

    def reset(self, seed: Seed = None, options: Mapping[str, Any] | None = None) -> None:
        """Resets environments.

        Args:
            seed: an int s seeds environment i with s + i; a sequence holds one seed (or None) for
                each environment. None continues the current random streams.
            options: the environment's reset options, and ``"reset_mask"``: a bool array of shape
                ``(num_envs,)`` that selects the environments to reset.

        Raises:
            As `PoolVectorEnv.reset`.
        """
        observations, infos, mask = self._reset(seed, options)
        self._observations = self._spread(observations)
        mover = infos.get(self._spec["mover"])
        if options is None:  # a tenth of a short game
            self._begin()
            self.agent_selection = self.agent_selection if mover is None else mover
        else:
            self.agent_selection = np.where(
                mask, 0 if mover is None else mover, self.agent_selection
            )
            self.rewards = np.where(mask[:, np.newaxis], 0.0, self.rewards)
            self.cumulative_rewards = np.where(mask[:, np.newaxis], 0.0, self.cumulative_rewards)
            self.terminations = self.terminations & ~mask
            self.truncations = self.truncations & ~mask
        self._keep_infos(infos)
        self.unfinished = False

    def step(self, actions: Any) -> None:
        """Makes a move in each environment.

        Args:
            actions: the action of the agent whose turn it is, in each environment: arrays with a
                leading axis of environments.

        Raises:
            As `PoolVectorEnv.step`.
        """
        ended = self.terminations, self.truncations
        observations, rewards, terminations, truncations, infos = self._step(actions)
        self._note(infos)
        self._observations = self._spread(observations)
        self.rewards = self._by_agent(rewards)
        sums = self.cumulative_rewards.copy()
        resets = self.autoreset_mode == AutoresetMode.NEXT_STEP
        if self.num_envs == 1:
            sums[0, self.agent_selection.item()] = 0.0
            resets = resets and (ended[0].item() or ended[1].item())
        else:
            sums[self._rows, self.agent_selection] = 0.0
        if resets:
            sums[ended[0] | ended[1]] = 0.0
        sums += self.rewards
        self.cumulative_rewards = sums
        self.terminations, self.truncations = terminations, truncations
        self.agent_selection = infos[self._spec["mover"]]
        self._keep_infos(infos)
        self.unfinished = False

    def last(self, observe: bool = True) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, Any]:
        """Describes the agents whose turn it is.

        Args:
            observe: return observations; otherwise None in their place.

        Returns:
            Their observations, rewards since their last turns (float64), terminations, truncations
            (bool) and infos, each with a leading axis of environments.

        Raises:
            ResetNeededError: the environments were never reset.
        """
        if not (self._present.item(0) or self._present.any()):
            raise ResetNeededError("the environments were never reset: call reset before last")
        self._check_finished()
        observations = self._of(self.agent_selection) if observe else None
        rewards = self._each(self.cumulative_rewards, self.agent_selection)
        return observations, rewards, self.terminations, self.truncations, self.infos

    def observe(self, agent: str) -> Any:
        """The observations of one agent, with a leading axis of environments."""
        return self._of(np.full(self.num_envs, self._index_of(agent)))

    def _index_of(self, agent: str) -> int:
        if agent not in self._observation_spaces:
            raise ValueError(
                f"there is no agent {agent!r}; the agents are {', '.join(self.possible_agents)}"
            )
        return self.possible_agents.index(agent)

    @property
    def action_mask(self) -> np.ndarray:
        """The legal actions of the agents whose turn it is, as their observations have them.

        Raises:
            AttributeError: the observations have no ``"action_mask"``.
        """
        if not isinstance(self._observations, dict) or "action_mask" not in self._observations:
            raise AttributeError(f"the observations of {self._id} have no action mask")
        return self._each(self._observations["action_mask"], self.agent_selection)

    def _of(self, agents: np.ndarray) -> Any:
        return self._pick(self._observations, agents)

    def _spreader(self, leaf: Description) -> Callable[[np.ndarray], np.ndarray]:
        """What `_leaf_by_agent` does with this leaf."""
        whole = (*self._present.shape, *leaf["shape"])
        count = self._present.size if leaf["per_player"] else -1
        return lambda array: (
            array.reshape(whole) if len(array) == count else self._leaf_by_agent(leaf, array)
        )

    def _each(self, array: np.ndarray, agents: np.ndarray) -> np.ndarray:
        """What an array has of one agent in each environment: a copy."""
        if self.num_envs == 1:  # in a third of the time
            return array[:, agents.item()].copy()
        part: np.ndarray = array[self._rows, agents]
        return part

    def _keep_infos(self, infos: dict[str, Any]) -> None:
        left_out = self._not_told
        self.infos = {name: value for name, value in infos.items() if name not in left_out}

    def _kept(self) -> list[np.ndarray]:
        facts: list[np.ndarray] = [self.agent_selection, self.rewards, self.cumulative_rewards]
        leaves: list[np.ndarray] = []
        map_tree(
            self._spec["observation"], lambda _, array: leaves.append(array), self._observations
        )
        return [self._present, *facts, self.terminations, self.truncations, *leaves]

    def _keep(self, arrays: list[np.ndarray]) -> None:
        rest = iter(arrays)
        self._present, self.agent_selection, self.rewards = next(rest), next(rest), next(rest)
        self.cumulative_rewards = next(rest)
        self.terminations, self.truncations = next(rest), next(rest)
        self._observations = map_tree(self._spec["observation"], lambda _: next(rest))


def check_takes_turns(setup: PoolSetup) -> None:
    """Refuses environments whose agents act at once."""
    if setup.spec.get("mover") is None:
        raise ValueError(f"all agents of {setup.env_type.id} act at once: use env_type='parallel'")
