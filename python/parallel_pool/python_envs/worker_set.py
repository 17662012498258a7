# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The workers of a pool of Python environments: how they start, answer requests, and end."""

from __future__ import annotations

import contextlib
import pickle
import time
from collections.abc import Sequence
from typing import Any

import cloudpickle
import gymnasium

from parallel_pool.errors import PoolError
from parallel_pool.python_envs import messages
from parallel_pool.python_envs.failures import WorkerTraceback, load_exception
from parallel_pool.python_envs.native import ProcessPool
from parallel_pool.python_envs.processes import WorkerProcess, start_worker
from parallel_pool.python_envs.settings import Settings
from parallel_pool.python_envs.threads import WorkerThread

_LOOK_SECONDS = 0.05


class WorkerSet:
    """Worker processes, or threads, each with consecutive environments.

    `died` and `replace` are called by the native pool when a worker dies.
    """

    def __init__(self, settings: Settings) -> None:
        """Starts the workers; `facts` waits until they have made their environments.

        Args:
            settings: the pool's arguments.
        """
        self._settings = settings
        count, workers = settings.num_envs, settings.num_workers
        self._first = [count * i // workers for i in range(workers + 1)]
        self._cpus = settings.worker_cpus()
        self._processes: list[WorkerProcess | WorkerThread | None] = [None] * workers
        try:
            for i in range(workers):
                self._processes[i] = self._start(i)
        except BaseException:
            self.end(0.0)
            raise

    # --- Starting -------------------------------------------------------------------------------

    def _start(self, worker: int) -> WorkerProcess | WorkerThread:
        functions = self._settings.functions[self._first[worker] : self._first[worker + 1]]
        method = self._settings.start_method
        process = start_worker(method, functions)
        pickled = b"" if method in ("fork", "thread") else cloudpickle.dumps(functions)
        with contextlib.suppress(BrokenPipeError):  # the answer will say why
            messages.send(process.channel, (self._first[worker], pickled, self._cpus[worker]))
        return process

    def facts(self) -> list[dict[str, Any]]:
        """What each worker reports of its environments, once they are made.

        Raises:
            PoolError, Exception: an environment could not be made.
        """
        return [self._facts_of(i) for i in range(len(self._processes))]

    def _facts_of(self, worker: int) -> dict[str, Any]:
        process = self._running(worker)
        try:
            (answer, value), _ = messages.receive(process.channel)
        except (EOFError, ConnectionError):
            raise PoolError(
                f"worker process {worker} (pid {process.pid}) {process.reap()} while it made its "
                f"environments, env ids {self._first[worker]} to {self._first[worker + 1] - 1}"
            ) from None
        if answer == "failed":
            text, pickled = value
            error = load_exception(pickled)
            if error is None:
                raise PoolError(text)
            raise error from WorkerTraceback(text)
        facts: dict[str, Any] = pickle.loads(value)
        return facts

    def begin(self, native: ProcessPool, plan: dict[str, Any]) -> None:
        """Hands the shared memory to the workers, and keeps it for those that replace them."""
        self._native, self._plan = native, plan
        for i in range(len(self._processes)):
            self._begin(i)

    def _begin(self, worker: int) -> None:
        process = self._running(worker)
        message = self._plan | {"worker": worker}
        messages.send(process.channel, message, [self._native.descriptor])
        messages.receive(process.channel)
        self._native.attach_worker(worker, process.descriptor)

    def _running(self, worker: int) -> WorkerProcess | WorkerThread:
        process = self._processes[worker]
        if process is None:
            raise PoolError(f"worker process {worker} has ended")
        return process

    # --- Asking ---------------------------------------------------------------------------------

    def ask(self, env_ids: Sequence[int], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Asks workers to do something with environments, none of which may be in flight.

        Args:
            env_ids: the environments.
            calls: a request for each, in the form that `worker.py` reads.

        Returns:
            The answer of each.

        Raises:
            Exception: what an environment raised, or PoolError if it cannot be unpickled here.
        """
        by_worker: dict[int, list[int]] = {}
        for place, env_id in enumerate(env_ids):
            worker = next(w for w in range(len(self._processes)) if self._first[w + 1] > env_id)
            by_worker.setdefault(worker, []).append(place)
        for worker, places in by_worker.items():
            first = self._first[worker]
            # Each call is pickled by itself, so that environments never share an argument.
            request = [(env_ids[i] - first, cloudpickle.dumps(calls[i])) for i in places]
            self._native.summon(worker)  # first, so that it reads while this is sent
            messages.send(self._running(worker).channel, request)
        answers = {worker: self._answer(worker) for worker in by_worker}
        values: list[Any] = [None] * len(env_ids)
        for worker, places in by_worker.items():
            got, failure = answers[worker]
            if failure is not None:
                error = load_exception(failure[1])
                raise (PoolError(failure[0]) if error is None else error) from WorkerTraceback(
                    failure[0]
                )
            for place, value in zip(places, got, strict=True):
                values[place] = pickle.loads(value)
        return values

    def _answer(self, worker: int) -> tuple[Any, Any]:
        process = self._running(worker)
        try:
            while not messages.readable([process.channel], _LOOK_SECONDS):
                self._native.look_after_workers()
                self._running(worker)
            answer, _ = messages.receive(process.channel)
        except (EOFError, ConnectionError):
            if process.ended(1.0):
                self._native.look_after_workers()
            raise PoolError(
                f"worker process {worker} (pid {process.pid}) ended while it answered a call"
            ) from None
        result: tuple[Any, Any] = answer
        return result

    # --- The end --------------------------------------------------------------------------------

    def died(self, worker: int, reason: str, env_id: int | None) -> str:
        """Makes sure that a worker is dead, and returns what happened, in words."""
        process, self._processes[worker] = self._processes[worker], None
        if process is None:
            return f"worker process {worker} has ended"
        if reason or not process.ended(1.0):
            process.kill()
        how = process.reap()
        while_ = "" if env_id is None else f" while it ran env id {env_id}"
        name = f"worker process {worker} (pid {process.pid})"
        return f"{name} {reason}{while_} and {how}" if reason else f"{name} {how}{while_}"

    def replace(self, worker: int) -> None:
        """Starts a new worker in place of a dead one, if the settings say so."""
        if not self._settings.restart:
            return
        try:
            self._processes[worker] = self._start(worker)
            self._facts_of(worker)
            self._begin(worker)
        except Exception as error:
            gymnasium.logger.warn(f"worker process {worker} could not be restarted: {error}")
            process, self._processes[worker] = self._processes[worker], None
            if process is not None:
                process.kill()
                process.reap()

    def forget(self) -> None:
        """Lets go of the workers in a forked child; they belong to its parent."""
        for process in self._processes:
            if process is not None:
                process.forget()
        self._processes = [None] * len(self._processes)

    def end(self, seconds: float) -> None:
        """Waits until the workers have ended, and kills those that have not after some seconds."""
        end = time.monotonic() + seconds
        for i, process in enumerate(self._processes):
            if process is None:
                continue
            self._processes[i] = None
            if not process.ended(end - time.monotonic()):
                process.kill()
            process.reap()
