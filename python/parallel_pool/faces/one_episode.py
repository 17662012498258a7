# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool of one environment whose agents act at once, without arrays of many environments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from parallel_pool.faces.description_trees import leaves_of, map_tree
from parallel_pool.faces.one_game import reader_of
from parallel_pool.faces.parallel_vector_env import ParallelVectorEnv


class Rows(NamedTuple):
    """A row for each agent, in the order of ``possible_agents``."""

    observations: list[Any]
    rewards: list[float]
    terminations: list[bool]
    truncations: list[bool]


class OneEpisode(ParallelVectorEnv):
    """A `ParallelVectorEnv` of one environment, with a shorter way to step it.

    The shorter way, `step_rows`, is for steps in which every agent acts and has a row. It leaves
    out what the batch does for absent agents, agents with unlike spaces and nested actions.
    """

    def _start(self, *arguments: Any) -> None:
        super()._start(*arguments)
        action, seen, told = (self._spec[part] for part in ("action", "observation", "info"))
        leaves = [action, *leaves_of(seen)]
        self._is_plain = not told["children"] and not any(
            "children" in leaf or "own" in leaf for leaf in leaves
        )
        self._read = reader_of(seen)

    def step_rows(self, actions: Mapping[str, Any]) -> Rows | None:
        """Steps the environment, or does nothing and returns None if `step` must be used.

        Raises:
            As `ParallelVectorEnv.step`.
        """
        agents = self.possible_agents
        if not self._is_plain or len(actions) != len(agents) or not self._alive.all():
            return None
        try:
            rows = np.array([actions[agent] for agent in agents])
        except (KeyError, ValueError):
            return None
        if rows.shape != (len(agents), *self._spec["action"]["shape"]):
            return None
        observations, rewards, ended, cut, infos = self._step(rows)
        self._note(infos)
        terminations, truncations = self._flags_by_agent(ended, cut, infos)
        over = terminations | truncations
        over[ended | cut] = True
        self._alive = self._present & ~over
        self.unfinished = False
        if not self._present.all():
            rewards = self._by_agent(rewards)[0]
            node = self._spec["observation"]
            spread = self._tree_by_agent(node, observations)
            observations = map_tree(node, lambda _, array: array[0], spread)
        return Rows(
            [self._read(observations, i) for i in range(len(agents))],
            rewards.tolist(),
            terminations[0].tolist(),
            truncations[0].tolist(),
        )
