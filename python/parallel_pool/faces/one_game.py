# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool of one game whose agents take turns, without arrays of many environments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from parallel_pool.faces.agents import AgentPool
from parallel_pool.faces.description_trees import map_tree, tree_function
from parallel_pool.faces.turn_vector_env import check_takes_turns
from parallel_pool.pool.arguments import Seed
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.spaces import Description

# Reads an agent's part of nested rows, a copy; the row of an absent agent is None.
Reader = Callable[[Any, int | None], Any]


class OneGame(AgentPool):
    """The rows of one game as the engine returned them last.

    After `reset` and `step` it is `unfinished` until its owner has noted what they say.

    Attributes:
        mover: whose turn it is, as an index into `possible_agents`.
        terminated, truncated: whether the game is over.
    """

    _mark = b"PPST game:"

    def __init__(self, id: str, **keywords: Any) -> None:
        """Takes the arguments of `parallel_pool.make` for one environment."""
        super().__init__(id, "aec", **keywords)

    def _start(self, *arguments: Any) -> None:
        super()._start(*arguments)
        self.mover = 0
        self.terminated = self.truncated = False
        node, agents = self._spec["observation"], len(self.possible_agents)
        self._read = reader_of(node)
        self._all_rows: tuple[int | None, ...] = tuple(range(agents))
        self._rows = self._all_rows
        self._observations: Any = map_tree(
            node,
            lambda leaf: np.zeros(
                (agents if leaf["per_player"] else 1, *leaf["shape"]), leaf["dtype"]
            ),
        )

    @classmethod
    def _check(cls, setup: PoolSetup, face: str) -> None:
        super()._check(setup, face)
        check_takes_turns(setup)

    def reset(self, seed: Seed = None, options: Mapping[str, Any] | None = None) -> None:
        """Starts a new game; see `TurnVectorEnv.reset`."""
        observations, infos, _ = self._reset(seed, options)
        self._take(observations, infos)
        self.terminated = self.truncated = False

    def step(self, actions: Any) -> list[float]:
        """Makes a move, and returns what it gave each agent.

        Args:
            actions: the mover's action as a batch of one row.

        Raises:
            As `PoolVectorEnv.step`.
        """
        observations, rewards, terminations, truncations, infos = self._step(actions)
        self._take(observations, infos)
        self.terminated, self.truncated = bool(terminations[0]), bool(truncations[0])
        given: list[float] = rewards.tolist()
        if self._rows is self._all_rows:
            return given
        return [0.0 if row is None else given[row] for row in self._rows]

    def observe(self, agent: int) -> Any:
        """What an agent, named by its index, observes now: a copy; zeros if it is absent."""
        return self._read(self._observations, self._rows[agent])

    def _take(self, observations: Any, infos: Mapping[str, Any]) -> None:
        self._observations = observations
        ids = infos["players"]["id"]
        if len(ids) == len(self._all_rows):
            self._rows = self._all_rows
        else:
            rows = {agent: row for row, agent in enumerate(ids.tolist())}
            self._rows = tuple(rows.get(agent) for agent in range(len(self._all_rows)))
        mover = infos.get(self._spec["mover"])
        self.mover = 0 if mover is None else mover.item()

    def _kept(self) -> list[np.ndarray]:
        seen: list[np.ndarray] = []
        self._present[:] = [row is not None for row in self._rows]
        map_tree(
            self._spec["observation"],
            lambda _, array: seen.append(array),
            self._tree_by_agent(self._spec["observation"], self._observations),
        )
        facts = np.array([[self.mover, self.terminated, self.truncated]])
        return [self._present, facts, *seen]

    def _keep(self, arrays: list[np.ndarray]) -> None:
        self._present, facts, *seen = arrays
        mover, terminated, truncated = facts[0].tolist()
        self.mover, self.terminated, self.truncated = mover, bool(terminated), bool(truncated)
        self._rows = tuple(
            agent if here else None for agent, here in enumerate(self._present[0].tolist())
        )
        if None not in self._rows:
            self._rows = self._all_rows
        rest = iter(seen)
        self._observations = map_tree(
            self._spec["observation"],
            lambda leaf: next(rest)[0] if leaf["per_player"] else next(rest)[:, 0],
        )


def reader_of(node: Description) -> Reader:
    """A function that reads values of this description."""
    return tree_function(node, _leaf_reader)


def _leaf_reader(leaf: Description) -> Reader:
    if not leaf["per_player"]:
        return lambda values, row: np.array(values[0])
    return lambda values, row: (
        np.zeros(leaf["shape"], leaf["dtype"]) if row is None else np.array(values[row])
    )
