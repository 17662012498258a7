# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The parallel face: all agents of many environments act at once, with an array for each agent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool.errors import InvalidActionError
from parallel_pool.faces.agents import AgentPool
from parallel_pool.faces.description_trees import (
    Description,
    leaves_of,
    map_tree,
    own_description,
    own_elements,
)
from parallel_pool.pool.arguments import Seed
from parallel_pool.pool.setup import PoolSetup

LAYOUTS = ("dict", "stacked")


class ParallelVectorEnv(AgentPool):
    """The parallel API of multi-agent libraries, for many environments in a C++ thread pool.

    With ``layout="dict"``, values are dicts from agents to arrays with a leading axis of
    environments. With ``layout="stacked"``, they are arrays of shape (num_envs, agents, ...). Both
    are views of the same memory, unless agents are absent. The rows of absent agents are zero.

    Where agents have unlike spaces, each agent of a dict has arrays for its own. Stacked arrays
    have room for all of them: an agent's values come first, observations end with zeros, elements
    of actions beyond an agent's own are not read, and choices beyond its own count as 0.

    An agent whose episode ends has its last observation, reward and flags in that step. An
    environment in which nobody is left is reset by the next step (NextStep), which takes no action
    of its agents and returns reward 0 and False flags; or by `reset` alone (Disabled).

    Attributes:
        layout: how values are arranged.
        agents: the names of the agents that live in some environment.
    """

    def __init__(
        self, id: str, layout: Literal["dict", "stacked"] = "dict", **keywords: Any
    ) -> None:
        """See `parallel_pool.make`."""
        self.layout = checked_layout(layout)
        super().__init__(id, "parallel", **keywords)
        if layout != "dict":
            self._keywords["layout"] = layout

    def _start(self, *arguments: Any) -> None:
        super()._start(*arguments)
        self._alive: np.ndarray = np.zeros_like(self._present)
        node = self._spec["action"]
        self._own_actions = [own_description(node, i) for i in range(len(self.possible_agents))]

    @classmethod
    def _check(cls, setup: PoolSetup, face: str) -> None:
        super()._check(setup, face)
        id = setup.env_type.id
        if setup.spec.get("mover") is not None:
            raise ValueError(
                f"the agents of {id} take turns, so they cannot act at once: use env_type='aec'"
            )
        if not all(leaf["per_player"] for leaf in leaves_of(setup.spec["action"])):
            raise ValueError(f"not all actions of {id} belong to an agent: use another env_type")

    @property
    def alive(self) -> Any:
        """Who acts in the next step: bool, a dict of (num_envs,) or (num_envs, agents)."""
        return self._arranged_array(self._alive.copy())

    @property
    def agents(self) -> list[str]:
        """The names of the agents that live in some environment."""
        some: Any = self._alive[0] if self.num_envs == 1 else self._alive.any(axis=0)
        living: list[bool] = some.tolist()
        return [agent for i, agent in enumerate(self.possible_agents) if living[i]]

    def reset(self, seed: Seed = None, options: Mapping[str, Any] | None = None) -> tuple[Any, Any]:
        """Resets environments.

        Args:
            seed: an int s seeds environment i with s + i; a sequence holds one seed (or None) for
                each environment. None continues the current random streams.
            options: the environment's reset options, and ``"reset_mask"``: a bool array of shape
                ``(num_envs,)`` that selects the environments to reset.

        Returns:
            Observations and infos, arranged by the layout.

        Raises:
            As `PoolVectorEnv.reset`.
        """
        observations, infos, mask = self._reset(seed, options)
        self._alive[mask] = self._present[mask]
        self.unfinished = False
        return self._observed(observations), self._told(infos)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Any]:
        """Steps all environments.

        Args:
            actions: arranged by the layout, with a leading axis of environments. In a dict, agents
                that live in no environment may be left out. What is given for agents that do not
                live is not used, but must be an action.

        Returns:
            Observations, rewards (float64), terminations, truncations (bool) and infos, arranged by
            the layout.

        Raises:
            InvalidActionError: an action is out of range, NaN or infinite; nothing was stepped.
            TypeError, ValueError: an agent is unknown or lacks actions, or actions have a wrong
                dtype or shape; nothing was stepped.
            ResetNeededError: an environment cannot be stepped.
            EnvironmentFailure: environments threw.
        """
        stacked = self._stacked(actions) if self.layout == "dict" else self._checked(actions)
        rows = map_tree(self._spec["action"], self._rows_of, stacked)
        observations, rewards, ended, cut, infos = self._step(rows)
        self._note(infos)
        terminations, truncations = self._flags_by_agent(ended, cut, infos)
        over = terminations | truncations
        # With SameStep, the agents of a new episode have a row already.
        over[ended | cut] = self.autoreset_mode != AutoresetMode.SAME_STEP
        self._alive = self._present & ~over
        self.unfinished = False
        return (
            self._observed(observations),
            self._arranged_array(self._by_agent(rewards)),
            self._arranged_array(terminations),
            self._arranged_array(truncations),
            self._told(infos),
        )

    def _rows_of(self, leaf: Description, array: np.ndarray) -> np.ndarray:
        """The actions of agents that have rows, from those of all agents."""
        if self._present.all():
            return array.reshape(-1, *leaf["shape"])
        return array[self._present]

    def _kept(self) -> list[np.ndarray]:
        return [self._present, self._alive]

    def _keep(self, arrays: list[np.ndarray]) -> None:
        self._present, self._alive = arrays

    # --- Actions --------------------------------------------------------------------------------

    def _stacked(self, actions: Any) -> Any:
        """The actions of a dict as arrays of shape (num_envs, agents, ...)."""
        if not isinstance(actions, Mapping):
            raise TypeError(
                f"actions must be a dict from agents to arrays, got {type(actions).__name__}"
            )
        unknown = [agent for agent in actions if agent not in self._action_spaces]
        if unknown:
            raise ValueError(
                f"actions have the unknown agent {unknown[0]!r}; the agents are "
                f"{', '.join(self.possible_agents)}"
            )
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"actions lack the agent {missing[0]!r}, which lives")
        node = self._spec["action"]
        given = []
        for i, agent in enumerate(self.possible_agents):
            own, path = self._own_actions[i], f"actions[{agent!r}]"
            value = actions[agent] if agent in actions else map_tree(own, self._any_actions)
            self._check_structure(own, value, path, (self.num_envs,))
            room = partial(_with_room, agent=i, path=path)
            given.append(map_tree(node, room, value))
        return map_tree(node, lambda _, *arrays: np.stack(arrays, axis=1), *given)

    def _checked(self, actions: Any) -> Any:
        node = self._spec["action"]
        self._check_structure(node, actions, "actions", self._present.shape)
        return map_tree(node, lambda _, array: np.asarray(array), actions)

    def _check_structure(
        self, node: Description, value: Any, path: str, lead: tuple[int, ...]
    ) -> None:
        if node["kind"] == "Dict":
            names = [child["name"] for child in node["children"]]
            if not isinstance(value, Mapping) or set(value) != set(names):
                raise ValueError(f"{path} must be a dict with the keys {names}, got {value!r}")
            for child in node["children"]:
                self._check_structure(
                    child, value[child["name"]], f"{path}[{child['name']!r}]", lead
                )
        elif node["kind"] == "Tuple":
            if not isinstance(value, tuple | list) or len(value) != len(node["children"]):
                raise ValueError(f"{path} must be a tuple of {len(node['children'])}")
            for i, child in enumerate(node["children"]):
                self._check_structure(child, value[i], f"{path}[{i}]", lead)
        else:
            expected = (*lead, *node["shape"])
            if np.shape(value) != expected:
                raise ValueError(f"{path} must have shape {expected}, got {np.shape(value)}")

    def _any_actions(self, leaf: Description) -> np.ndarray:
        """Valid actions for an agent that lives in no environment."""
        low = leaf["low"] if leaf["kind"] == "Box" else leaf.get("start", 0)
        value = np.reshape(low, leaf["shape"]) if np.size(low) > 1 else np.ravel(low)[0]
        finite = np.where(np.isfinite(value), value, 0)
        return np.full((self.num_envs, *leaf["shape"]), finite, leaf["dtype"])

    # --- Results --------------------------------------------------------------------------------

    def _observed(self, observations: Any) -> Any:
        whole = self._tree_by_agent(self._spec["observation"], observations)
        return self._arranged(self._spec["observation"], whole)

    def _told(self, infos: dict[str, Any]) -> Any:
        parts = [child for child in self._spec["info"]["children"] if child["name"] in infos]
        node = {"kind": "Dict", "children": parts}
        told = self._tree_by_agent(node, {part["name"]: infos[part["name"]] for part in parts})
        return self._arranged(node, told)

    def _arranged(self, node: Description, values: Any) -> Any:
        """Nested arrays of shape (num_envs, agents, ...), as the layout has them."""
        if self.layout == "stacked":
            return values
        return {
            agent: map_tree(
                node, lambda leaf, array, i=i: own_elements(leaf, array[:, i], i), values
            )
            for i, agent in enumerate(self.possible_agents)
        }

    def _arranged_array(self, array: np.ndarray) -> Any:
        if self.layout == "stacked":
            return array
        return {agent: array[:, i] for i, agent in enumerate(self.possible_agents)}


def checked_layout(layout: Any) -> str:
    """The layout; raises ValueError if there is no such."""
    if layout not in LAYOUTS:
        raise ValueError(f"layout must be one of {[*LAYOUTS]}, got {layout!r}")
    return str(layout)


def _with_room(leaf: Description, value: Any, agent: int, path: str) -> np.ndarray:
    """An agent's actions with as much room as the agent with most needs."""
    array = np.asarray(value)
    if "own" not in leaf:
        return array
    share = leaf["own"][agent]
    if leaf["shape"]:
        return np.pad(array, ((0, 0), (0, leaf["shape"][0] - share)))
    if np.issubdtype(array.dtype, np.integer):
        beyond = np.flatnonzero((array < 0) | (array >= share))
        if beyond.size:
            raise InvalidActionError(
                f"{path} is {array[beyond[0]]} in environment {beyond[0]}, but must lie in "
                f"0..{share - 1}"
            )
    return array
