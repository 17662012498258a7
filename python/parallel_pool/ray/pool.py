# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool whose environments are in actors, behind what native pools offer.

An actor runs one call at a time, in the order in which they were started. In sync mode each call
returns the rows that it sent. In async mode it returns the first rows of its actor that finish, and
a call without actions follows as long as rows remain there. So an actor never has more than one
finished batch that was not asked for, and a slow reader does not fill the object store.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
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
from parallel_pool.pool.arguments import env_ids_of
from parallel_pool.pool.native import ResetResult, StepResult
from parallel_pool.ray.actions import checked_actions, rows_of
from parallel_pool.ray.actor import Reply
from parallel_pool.ray.actors import ActorLost, Actors
from parallel_pool.ray.batch import Batch
from parallel_pool.ray.failures import ActorFailure
from parallel_pool.ray.rows import Part, join_infos, join_values, take_values


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
    ) -> None:
        """See the class."""
        self._actors, self._first = actors, np.asarray(first)
        self.num_envs = int(first[-1])
        self.batch_size, self.num_threads = batch_size, num_threads
        self.observation_space, self.action_space = observation_space, action_space
        self.num_actors = len(first) - 1
        self._disabled, self._resumes = disabled, resumes
        self._is_sync = batch_size == self.num_envs
        self.closed = False
        self._pid = os.getpid()
        self._busy = threading.Lock()
        self._owner = np.repeat(np.arange(len(first) - 1), np.diff(first))
        self._needs_reset = np.full(self.num_envs, " was never reset", dtype=object)
        self._saved: dict[int, tuple[bytes, Any]] = {}
        self._last_ids: np.ndarray | None = None
        self._forget()

    def _forget(self) -> None:
        """Drops everything in flight."""
        self._flying = np.zeros(self.num_envs, bool)  # sent, and not yet received by the user
        self._there = np.zeros(self.num_envs, bool)  # sent, and not yet back from the actor
        # Each call's actor, and whether it returns rows.
        self._calls: dict[Any, tuple[int, bool]] = {}
        self._batch = Batch()
        self._lost: list[ActorFailure] = []
        self._refused: Exception | None = None

    @contextmanager
    def _call(self, name: str) -> Iterator[None]:
        if os.getpid() != self._pid:
            raise ForkedError(f"{name}() was called in a forked child, which cannot use the actors")
        if not self._busy.acquire(blocking=False):
            if self.closed:
                raise PoolClosedError(f"{name}() was called on a closed pool")
            raise ConcurrentCallError(f"{name}() was called while another thread's call runs")
        try:
            if self.closed:
                raise PoolClosedError(f"{name}() was called on a closed pool")
            yield
        finally:
            self._busy.release()

    @property
    def in_flight(self) -> int:
        """Rows sent and not yet received."""
        return int(self._flying.sum())

    # --- Sending --------------------------------------------------------------------------------

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """See `PoolVectorEnv.step`."""
        with self._call("step"):
            self._send(actions, env_id)
            return self._receive(None)

    def send(self, actions: object, env_id: object | None = None) -> None:
        """See `PoolVectorEnv.send`."""
        with self._call("send"):
            self._send(actions, env_id)

    def async_reset(
        self,
        env_id: object | None = None,
        seeds: list[int | None] | None = None,
        options: dict[str, object] | None = None,
    ) -> None:
        """See `PoolVectorEnv.async_reset`."""
        with self._call("async_reset"):
            self._reset(self._idle_ids(env_id, False), env_id, seeds, options, False)

    def reset(
        self,
        env_id: object | None = None,
        seeds: list[int | None] | None = None,
        options: dict[str, object] | None = None,
        masked: bool = False,
    ) -> ResetResult:
        """See `PoolVectorEnv.reset`."""
        with self._call("reset"):
            discard = env_id is None
            if masked:
                self._idle_ids(None, False)
            ids = np.arange(self.num_envs) if discard else self._idle_ids(env_id, False)
            others = np.setdiff1d(np.arange(self.num_envs), ids) if masked else ids[:0]
            if discard:
                self._forget()
            self._reset(ids, None if masked else env_id, seeds, options, discard)
            try:
                batch = self._receive(None)
            except EnvironmentFailure as failure:
                if failure.batch is not None:
                    failure.batch = (failure.batch[0], failure.batch[4])
                raise
            return self._with_others(batch, ids, others) if masked else (batch[0], batch[4])

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
        for i in ids[self._needs_reset[ids] != ""]:
            raise ResetNeededError(f"env id {i}{self._needs_reset[i]}: reset it first")
        checked = checked_actions(self.action_space, actions, ids)

        def call(k: int, own: np.ndarray, rows: np.ndarray) -> Any:
            return self._actors.call(k, "step", own, rows_of(checked, rows))

        self._start(ids, env_id is not None, call)

    def _reset(self, ids: np.ndarray, env_id: Any, seeds: Any, options: Any, discard: bool) -> None:
        def call(k: int, own: np.ndarray, rows: np.ndarray) -> Any:
            mine = None if seeds is None else [seeds[row] for row in rows]
            return self._actors.call(k, "reset", own, mine, options, discard)

        self._start(ids, env_id is not None, call)

    def _start(
        self, ids: np.ndarray, named: bool, call: Callable[[int, np.ndarray, np.ndarray], Any]
    ) -> None:
        """Starts a call of each actor that holds some of the environments."""
        owners = self._owner[ids]
        for k in np.unique(owners):
            rows = np.flatnonzero(owners == k)
            ref = call(int(k), (ids[rows] - self._first[k]).astype(np.int32), rows)
            self._calls[ref] = (int(k), True)
        self._flying[ids] = True
        self._there[ids] = True
        self._batch.named |= named
        if self._is_sync:
            self._batch.ids += ids.tolist()

    def _idle_ids(self, env_id: Any, for_step: bool) -> np.ndarray:
        """The environments that a call addresses, none of which may be in flight."""
        if env_id is None and for_step and not self._is_sync:
            if self._last_ids is None:
                raise ResetNeededError(
                    "no batch was received yet: async_reset and recv before the first step"
                )
            env_id = self._last_ids
        if env_id is None and self._flying.any():
            raise InFlightError(
                f"{self.in_flight} results are in flight: recv them before a call that addresses "
                "all environments"
            )
        ids = np.asarray(env_ids_of(env_id, self.num_envs), dtype=np.int64)
        if len(ids) == 0:
            raise ValueError("env_id names no environment")
        values, counts = np.unique(ids, return_counts=True)
        if (counts > 1).any():
            raise ValueError(
                f"env id {values[counts > 1][0]} appears twice: each environment takes one task at "
                "a time"
            )
        flying = ids[self._flying[ids]]
        if len(flying):
            raise InFlightError(
                f"env id {flying[0]} is in flight: recv its result before sending to it"
            )
        return ids

    # --- Receiving ------------------------------------------------------------------------------

    def recv(self, timeout: float | None = None) -> StepResult:
        """See `PoolVectorEnv.recv`."""
        if timeout is not None and not timeout >= 0:
            raise ValueError(f"timeout must be at least 0 seconds or None, got {timeout:g}")
        with self._call("recv"):
            if not self._flying.any():
                raise NothingInFlightError(
                    "recv() was called with nothing in flight: send or async_reset first"
                )
            return self._receive(timeout)

    def _receive(self, timeout: float | None) -> StepResult:
        end = None if timeout is None else time.monotonic() + timeout
        while not self._is_complete():
            rest = None if end is None else max(0.0, end - time.monotonic())
            ready = self._actors.wait([*self._calls], rest)
            if self.closed:
                raise PoolClosedError("the pool was closed while a call waited")
            for ref in ready:
                self._settle(ref)
            if not ready:
                raise TimeoutError(f"no batch was ready within {timeout} seconds")
        refused, self._refused = self._refused, None
        if refused is not None:
            raise refused
        return self._all_rows() if self._is_sync else self._first_rows()

    def _is_complete(self) -> bool:
        if self._is_sync:
            return not self._there.any()
        want = min(self.batch_size, self.in_flight)
        return self._refused is not None or self._batch.arrived >= want

    def _settle(self, ref: Any) -> None:
        """Takes in what a call of an actor returned."""
        k, has_rows = self._calls[ref]
        try:
            reply = self._actors.result(k, ref)
        except ActorLost as lost:
            self._bury(k, str(lost))
            return
        del self._calls[ref]
        if not has_rows:  # states that were set in a new actor
            return
        self._take(k, reply)
        waiting = any(owner == k and rows for owner, rows in self._calls.values())
        if not waiting and self._there[self._range(k)].any():
            self._calls[self._actors.call(k, "receive")] = (k, True)

    def _take(self, k: int, reply: Reply) -> None:
        """Takes in the rows of a reply."""
        ids = reply.env_ids + self._first[k]
        if reply.refused is not None:
            self._refused = reply.refused
            self._there[ids] = self._flying[ids] = False
            gone = set(ids.tolist())
            self._batch.ids = [i for i in self._batch.ids if i not in gone]
            return
        failed = {int(i + self._first[k]): cause for i, cause in reply.causes.items()}
        self._batch.causes |= failed
        self._needs_reset[[*failed]] = " has failed"
        self._there[[*failed]] = False
        if reply.batch is None:
            return
        self._there[ids] = False
        self._needs_reset[ids] = ""
        if self._disabled:
            ended = ids[reply.batch[2] | reply.batch[3]]
            self._needs_reset[ended] = "'s episode has ended and autoreset is disabled"
        self._batch.replies.append((ids, reply.batch))
        rows = {int(i): row for row, i in enumerate(ids)}
        for i, state in reply.saved.items():
            env_id = int(i + self._first[k])
            row = np.array([rows[env_id]])
            seen = take_values(self.observation_space, reply.batch[0], row)
            self._saved[env_id] = (state, seen)

    def _all_rows(self) -> StepResult:
        """All rows in flight, in the order in which they were sent."""
        whole, self._batch = self._batch, Batch()
        self._flying[:] = False
        return self._unless_failed(*whole.all_rows(self.observation_space, self.num_envs))

    def _first_rows(self) -> StepResult:
        """The first rows that have arrived."""
        want = min(self.batch_size, self.in_flight)
        causes, good, batch = self._batch.first_rows(self.observation_space, want)
        self._flying[good] = False
        self._flying[[*causes]] = False
        self._last_ids = good
        return self._unless_failed(causes, good, batch)

    def _unless_failed(
        self, causes: dict[int, str], good: np.ndarray, batch: StepResult | None
    ) -> StepResult:
        if not causes:
            assert batch is not None
            return batch
        lost, self._lost = self._lost, []
        if not lost:
            raise EnvironmentFailure(causes, good, batch)
        resumed = [int(i) for one in lost for i in one.resumed_env_ids]
        seen = [self._saved[i][1] for i in resumed]
        raise ActorFailure(
            causes,
            good,
            batch,
            [int(i) for one in lost for i in one.lost_env_ids],
            resumed,
            self._stacked(seen) if seen else None,
        )

    def _stacked(self, rows: Sequence[Any]) -> Any:
        none = np.zeros(1)
        parts = [
            (row, Part((row, none, none, none, {}), np.zeros(1, int), np.array([place])))
            for place, row in enumerate(rows)
        ]
        return join_values(self.observation_space, parts, len(rows))

    # --- Actors that die ------------------------------------------------------------------------

    def _range(self, k: int) -> np.ndarray:
        return np.arange(self._first[k], self._first[k + 1])

    def _bury(self, k: int, cause: str) -> None:
        """Fails the rows that an actor had, and puts another actor in its place."""
        own = self._range(k)
        self._calls = {ref: call for ref, call in self._calls.items() if call[0] != k}
        self._batch.causes |= {int(i): cause for i in own[self._there[own]]}
        self._there[own] = False
        self._actors.replace(k)
        resumed = [int(i) for i in own if i in self._saved] if self._resumes else []
        self._needs_reset[own] = " was lost with its actor"
        if resumed:
            states = [self._saved[i][0] for i in resumed]
            local = np.array(resumed, dtype=np.int32) - np.int32(self._first[k])
            self._calls[self._actors.call(k, "set_state", local, states)] = (k, False)
            self._needs_reset[resumed] = ""
        self._lost.append(ActorFailure({}, own[:0], None, [*own], resumed, None))

    # --- The rest -------------------------------------------------------------------------------

    def _ask(self, k: int, name: str, *args: Any) -> Any:
        """Calls an actor and waits for what it returns."""
        try:
            return self._actors.result(k, self._actors.call(k, name, *args))
        except ActorLost as lost:
            self._bury(k, str(lost))
            causes = dict.fromkeys((int(i) for i in self._range(k)), str(lost))
            self._unless_failed(causes, np.zeros(0, np.int32), None)

    def ask_of(self, env_id: Any, name: str, *args: Sequence[Any]) -> list[Any]:
        """Asks the actors of idle environments for a value of each of them.

        Args:
            env_id: the environments; None: all.
            name: the method of `PoolActor`, which takes env ids.
            *args: lists of further arguments, one for each environment.
        """
        with self._call(name):
            ids = np.asarray(env_ids_of(env_id, self.num_envs), dtype=np.int64)
            flying = ids[self._flying[ids]]
            if len(flying):
                raise InFlightError(
                    f"env id {flying[0]} is in flight: recv its result before sending to it"
                )
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
            if self._flying.any():
                raise InFlightError(f"{self.in_flight} results are in flight: recv them first")
            count = len(self._first) - 1
            return [one for k in range(count) for one in self._ask(k, name, *args)]

    def get_state(self, env_id: Any) -> list[bytes]:
        """See `PoolMembers.get_state`."""
        ids = np.asarray(env_ids_of(env_id, self.num_envs), dtype=np.int64)
        never = ids[self._needs_reset[ids] == " was never reset"]
        if len(never) and not self._flying[never[0]]:
            raise ResetNeededError(f"env id {never[0]} was never reset: reset it first")
        return self.ask_of(env_id, "get_state")

    def set_state(self, env_id: Any, states: Sequence[bytes]) -> None:
        """See `PoolMembers.set_state`; the states were checked."""
        self.ask_of(env_id, "set_state", states)
        self._needs_reset[np.asarray(env_ids_of(env_id, self.num_envs), dtype=np.int64)] = ""

    def actors(self) -> list[dict[str, Any]]:
        """See `RayVectorEnv.actors`."""
        with self._call("actors"):
            return self._actors.where()

    def close(self) -> None:
        """Ends the actors; arrays that were returned stay valid."""
        self.closed = True
        self._actors.close()
