# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What is in flight between a pool and its actors: calls, rows that came back, and their failures.

An actor runs one call at a time, in the order in which they were started. In sync mode each call
returns the rows that it sent. In async mode it returns the first rows of its actor that finish, and
a call without actions follows as long as rows remain there. So an actor never has more than one
finished batch that was not asked for, and a slow reader does not fill the object store.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.errors import EnvironmentFailure, PoolClosedError
from parallel_pool.native import StepResult
from parallel_pool.ray.actor import Reply
from parallel_pool.ray.actors import ActorLost, Actors
from parallel_pool.ray.batch import Batch
from parallel_pool.ray.failures import ActorFailure
from parallel_pool.ray.frames import FrameReceiver, Frames
from parallel_pool.ray.interrupts import Interrupts
from parallel_pool.ray.rows import Part, join_values, take_values

NEVER = " was never reset"
# How many actors in a row may die before they have made their pools, as on a node that is dying.
MAX_STARTS = 3
ENDED = "'s episode has ended and autoreset is disabled"


@dataclass(frozen=True)
class Call:
    """A call of an actor's method.

    Attributes:
        actor: which actor.
        has_rows: whether it returns rows.
        request: the name of the method and its arguments.
    """

    actor: int
    has_rows: bool
    request: tuple[Any, ...]


class Flight:
    """The calls of actors that run, and the rows that they return.

    Attributes:
        flying: whether each environment was sent and not yet received by the caller.
        needs_reset: why each environment needs a reset, as the end of a sentence; empty if it does
            not.
        last_ids: the environments of the last batch of async mode.
        closed: whether the pool was closed, which ends a wait.
        interrupts: lets Ctrl-C end a wait.
    """

    def __init__(
        self,
        actors: Actors,
        first: np.ndarray,
        batch_size: int,
        observation_space: spaces.Space[Any],
        disabled: bool,
        resumes: bool,
        face: str,
    ) -> None:
        """Nothing is in flight; the arguments are those of `RemotePool`."""
        self._names_rows = face != "gymnasium"
        self._actors, self._first = actors, first
        self.num_envs, self.batch_size = int(first[-1]), batch_size
        self.observation_space = observation_space
        self._disabled, self._resumes = disabled, resumes
        self._is_sync = batch_size == self.num_envs
        self._owner = np.repeat(np.arange(len(first) - 1), np.diff(first))
        self._starts = np.zeros(
            len(first) - 1, int
        )  # failed starts of each actor since its last reply
        self.closed = False
        self.interrupts = Interrupts()
        self.last_ids: np.ndarray | None = None
        self.needs_reset = np.full(self.num_envs, NEVER, dtype=object)
        self._saved: dict[int, tuple[bytes, Any]] = {}
        self._receivers: dict[int, FrameReceiver] = {}  # of actors that send single frames
        self.forget()

    def forget(self) -> None:
        """Drops everything in flight."""
        self.flying = np.zeros(self.num_envs, bool)  # sent, and not yet received by the user
        self._there = np.zeros(self.num_envs, bool)  # sent, and not yet back from the actor
        self._calls: dict[Any, Call] = {}
        self._batch = Batch(named=self._names_rows)
        self._lost: list[ActorFailure] = []
        self._refused: Exception | None = None

    @property
    def in_flight(self) -> int:
        """Rows sent and not yet received."""
        return int(self.flying.sum())

    def start(
        self,
        ids: np.ndarray,
        named: bool,
        request: Callable[[np.ndarray, np.ndarray], tuple[Any, ...]],
    ) -> None:
        """Starts a call of each actor that holds some of the environments.

        Args:
            ids: the environments.
            named: whether the caller named them.
            request: makes the call, from an actor's own env ids and their positions in `ids`.
        """
        owners = self._owner[ids]
        for k in np.flatnonzero(np.bincount(owners)):
            rows = np.flatnonzero(owners == k)
            own = (ids[rows] - self._first[k]).astype(np.int32)
            self._start(Call(int(k), True, request(own, rows)))
        self.flying[ids] = True
        self._there[ids] = True
        self._batch.named |= named
        if self._is_sync:
            self._batch.ids += ids.tolist()

    def _start(self, call: Call) -> None:
        self._calls[self._actors.call(call.actor, *call.request)] = call

    # --- Receiving ------------------------------------------------------------------------------

    def receive(self, timeout: float | None) -> StepResult:
        """Waits for a batch.

        Raises:
            TimeoutError: there is none after this many seconds; nothing is lost.
            EnvironmentFailure: rows failed; the others are in it.
            PoolClosedError: another thread closed the pool.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while not self._is_complete():
            rest = None if end is None else max(0.0, end - time.monotonic())
            with self.interrupts.let():
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
        if ref not in self._calls:  # of an actor that was replaced since the wait
            return
        k = self._calls[ref].actor
        # A small reply may overtake a large one, but frames are put together in their order.
        ref, call = next(one for one in self._calls.items() if one[1].actor == k)
        try:
            with self.interrupts.let():
                reply = self._actors.result(k, ref)
        except ActorLost as lost:
            if self._starts[k] < MAX_STARTS and self._actors.never_ran(k):
                self._starts[k] += 1
                self._replace(k, [one for one in self._calls.values() if one.actor == k])
            else:
                self.replace_lost_actor(k, str(lost))
            return
        self._starts[k] = 0
        if call.has_rows:
            reply = self._with_stacks(k, reply)
        del self._calls[ref]
        if not call.has_rows:  # states that were set in a new actor
            return
        self._take(k, reply)
        waiting = any(one.actor == k and one.has_rows for one in self._calls.values())
        if not waiting and self._there[self.ids_of(k)].any():
            self._start(Call(k, True, ("receive",)))

    def _with_stacks(self, k: int, reply: Reply) -> Reply:
        """The reply with its observations, if an actor on another machine sent single frames."""
        if reply.batch is None or not isinstance(reply.batch[0], Frames):
            return reply
        receiver = self._receivers.setdefault(k, FrameReceiver(len(self.ids_of(k))))
        return replace(reply, batch=receiver.batch(reply.env_ids, reply.batch))

    def _take(self, k: int, reply: Reply) -> None:
        """Takes in the rows of a reply."""
        ids = reply.env_ids + self._first[k]
        if reply.refused is not None:
            self._refused = reply.refused
            self._there[ids] = self.flying[ids] = False
            gone = set(ids.tolist())
            self._batch.ids = [i for i in self._batch.ids if i not in gone]
            return
        failed = {int(i + self._first[k]): cause for i, cause in reply.causes.items()}
        self._batch.causes |= failed
        self.needs_reset[[*failed]] = " has failed"
        self._there[[*failed]] = False
        if reply.batch is None:
            return
        self._there[ids] = False
        self.needs_reset[ids] = ""
        if self._disabled:
            ended = ids[reply.batch[2] | reply.batch[3]]
            self.needs_reset[ended] = ENDED
        self._batch.replies.append((ids, reply.batch))
        for i, state in reply.saved.items():
            row = np.flatnonzero(reply.env_ids == i)
            seen = take_values(self.observation_space, reply.batch[0], row)
            self._saved[int(i + self._first[k])] = (state, seen)

    def _all_rows(self) -> StepResult:
        """All rows in flight, in the order in which they were sent."""
        whole, self._batch = self._batch, Batch(named=self._names_rows)
        self.flying[:] = False
        return self.unless_failed(*whole.all_rows(self.observation_space, self.num_envs))

    def _first_rows(self) -> StepResult:
        """The first rows that have arrived."""
        want = min(self.batch_size, self.in_flight)
        causes, good, batch = self._batch.first_rows(self.observation_space, want)
        self.flying[good] = False
        self.flying[[*causes]] = False
        self.last_ids = good
        return self.unless_failed(causes, good, batch)

    def unless_failed(
        self, causes: dict[int, str], good: np.ndarray, batch: StepResult | None
    ) -> StepResult:
        """The batch, or the failures of rows and actors as an exception that has it."""
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

    def ids_of(self, k: int) -> np.ndarray:
        """The environments of an actor."""
        return np.arange(self._first[k], self._first[k + 1])

    def replace_lost_actor(self, k: int, cause: str) -> None:
        """Fails the rows that an actor had, and puts another actor in its place."""
        own = self.ids_of(k)
        self._batch.causes |= {int(i): cause for i in own[self._there[own]]}
        self._there[own] = False
        resumed = [int(i) for i in own if i in self._saved] if self._resumes else []
        self.needs_reset[own] = " was lost with its actor"
        self.needs_reset[resumed] = ""
        calls = []
        if resumed:
            states = [self._saved[i][0] for i in resumed]
            local = np.array(resumed, dtype=np.int32) - np.int32(self._first[k])
            calls = [Call(k, False, ("set_state", local, states))]
        self._replace(k, calls)
        self._lost.append(ActorFailure({}, own[:0], None, [*own], resumed, None))

    def _replace(self, k: int, calls: Sequence[Call]) -> None:
        """Puts another actor in the place of a dead one, and starts calls of it."""
        self._calls = {ref: call for ref, call in self._calls.items() if call.actor != k}
        self._receivers.pop(k, None)
        self._actors.replace(k)
        for call in calls:
            self._start(call)
