# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool whose environments are in actors, behind what native pools offer."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.errors import (
    ConcurrentCallError,
    EnvironmentFailure,
    ForkedError,
    InFlightError,
    NothingInFlightError,
    PoolClosedError,
    ResetNeededError,
)
from parallel_pool.native import ResetResult, StepResult
from parallel_pool.pool.arguments import Seed, env_ids_of, seeds_of
from parallel_pool.ray.actions import checked_actions, rows_of
from parallel_pool.ray.actors import ActorLost, Actors
from parallel_pool.ray.flight import ENDED, NEVER, Flight
from parallel_pool.ray.rows import Part, join_infos, join_values


class RemotePool:
    """The engine's side of a vector environment in actors.

    Args:
        actors: the actors.
        first: the first environment of each actor, and the number of environments.
        batch_size: rows of a full batch.
        num_threads: threads of all actors.
        observation_space: of one environment.
        action_space: of one environment.
        disabled: whether ended environments need a reset.
        resumes: whether environments of a lost actor continue from their last saved state.
        face: the form of results, as ``env_type`` of `parallel_pool.make`.
    """

    def __init__(
        self,
        actors: Actors,
        first: Sequence[int],
        batch_size: int,
        num_threads: int,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        disabled: bool,
        resumes: bool,
        face: str = "gymnasium",
    ) -> None:
        """See the class."""
        self._actors, self._first = actors, np.asarray(first)
        self.num_envs = int(first[-1])
        self.batch_size, self.num_threads = batch_size, num_threads
        self.observation_space, self.action_space = observation_space, action_space
        self.num_actors = len(first) - 1
        self._is_sync = batch_size == self.num_envs
        self._pid = os.getpid()
        self._busy = threading.Lock()
        self._owner = np.repeat(np.arange(self.num_actors), np.diff(first))
        self._face = face
        self._flight = Flight(
            actors, self._first, batch_size, observation_space, disabled, resumes, face
        )

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._flight.closed

    @property
    def in_flight(self) -> int:
        """Rows sent and not yet received."""
        return self._flight.in_flight

    @contextmanager
    def _call(self, name: str) -> Iterator[None]:
        if os.getpid() != self._pid:
            raise ForkedError(f"{name}() was called in a forked child, which cannot use the actors")
        with self._flight.interrupts.held():  # first, so that the lock is released in any case
            if not self._busy.acquire(blocking=False):
                if self.closed:
                    raise PoolClosedError(f"{name}() was called on a closed pool")
                raise ConcurrentCallError(f"{name}() was called while another thread's call runs")
            try:
                if self.closed:
                    raise PoolClosedError(f"{name}() was called on a closed pool")
                self._actors.check()
                yield
            finally:
                self._busy.release()

    # --- Sending --------------------------------------------------------------------------------

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """See `PoolVectorEnv.step`."""
        with self._call("step"):
            self._send(actions, env_id)
            return self._flight.receive(None)

    def send(self, actions: object, env_id: object | None = None) -> None:
        """See `PoolVectorEnv.send`."""
        with self._call("send"):
            self._send(actions, env_id)

    def async_reset(
        self,
        env_id: object | None = None,
        seed: Seed = None,
        options: dict[str, object] | None = None,
    ) -> None:
        """See `PoolVectorEnv.async_reset`."""
        with self._call("async_reset"):
            ids = self._idle_ids(env_id, False)
            seeds = seeds_of(seed, ids.tolist(), len(ids))
            self._reset(ids, env_id, seeds, options, False)

    def reset(
        self,
        env_id: object | None = None,
        seed: Seed = None,
        options: dict[str, object] | None = None,
        masked: bool = False,
    ) -> ResetResult:
        """See `PoolVectorEnv.reset`."""
        with self._call("reset"):
            discard = env_id is None
            if masked:
                self._idle_ids(None, False)
            ids = np.arange(self.num_envs) if discard else self._idle_ids(env_id, False)
            seeds = seeds_of(seed, ids.tolist(), self.num_envs if masked else len(ids))
            others = np.setdiff1d(np.arange(self.num_envs), ids) if masked else ids[:0]
            for i in others[self._flight.needs_reset[others] == NEVER]:
                raise ResetNeededError(
                    f"env id {i} was never reset, so a mask cannot leave it out: reset it first"
                )
            if discard:
                self._flight.forget()
            self._reset(ids, None if masked else env_id, seeds, options, discard)
            try:
                batch = self._flight.receive(None)
            except EnvironmentFailure as failure:
                if failure.batch is not None:
                    failure.batch = self._first_rows(failure.batch)
                raise
            return self._with_others(batch, ids, others) if masked else self._first_rows(batch)

    def _first_rows(self, batch: Any) -> Any:
        """What a reset returns of its rows; time steps of dm_env have all parts."""
        return batch if self._face == "dm" else (batch[0], batch[4])

    def _with_others(self, batch: StepResult, ids: np.ndarray, others: np.ndarray) -> ResetResult:
        """A reset of some environments as a batch of all, which shows the others' last rows."""
        none = np.zeros(len(ids))
        parts = [(batch[0], Part(batch, np.arange(len(ids)), ids))]
        for k in np.unique(self._owner[others]):
            own = others[self._owner[others] == k]
            for place, value in zip(own, self._ask(k, "last", own - self._first[k]), strict=True):
                part = Part((value, none, none, none, {}), np.zeros(1, int), np.array([place]))
                parts.append((value, part))
        observations = join_values(self.observation_space, parts, self.num_envs)
        return observations, join_infos([(batch[4], parts[0][1])], self.num_envs)

    def _send(self, actions: Any, env_id: Any) -> None:
        ids = self._idle_ids(env_id, True)
        reasons = self._flight.needs_reset[ids]
        blocked = reasons != ""
        if self._face != "gymnasium":
            blocked &= reasons != NEVER  # the first step begins the first episode
        for i in ids[blocked]:
            raise ResetNeededError(f"env id {i}{self._flight.needs_reset[i]}: reset it first")
        checked = checked_actions(self.action_space, actions, ids)

        def request(own: np.ndarray, rows: np.ndarray) -> tuple[Any, ...]:
            return "step", own, rows_of(checked, rows)

        self._flight.start(ids, env_id is not None, request)

    def _reset(self, ids: np.ndarray, env_id: Any, seeds: Any, options: Any, discard: bool) -> None:
        def request(own: np.ndarray, rows: np.ndarray) -> tuple[Any, ...]:
            mine = None if seeds is None else [seeds[row] for row in rows]
            return "reset", own, mine, options, discard

        self._flight.start(ids, env_id is not None, request)

    def _idle_ids(self, env_id: Any, for_step: bool) -> np.ndarray:
        """The environments that a call addresses, none of which may be in flight."""
        if env_id is None and for_step and not self._is_sync:
            if self._flight.last_ids is None:
                raise ResetNeededError(
                    "no batch was received yet: async_reset and recv before the first step"
                )
            env_id = self._flight.last_ids
        if env_id is None and self._flight.flying.any():
            raise InFlightError(
                f"{self.in_flight} results are in flight: recv them before a call that addresses "
                "all environments"
            )
        ids = np.asarray(env_ids_of(env_id, self.num_envs), dtype=np.int64)
        if len(ids) == 0:
            raise ValueError("env_id names no environment")
        counts = np.bincount(ids)
        if (counts > 1).any():
            raise ValueError(
                f"env id {np.argmax(counts > 1)} appears twice: each environment takes one task at "
                "a time"
            )
        self._refuse_in_flight(ids)
        return ids

    def _refuse_in_flight(self, ids: np.ndarray) -> None:
        flying = ids[self._flight.flying[ids]]
        if len(flying):
            raise InFlightError(
                f"env id {flying[0]} is in flight: recv its result before sending to it"
            )

    # --- Receiving ------------------------------------------------------------------------------

    def recv(self, timeout: float | None = None) -> StepResult:
        """See `PoolVectorEnv.recv`."""
        if timeout is not None and not isinstance(timeout, int | float | np.number):
            raise TypeError(f"timeout must be a number of seconds or None, got {timeout!r}")
        if timeout is not None and not timeout >= 0:
            raise ValueError(f"timeout must be at least 0 seconds or None, got {timeout!r}")
        with self._call("recv"):
            if not self._flight.flying.any():
                raise NothingInFlightError(
                    "recv() was called with nothing in flight: send or async_reset first"
                )
            return self._flight.receive(timeout)

    # --- Single environments ---------------------------------------------------------------------

    def _ask(self, k: int, name: str, *args: Any) -> Any:
        """Calls an actor and waits for what it returns."""
        try:
            call = self._actors.call(k, name, *args)
            with self._flight.interrupts.let():
                return self._actors.result(k, call)
        except ActorLost as lost:
            self._flight.replace_lost_actor(k, str(lost))
            causes = dict.fromkeys((int(i) for i in self._flight.ids_of(k)), str(lost))
            self._flight.unless_failed(causes, np.zeros(0, np.int32), None)

    def ask_of(self, env_id: Any, name: str, *args: Sequence[Any]) -> list[Any]:
        """Asks the actors of idle environments for a value of each of them.

        Args:
            env_id: the environments; None: all.
            name: the method of `PoolActor`, which takes env ids.
            *args: lists of further arguments, one for each environment.
        """
        with self._call(name):
            ids = np.asarray(env_ids_of(env_id, self.num_envs), dtype=np.int64)
            self._refuse_in_flight(ids)
            values: list[Any] = [None] * len(ids)
            for k in np.unique(self._owner[ids]):
                rows = np.flatnonzero(self._owner[ids] == k)
                own = (ids[rows] - self._first[k]).astype(np.int32)
                parts = [[arg[int(row)] for row in rows] for arg in args]
                answer = self._ask(int(k), name, own, *parts)
                for row, value in zip(rows, answer or [None] * len(rows), strict=True):
                    values[row] = value
            return values

    def ask_all(self, name: str, *args: Any) -> list[Any]:
        """Asks all actors for a value of each of their environments."""
        with self._call(name):
            if self._flight.flying.any():
                raise InFlightError(f"{self.in_flight} results are in flight: recv them first")
            return [one for k in range(self.num_actors) for one in self._ask(k, name, *args)]

    def get_state(self, env_id: Any) -> list[bytes]:
        """See `PoolMembers.get_state`."""
        ids = np.asarray(env_ids_of(env_id, self.num_envs), dtype=np.int64)
        never = ids[self._flight.needs_reset[ids] == NEVER]
        if len(never) and not self._flight.flying[never[0]]:
            raise ResetNeededError(f"env id {never[0]} was never reset: reset it first")
        return self.ask_of(env_id, "get_state")

    def set_state(self, env_id: Any, states: Sequence[bytes | memoryview]) -> None:
        """See `PoolMembers.set_state`; the states were checked."""
        ended = self.ask_of(env_id, "set_state", states)
        for i, needs_reset in zip(env_ids_of(env_id, self.num_envs), ended, strict=True):
            self._flight.needs_reset[i] = ENDED if needs_reset else ""

    def set_seeds(self, seeds: list[int | None]) -> None:
        """Seeds for the next reset of each environment."""
        with self._call("seed"):
            self._refuse_in_flight(np.arange(self.num_envs))
            for k in range(self.num_actors):
                self._ask(k, "set_seeds", seeds[self._first[k] : self._first[k + 1]])

    def actors(self) -> list[dict[str, Any]]:
        """See `RayVectorEnv.actors`."""
        with self._call("actors"):
            return self._actors.where()

    def close(self) -> None:
        """Ends the actors; arrays that were returned stay valid."""
        self._flight.closed = True
        self._actors.close()
