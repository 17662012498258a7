# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the faces with named agents share: arrays with an axis of agents, from a batch's rows."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool._core import sealed, unsealed
from parallel_pool.errors import PoolError, ResetNeededError, StateError
from parallel_pool.faces.description_trees import (
    Description,
    leaves_of,
    map_tree,
    own_description,
)
from parallel_pool.pool.arguments import Seed, env_ids_of
from parallel_pool.pool.engine import Engine
from parallel_pool.pool.members import PoolMembers
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.pool.state import checked_states, write_states
from parallel_pool.rendering import render_metadata
from parallel_pool.spaces import make_space

# What a pool refuses before it changes anything; whatever else a call raises comes from a signal's
# handler, at any moment.
_REFUSALS = (PoolError, TypeError, ValueError)
_COUNT = 4  # bytes of a saved state that count the agents


class AgentPool(PoolMembers):
    """A sync pool of environments of several agents.

    Attributes:
        num_envs: the number of environments.
        possible_agents: the names of all agents, in the order of the axis of agents.
        metadata: the render modes and the autoreset mode.
        render_mode: the render mode, or None.
        config: the values of all constructor options.
        unfinished: whether a call was interrupted after the pool may have changed and before this
            face has noted it.
    """

    unfinished = False

    def __init__(self, id: str, face: str, **keywords: Any) -> None:
        """Makes the pool.

        Args:
            id: the id of an environment.
            face: the name of the face, for messages.
            **keywords: as for `parallel_pool.make`.

        Raises:
            ValueError: the environment or an argument does not suit the face.
        """
        setup = PoolSetup.checked(id, **keywords)
        self._check(setup, face)
        metadata = render_metadata(setup.env_type)
        self._start(face, setup, Engine(setup), metadata, setup.copied_keywords())

    def _start(
        self,
        face: str,
        setup: PoolSetup,
        engine: Engine,
        metadata: Mapping[str, Any],
        keywords: dict[str, Any],
    ) -> None:
        """Takes over an engine whose arguments were checked."""
        self._face = face
        self._engine = engine
        self._pool = engine.pool
        self._spec = setup.spec
        self.num_envs = setup.engine.num_envs
        self.possible_agents: list[str] = names_of(setup.spec)
        self.metadata = dict(metadata) | {"autoreset_mode": setup.autoreset_mode}
        self.autoreset_mode = setup.autoreset_mode
        self.render_mode = setup.render_mode
        self.config = setup.shown_config
        self._id = setup.env_type.id
        self._keywords = keywords
        self._observation_spaces = self._spaces("observation")
        self._action_spaces = self._spaces("action")
        # Which agents have a row in the last result: those whose actions the next step takes.
        self._present = np.zeros((self.num_envs, len(self.possible_agents)), bool)

    @classmethod
    def _check(cls, setup: PoolSetup, face: str) -> None:
        id = setup.env_type.id
        if not setup.spec["multi_player"]:
            raise ValueError(
                f"env_type={face!r} is for environments of several agents, and {id} has one"
            )
        if setup.engine.batch_size not in (0, setup.engine.num_envs):
            raise ValueError(
                f"env_type={face!r} works in sync mode only: batch_size must be None or num_envs "
                f"({setup.engine.num_envs}), got {setup.engine.batch_size}"
            )

    def _spaces(self, part: str) -> dict[str, spaces.Space[Any]]:
        """A space of each agent's own, so that each can be seeded."""
        return {
            agent: make_space(own_description(self._spec[part], i))
            for i, agent in enumerate(self.possible_agents)
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of one agent's observations in one environment."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of one agent's actions in one environment."""
        return self._action_spaces[agent]

    @property
    def state_space(self) -> spaces.Space[Any]:
        """The space of one environment's `state`.

        Raises:
            NotImplementedError: the environment has none.
        """
        return make_space(self._state_description())

    def state(self) -> np.ndarray:
        """A view of each environment as a whole, for critics that see more than agents do.

        Returns:
            An array of shape (num_envs, ...), with what PettingZoo's method of this name returns.

        Raises:
            NotImplementedError: the environment has none.
            ResetNeededError: an environment was never reset.
        """
        name = self._state_description()["name"]
        return np.stack([self._pool.render_state(i)[name] for i in range(self.num_envs)])

    def _state_description(self) -> Description:
        for leaf in leaves_of(self._spec["render_state"]):
            if leaf["name"] == "state":
                return leaf
        raise NotImplementedError(f"{self._id} has no state of all agents together")

    @property
    def max_num_agents(self) -> int:
        """The number of possible agents."""
        return len(self.possible_agents)

    def _save(self, env_id: Any) -> list[bytes]:
        """States that fit pools with this face."""
        ids = env_ids_of(env_id, self.num_envs)
        self._check_finished()
        states = super()._save(ids)
        own = self._kept()
        head = self._mark + self.max_num_agents.to_bytes(_COUNT, "little")
        return [
            b"".join((head, sealed(b"".join(array[i].tobytes() for array in own)), state))
            for i, state in zip(ids, states, strict=True)
        ]

    def _save_into(self, env_id: Any, out: Any) -> list[memoryview]:
        return write_states(out, self._save(env_id))

    def set_state(self, env_id: Any, states: Sequence[bytes | memoryview]) -> None:
        """Restores environments from states of this face; see `PoolMembers.set_state`."""
        ids = env_ids_of(env_id, self.num_envs)
        own = [array.copy() for array in self._kept()]  # what is there may be the caller's too
        states = checked_states(states)
        size = sum(array[0].nbytes for array in own)
        facts = [self._facts_in(state, size) for state in states]
        end = len(self._mark) + _COUNT + len(sealed(bytes(size)))
        with self._change(len(set(ids)) == self.num_envs):
            super().set_state(ids, [state[end:] for state in states])
            for i, row in zip(ids, facts, strict=True):
                start = 0
                for array in own:
                    values = np.frombuffer(row, array.dtype, array[0].size, start)
                    array[i] = values.reshape(array.shape[1:])
                    start += values.nbytes
            self._keep(own)

    def _facts_in(self, state: bytes, size: int) -> bytes:
        """This face's own facts in a state, of so many bytes.

        Raises:
            StateError: the state fits another face or another number of agents, or is damaged.
        """
        begin = len(self._mark)
        end = begin + _COUNT
        if not state.startswith(self._mark) or len(state) < end + len(sealed(bytes(size))):
            raise StateError(
                f"these bytes are no state of a pool with env_type={self._face!r}: states fit "
                "the face that they were saved with"
            )
        agents = int.from_bytes(state[begin:end], "little")
        if agents != self.max_num_agents:
            raise StateError(
                f"the state is of an environment with {agents} agents, this one has "
                f"{self.max_num_agents}"
            )
        return unsealed(state[: end + len(sealed(bytes(size)))], end)

    def clone(self, from_ids: Any, to_ids: Any) -> None:
        """Makes environments continue as others would; see `PoolMembers.clone`."""
        with self._change(False):
            super().clone(from_ids, to_ids)
            own = [array.copy() for array in self._kept()]
            for array in own:
                array[np.asarray(to_ids)] = array[np.asarray(from_ids)]
            self._keep(own)

    @property
    def _mark(self) -> bytes:
        """What saved states begin with: the facts of one face say nothing to another."""
        return f"PPST {self._face}:".encode()

    def _kept(self) -> list[np.ndarray]:
        """The face's own facts of each environment, which saved states include."""
        return [self._present]

    def _keep(self, arrays: list[np.ndarray]) -> None:
        """Sets them."""
        self._present = arrays[0]

    def close(self) -> None:
        """Stops the threads and frees the environments; returned arrays stay valid."""
        self._engine.close()

    def __repr__(self) -> str:
        """Class, id and number of environments."""
        return f"{type(self).__name__}({self._id!r}, num_envs={self.num_envs})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool that has not been reset."""
        return _rebuild, (type(self), self._id, self._keywords)

    # --- Rows and agents ------------------------------------------------------------------------

    def _reset(
        self, seed: Seed, options: Mapping[str, Any] | None
    ) -> tuple[Any, dict[str, Any], np.ndarray]:
        """Resets environments; the observations, infos, and which environments were reset.

        The face is unfinished until its caller has noted them.
        """
        given = (options or {}).get("reset_mask")
        if given is not None:
            self._check_finished()
        before, self.unfinished = self.unfinished, True
        try:
            observations, infos = self._engine.reset(seed, options, None)
        except _REFUSALS:
            self.unfinished = before
            raise
        mask = np.ones(self.num_envs, bool) if given is None else np.array(given, bool)
        self._note(infos)
        return observations, infos, mask

    def _step(self, actions: Any) -> Any:
        """Steps the pool. The face is unfinished until its caller has noted the results."""
        self._check_finished()
        self.unfinished = True
        try:
            return self._pool.step(actions)
        except _REFUSALS:
            self.unfinished = False
            raise

    @contextlib.contextmanager
    def _change(self, of_all: bool) -> Iterator[None]:
        """Around what changes environments and then this face; it may finish it if `of_all`."""
        if not of_all:
            self._check_finished()
        before, self.unfinished = self.unfinished, True
        try:
            yield
        except _REFUSALS:
            self.unfinished = before
            raise
        self.unfinished = False

    def _check_finished(self) -> None:
        if self.unfinished:
            raise ResetNeededError(
                "a call was interrupted before its results were noted: reset all environments"
            )

    def _note(self, infos: Mapping[str, Any]) -> None:
        owners, ids = infos["players"]["env_id"], infos["players"]["id"]
        if len(owners) == self._present.size:
            self._present[:] = True
        else:
            self._present[:] = False
            self._present[owners, ids] = True

    def _by_agent(self, rows: np.ndarray) -> np.ndarray:
        """Rows of players as an array of shape (num_envs, agents, ...); absent agents have zeros.

        It is a view of the rows if all agents are there.
        """
        shape = (*self._present.shape, *rows.shape[1:])
        if len(rows) == self._present.size:
            return rows.reshape(shape)
        spread = np.zeros(shape, rows.dtype)
        spread[self._present] = rows  # both are ordered by environment, then by agent
        return spread

    def _tree_by_agent(self, node: Description, values: Any) -> Any:
        """The same for nested values; what environments have, all of their agents share."""
        return map_tree(node, self._leaf_by_agent, values)

    def _leaf_by_agent(self, leaf: Description, array: np.ndarray) -> np.ndarray:
        if leaf["per_player"]:
            return self._by_agent(array)
        shared = array[:, np.newaxis]
        return np.broadcast_to(shared, (*self._present.shape, *array.shape[1:]))

    def _flags_by_agent(
        self, terminations: np.ndarray, truncations: np.ndarray, infos: Mapping[str, Any]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Terminations and truncations of each agent, (num_envs, agents)."""
        own = infos["players"]
        if "terminated" in own:
            return self._by_agent(own["terminated"]), self._by_agent(own["truncated"])
        return terminations[:, np.newaxis] & self._present, truncations[
            :, np.newaxis
        ] & self._present


def names_of(spec: Description) -> list[str]:
    """The names of an environment's agents."""
    return list(spec.get("agents") or (f"player_{i}" for i in range(spec["max_players"])))


def _rebuild(cls: type[Any], id: str, keywords: dict[str, Any]) -> Any:
    return cls(id, **keywords)
