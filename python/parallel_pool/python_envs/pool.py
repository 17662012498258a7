# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool of worker processes with Python environments, with the interface of native pools."""

from __future__ import annotations

import contextlib
import os
import pickle
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import gymnasium

from parallel_pool._core import sealed, unsealed
from parallel_pool.errors import PoolClosedError
from parallel_pool.native import ResetResult, StepResult
from parallel_pool.python_envs import descriptions
from parallel_pool.python_envs.facts import CommonFacts
from parallel_pool.python_envs.functions import with_options
from parallel_pool.python_envs.native import ProcessPool, Request
from parallel_pool.python_envs.settings import Settings
from parallel_pool.python_envs.worker_set import WorkerSet

# Workers end by themselves when the pool closes, unless an environment does not return.
_CLOSE_SECONDS = 5.0
_LENGTH_BYTES = 4
_SAVE = ("save", "", None, None)


class PythonPool:
    """The engine's side of a vector environment of Python environments.

    Attributes:
        facts: what the environments have in common.
    """

    def __init__(self, settings: Settings) -> None:
        """Starts the workers and waits until all environments are made; `open` follows.

        Args:
            settings: the pool's arguments.

        Raises:
            PoolError: an environment could not be made, or spaces differ.
        """
        self._settings = settings
        self._pid = os.getpid()
        self._native: ProcessPool | None = None
        self._workers = WorkerSet(settings)
        try:
            self.facts = CommonFacts(settings, self._workers.facts())
            action = self.facts.descriptions["action"]
            self._has_action_objects = descriptions.has_objects(action)
        except BaseException:
            self._workers.end(0.0)
            raise

    def open(self, result_format: str, episode_statistics: bool) -> None:
        """Makes the shared memory and lets the workers begin.

        Args:
            result_format: what a batch holds; see `parallel_pool.pool.engine.Engine`.
            episode_statistics: infos have the return, length and duration of ended
                episodes.
        """
        try:
            self._begin(result_format, episode_statistics)
        except BaseException:
            self.close()
            raise

    def _begin(self, result_format: str, episode_statistics: bool) -> None:
        settings = self._settings
        plan: dict[str, Any] = {
            "num_envs": settings.num_envs,
            "batch_size": settings.batch_size,
            "num_workers": settings.num_workers,
            "max_players": self.facts.max_players,
            "autoreset_mode": settings.autoreset_mode.value,
        }
        self._native = ProcessPool(
            self.facts.descriptions["observation"],
            self.facts.descriptions["action"],
            starter=_Restarts(self._workers),
            result_format=result_format,
            episode_statistics=episode_statistics,
            step_timeout=settings.step_timeout,
            restart=settings.restart,
            **plan,
        )
        plan["unit"] = self._native.unit
        self._workers.begin(self._native, self.facts.descriptions | plan)
        if not self._has_action_objects:  # nothing is left to do for these in Python
            self.step = self._native.step  # type: ignore[method-assign]
            self.send = self._native.send  # type: ignore[method-assign]
            self.recv = self._native.recv  # type: ignore[method-assign]

    @property
    def _open(self) -> ProcessPool:
        if self._native is None:
            raise PoolClosedError("the pool is closed")
        return self._native

    # --- What native pools have -----------------------------------------------------------------

    @property
    def num_envs(self) -> int:
        """How many environments there are."""
        return self._settings.num_envs

    @property
    def batch_size(self) -> int:
        """Rows of a full batch."""
        return self._settings.batch_size

    @property
    def num_threads(self) -> int:
        """Worker processes."""
        return self._settings.num_workers

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._native is None or self._native.closed

    @property
    def in_flight(self) -> int:
        """Rows sent and not yet received."""
        return self._open.in_flight

    @property
    def shared_memory(self) -> tuple[int, int, int] | None:
        """The file that batches lie in: its descriptor, its address and its bytes."""
        return self._open.shared_memory

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """See `PoolVectorEnv.step`."""
        return self._open.step(self._split(actions, env_id), env_id)

    def send(self, actions: object, env_id: object | None = None) -> None:
        """See `PoolVectorEnv.send`."""
        self._open.send(self._split(actions, env_id), env_id)

    def _split(self, actions: object, env_id: Any) -> object:
        """Actions; if parts of them have no columns, the others and pickles of these parts."""
        if not self._has_action_objects:
            return actions
        count = self.num_envs if env_id is None else len(env_id)
        node = self.facts.descriptions["action"]
        columns, rows = descriptions.split_objects(node, actions, count)
        return columns, [pickle.dumps(row) for row in rows]

    def reset(
        self,
        env_id: object | None = None,
        seed: object | None = None,
        options: dict[str, object] | None = None,
        masked: bool = False,
    ) -> ResetResult:
        """See `PoolVectorEnv.reset`."""
        return self._open.reset(env_id, seed, options, masked)

    def async_reset(
        self,
        env_id: object | None = None,
        seed: object | None = None,
        options: dict[str, object] | None = None,
    ) -> None:
        """See `PoolVectorEnv.async_reset`."""
        self._open.async_reset(env_id, seed, options)

    def recv(self, timeout: float | None = None) -> StepResult:
        """See `PoolVectorEnv.recv`."""
        return self._open.recv(timeout)

    def set_seeds(self, seeds: list[int | None]) -> None:
        """Seeds for the next reset of each environment."""
        self._open.set_seeds(seeds)

    def seed(self, env_id: int) -> int | None:
        """The seed of an environment's generator."""
        seed: int | None = self.call([env_id], "np_random_seed")[0]
        return seed

    def clone(self, from_ids: object, to_ids: object) -> None:
        """See `PoolMembers.clone`; environments are pickled on their way."""
        request = Request(self._open, "clone")
        try:
            request.check_clone(from_ids, to_ids)
            pairs = [(int(a), int(b)) for a, b in zip(from_ids, to_ids, strict=True) if a != b]  # type: ignore[call-overload]
            sources = sorted({a for a, _ in pairs})
            saved = self._workers.ask(request, sources, [_SAVE] * len(sources))
            states = dict(zip(sources, saved, strict=True))
            loads = [("load", "", states[a], None) for a, _ in pairs]
            failed = True
            try:
                self._workers.ask(request, [b for _, b in pairs], loads)
                failed = False
            finally:
                request.note_clone(from_ids, to_ids, failed)
        finally:
            request.release()

    def save(self, env_ids: Sequence[int], header: bytes) -> list[bytes]:
        """The states of environments: this process's part of each, and the worker's pickle."""
        request = Request(self._open, "get_state")
        try:
            own = [request.save(i) for i in env_ids]
            saved = self._workers.ask(request, env_ids, [_SAVE] * len(env_ids))
        finally:
            request.release()
        return [
            header + sealed(len(ours).to_bytes(_LENGTH_BYTES, "little") + ours + theirs)
            for ours, theirs in zip(own, saved, strict=True)
        ]

    def load(self, env_ids: list[int], states: Sequence[bytes], header_size: int) -> None:
        """Restores what `save` returned.

        Raises:
            StateError: a state is damaged or cannot be unpickled; then nothing was changed.
        """
        own, unpacks = [], []
        for state in states:
            payload = unsealed(state, header_size)
            end = _LENGTH_BYTES + int.from_bytes(payload[:_LENGTH_BYTES], "little")
            own.append(payload[_LENGTH_BYTES:end])
            unpacks.append(("unpack", "", payload[end:], None))
        request = Request(self._open, "set_state")
        try:
            request.check_load(env_ids)
            with self._dropped_after_failure(request, env_ids):
                self._workers.ask(request, env_ids, unpacks)
            done: list[bytes] = []
            try:
                self._workers.ask(request, env_ids, [("put", "", None, None)] * len(env_ids))
                done = own
            finally:
                request.note_load(env_ids, done)
        finally:
            request.release()

    def needs_reset(self, env_id: int) -> bool:
        """Whether an environment cannot be stepped before it is reset."""
        return self._open.needs_reset(env_id)

    @contextlib.contextmanager
    def _dropped_after_failure(self, request: Request, env_ids: Sequence[int]) -> Iterator[None]:
        """Makes workers drop all of their new environments if one of them cannot be used."""
        try:
            yield
        except Exception:
            if not self.closed:
                self._workers.ask(request, env_ids, [("drop", "", None, None)] * len(env_ids))
            raise

    def set_config(self, env_ids: Sequence[int], options: Sequence[dict[str, Any]]) -> None:
        """Has environments made anew with other options at their next reset.

        Raises:
            TypeError: an environment is made by a function.
            PoolError, Exception: an environment cannot be made, or its spaces differ; then all of
                the environments stay as they are.
        """
        known = self._settings.functions
        functions = [
            with_options(known[i], own, i) for i, own in zip(env_ids, options, strict=True)
        ]
        makes = [("make", "", function, None) for function in functions]
        request = Request(self._open, "set_config")
        try:
            request.check_idle([*env_ids])
            with self._dropped_after_failure(request, env_ids):
                made = self._workers.ask(request, env_ids, makes)
                for i, spaces in zip(env_ids, made, strict=True):
                    self.facts.check_new_spaces(i, *spaces)
            # From here on workers do it, whether this call sees the end or not.
            for i, function in zip(env_ids, functions, strict=True):
                known[i] = function  # for a worker that takes a dead one's place
            self._workers.ask(request, env_ids, [("succeed", "", None, None)] * len(env_ids))
        finally:
            request.release()

    # --- Calls of the environments' own members -------------------------------------------------

    def call(self, env_ids: Sequence[int], name: str, *args: Any, **kwargs: Any) -> list[Any]:
        """Calls a member of environments, or reads it if it cannot be called.

        Raises:
            InFlightError: an environment is in flight.
            Exception: what an environment raised, or PoolError if it cannot be unpickled here.
        """
        return self._ask(env_ids, [("call", name, args, kwargs)] * len(env_ids))

    def set(self, env_ids: Sequence[int], name: str, values: Sequence[Any]) -> None:
        """Sets an attribute of environments, each to a value of its own."""
        self._ask(env_ids, [("set", name, value, None) for value in values])

    def apply(self, env_ids: Sequence[int], function: Callable[..., Any]) -> list[Any]:
        """What a function returns for each environment, called where it is."""
        return self._ask(env_ids, [("apply", "", function, None)] * len(env_ids))

    def _ask(self, env_ids: Sequence[int], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        request = Request(self._open, "call")
        try:
            request.check_idle([*env_ids])
            return self._workers.ask(request, env_ids, calls)
        finally:
            request.release()

    # --- The end --------------------------------------------------------------------------------

    def close(self) -> None:
        """Ends the workers; arrays that were returned stay valid."""
        if os.getpid() != self._pid:
            self._workers.forget()
            return
        try:
            if self._native is not None:
                self._native.close()
        finally:
            self._workers.end(_CLOSE_SECONDS if self._native is not None else 0.0)


class _Restarts:
    """What the native pool calls when a worker dies; it does not keep the workers alive."""

    def __init__(self, workers: WorkerSet) -> None:
        self._workers = weakref.ref(workers)

    def died(self, worker: int, reason: str, env_id: int | None) -> str:
        workers = self._workers()
        return "the pool is gone" if workers is None else workers.died(worker, reason, env_id)

    def restart(self, worker: int) -> str:
        workers = self._workers()
        return "the pool is gone" if workers is None else workers.restart(worker)

    def started(self, worker: int) -> str | None:
        workers = self._workers()
        return "the pool is gone" if workers is None else workers.started(worker)

    @staticmethod
    def gave_up(why: str) -> None:
        gymnasium.logger.warn(why)
