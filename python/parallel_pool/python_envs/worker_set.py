# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The workers of a pool of Python environments: how they start, answer requests, and end."""

from __future__ import annotations

import pickle
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cloudpickle

from parallel_pool.errors import PoolError
from parallel_pool.python_envs import messages
from parallel_pool.python_envs.failures import load_result, raise_failure
from parallel_pool.python_envs.native import ProcessPool, Request
from parallel_pool.python_envs.pickled import dumps as pickled_functions
from parallel_pool.python_envs.processes import REPORT_SECONDS, Worker, start_worker
from parallel_pool.python_envs.settings import Settings
from parallel_pool.python_envs.start_progress import StartProgress
from parallel_pool.simulations.signals import raise_of_handler

_LOOK_SECONDS = 0.05
# How long a process may take to run, and a worker to import what its environments need. The first
# always holds, the second where there is a `step_timeout`, and in addition to it.
_START_SECONDS = 60.0


@dataclass
class _Start:
    """A worker on its way from its start to its first task."""

    worker: Worker
    deadline: float
    env_id: int | None = None  # which environment it makes
    facts: dict[str, Any] | None = None  # what it says of its environments when they are made
    running: bool = False


@dataclass
class _Plan:
    """What workers need to begin, beside their environments."""

    native: ProcessPool
    plan: dict[str, Any] = field(default_factory=dict)


class WorkerSet:
    """Worker processes, or threads, each with consecutive environments.

    `died`, `restart` and `started` are called by the native pool when a worker dies. What they note
    is complete before anything that a signal handler could interrupt.
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
        self._processes: list[Worker | None] = [None] * workers
        self._starts: dict[int, _Start] = {}
        self._plan: _Plan | None = None
        try:
            for i in range(workers):
                self._start(i)
        except BaseException as error:
            self.end(0.0)
            if isinstance(error, OSError):
                raise PoolError(f"a worker process could not be started: {error}") from error
            raise

    # --- Starting -------------------------------------------------------------------------------

    def _start(self, i: int) -> None:
        """Begins to start a worker, and does not wait."""
        functions = self._settings.functions[self._first[i] : self._first[i + 1]]
        method = self._settings.start_method
        worker = self._processes[i] = start_worker(method, functions)
        self._starts[i] = _Start(worker, time.monotonic() + _START_SECONDS)
        pickled = b"" if method in ("fork", "thread") else pickled_functions(functions)
        settings = (self._first[i], pickled, self._cpus[i], self._settings.step_timeout)
        messages.post(worker.channel, settings)
        if self._plan is not None:
            self._post_plan(i, worker, self._plan)

    def _post_plan(self, i: int, worker: Worker, plan: _Plan) -> None:
        messages.post(worker.channel, plan.plan | {"worker": i}, [plan.native.descriptor])

    def facts(self) -> list[dict[str, Any]]:
        """What each worker reports of its environments, once they are made.

        Raises:
            PoolError, Exception: an environment could not be made.
        """
        self._wait(lambda start: start.facts is not None)
        return [start.facts or {} for _, start in sorted(self._starts.items())]

    def begin(self, native: ProcessPool, plan: dict[str, Any]) -> None:
        """Hands the shared memory to the workers, and keeps it for those that replace them."""
        self._plan = _Plan(native, plan)
        for i, start in self._starts.items():
            self._post_plan(i, start.worker, self._plan)
        self._wait(lambda start: start.running)
        for i in range(len(self._processes)):
            self._attach(i)

    def _wait(self, there: Any) -> None:
        """Waits until all workers that start are somewhere."""
        with StartProgress(len(self._starts)) as progress:
            while True:
                for i in self._starts:
                    self._advance(i)
                waiting = [start for start in self._starts.values() if not there(start)]
                if not waiting:
                    return
                progress.show(len(self._starts) - len(waiting))
                files = {file for start in waiting for file in _files(start)}
                messages.readable([*files], _LOOK_SECONDS)

    def _advance(self, i: int) -> None:
        """Reads what a starting worker has sent. Interrupted, it is called again.

        Raises:
            PoolError, Exception: it could not be started, or an environment not be made.
        """
        start = self._starts[i]
        if start.running:
            return
        if not start.worker.begun():
            if time.monotonic() > start.deadline:
                raise PoolError(
                    f"worker process {i} did not start within {_START_SECONDS:g} seconds"
                )
            return
        while (message := self._front(i, start)) is not None:
            what, value = pickle.loads(message[1])
            if what == "failed":
                raise_failure(*value)
            if what == "making":
                start.env_id = value
                start.deadline = time.monotonic() + 1.1 * (self._settings.step_timeout or 0.0)
            if what == "ready":
                start.facts = pickle.loads(value)
            start.running = what == "running"
            start.worker.channel.pop()
            if start.running:  # the rest belongs to the pool
                return
        self._check_time(i, start)

    def _front(self, i: int, start: _Start) -> Any:
        try:
            return start.worker.channel.front(0.0)
        except EOFError:
            raise PoolError(
                f"worker process {i} (pid {start.worker.pid}) {start.worker.reap()} while it made "
                f"its environments, env ids {self._first[i]} to {self._first[i + 1] - 1}"
            ) from None

    def _check_time(self, i: int, start: _Start) -> None:
        seconds = self._settings.step_timeout
        if seconds is None or start.facts is not None or time.monotonic() < start.deadline:
            return
        what = (
            f"did not begin to make its environments within {_START_SECONDS:g} seconds"
            if start.env_id is None
            else f"did not make env id {start.env_id} within {seconds:g} seconds"
        )
        raise PoolError(f"worker process {i} (pid {start.worker.pid}) {what}")

    def _attach(self, i: int) -> None:
        """Lets the pool use a worker that runs."""
        assert self._plan is not None
        start = self._starts[i]
        self._plan.native.attach_worker(i, start.worker.descriptor, start.worker.channel)
        del self._starts[i]

    # --- Asking ---------------------------------------------------------------------------------

    def ask(
        self, request: Request, env_ids: Sequence[int], calls: Sequence[tuple[Any, ...]]
    ) -> list[Any]:
        """Asks workers to do something with environments, none of which may be in flight.

        Args:
            request: the call that this belongs to.
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
        questions = []
        for worker, places in by_worker.items():
            first = self._first[worker]
            # Each call is pickled by itself, so that environments never share an argument.
            asked = [(env_ids[i] - first, cloudpickle.dumps(calls[i])) for i in places]
            questions.append((worker, pickle.dumps(asked)))
        values: list[Any] = [None] * len(env_ids)
        answers = request.ask(questions)
        for places, answer in zip(by_worker.values(), answers, strict=True):
            got, failure = pickle.loads(answer)
            if failure is not None:
                raise_failure(*failure)
            for place, value in zip(places, got, strict=True):
                values[place] = load_result(value, env_ids[place])
        return values

    # --- The end --------------------------------------------------------------------------------

    def died(self, i: int, reason: str, env_id: int | None) -> str:
        """Frees what belongs to a worker that has ended, and returns what happened, in words."""
        worker = self._processes[i]
        if worker is None:
            return f"worker process {i} has ended"
        self._processes[i] = None
        how = worker.reap()
        while_ = "" if env_id is None else f" while it ran env id {env_id}"
        name = f"worker process {i} (pid {worker.pid})"
        return f"{name} {reason}{while_} and {how}" if reason else f"{name} {how}{while_}"

    def restart(self, i: int) -> str:
        """Begins to start a worker in place of a dead one; what was wrong, or an empty string."""
        self._end_one(i)  # what an interrupted call has left
        try:
            self._start(i)
        except (OSError, PoolError) as error:
            raise_of_handler(error)  # as is a TimeoutError; then it is tried again
            self._end_one(i)
            return f"worker process {i} could not be restarted: {error}"
        return ""

    def started(self, i: int) -> str | None:
        """Attaches a worker that was restarted.

        Returns:
            An empty string when it runs, None if it does not yet, and otherwise why it cannot.
        """
        try:
            self._advance(i)
            if not self._starts[i].running:
                return None
            self._attach(i)
        except Exception as error:
            raise_of_handler(error)  # the next call goes on
            self._end_one(i)
            return f"worker process {i} could not be restarted: {error}"
        return ""

    def _end_one(self, i: int) -> None:
        """Ends a worker that does not run yet."""
        self._starts.pop(i, None)
        worker = self._processes[i]
        if worker is not None:
            worker.kill()
            worker.reap()
            self._processes[i] = None

    def forget(self) -> None:
        """Lets go of the workers in a forked child; they belong to its parent."""
        for worker in self._processes:
            if worker is not None:
                worker.forget()
        self._processes = [None] * len(self._processes)

    def end(self, seconds: float) -> None:
        """Waits until the workers have ended, and kills those that have not after some seconds.

        What a signal handler raises meanwhile kills them at once.
        """
        deadline = time.monotonic() + seconds
        try:
            for worker in self._processes:
                if worker is not None:
                    worker.ended(deadline - time.monotonic())
        finally:
            self._kill_all()

    def _kill_all(self) -> None:
        workers = [worker for worker in self._processes if worker is not None]
        for worker in workers:
            if not worker.ended(0.0):
                worker.kill()
        self._processes = [None] * len(self._processes)
        deadline = time.monotonic() + REPORT_SECONDS
        for worker in workers:
            worker.reap(max(deadline - time.monotonic(), 0.0))


def _files(start: _Start) -> list[int]:
    """What becomes readable when there is news of a starting worker."""
    if not start.worker.begun():
        return start.worker.files()
    return [start.worker.channel.fileno(), *start.worker.files()]
