# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The actors of a pool as the driver sees them: starting, calling, finding dead, replacing."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cloudpickle
import ray

from parallel_pool.errors import PoolError, UnknownEnvironmentError
from parallel_pool.ray.actor import ActorPlan
from parallel_pool.ray.host import host_class
from parallel_pool.ray.lending import Borrower, Loan, unpack
from parallel_pool.version import __version__


class ActorLost(Exception):  # noqa: N818 - it is caught by the pool, which says whose rows are lost
    """An actor cannot be used any more; the text says why."""


@dataclass(frozen=True)
class Recipe:
    """How actors are made.

    Attributes:
        plan: the plan of the actor of an index, in its n-th life from 0.
        options: for Ray, such as ``num_cpus``.
        what: the environments, for messages.
        package: the package that they come from.
        start_timeout: seconds that the first actors may take.
    """

    plan: Callable[[int, int], ActorPlan]
    options: dict[str, Any]
    what: str
    package: str
    start_timeout: float


@dataclass(frozen=True, eq=False)
class Pending:
    """A call of an actor.

    Attributes:
        ref: Ray's reference to its result.
        loan: what it may lend; None if it has to send all.
    """

    ref: Any
    loan: Loan | None


class Actors:
    """The actors of a pool.

    Attributes:
        facts: what the first actor told of its environments.
    """

    def __init__(self, recipe: Recipe, count: int) -> None:
        """Starts the actors and waits for them.

        Raises:
            PoolError: an actor could not be started, or its node lacks something.
            Exception: what making the environments raised on a node.
        """
        if not ray.is_initialized():
            ray.init()
        self._recipe = recipe
        self._pid = os.getpid()
        self._session = _session()
        self._handles: list[Any] = []
        self._lives = [0] * count
        self._borrowers: list[Borrower] = []
        self._offered: list[bool] = []  # whether an actor's offer to lend has arrived
        self._opening: list[Any] = []  # what tells whether an actor could make its pool
        self._where: list[Any] = []
        self._class = ray.remote(max_restarts=0, max_task_retries=0)(host_class())
        try:
            for k in range(count):
                self._start(k)
            self._await(self._opening)
            answers = [self._opened(k, ref) for k, ref in enumerate(self._opening)]
        except BaseException:
            self.close()
            raise
        self.facts: dict[str, Any] = answers[0]

    def _has_ray(self) -> bool:
        """Whether Ray still runs as it did when the actors started."""
        return ray.is_initialized() and _session() == self._session

    def check(self) -> None:
        """Raises PoolError if the actors are gone with Ray, whose calls would start it anew."""
        if not self._has_ray():
            raise PoolError(
                "the actors have ended, because ray.shutdown() was called: make another pool"
            )

    def _start(self, k: int) -> None:
        handle = self._class.options(**self._recipe.options).remote()
        plan = cloudpickle.dumps(self._recipe.plan(k, self._lives[k]))
        where = handle.where.remote()
        self._handles[k : k + 1] = [handle]
        self._where[k : k + 1] = [where]
        self._borrowers[k : k + 1] = [Borrower()]
        self._offered[k : k + 1] = [False]
        self._opening[k : k + 1] = [handle.open.remote(__version__, plan)]

    def _await(self, opened: list[Any]) -> None:
        seconds = self._recipe.start_timeout
        _, late = ray.wait(opened, num_returns=len(opened), timeout=seconds)
        if late:
            wanted = {k: v for k, v in self._recipe.options.items() if k.startswith("num_")}
            raise PoolError(
                f"{len(late)} of {len(opened)} actors did not start within {seconds:g} seconds; "
                f"each needs {wanted or 'no resources'}, the cluster has "
                f"{_amounts(ray.cluster_resources())}, of which "
                f"{_amounts(ray.available_resources())} are free"
            )

    def _opened(self, k: int, ref: Any) -> Any:
        try:
            answer = ray.get(ref)
        except ray.exceptions.RayError as error:
            raise PoolError(f"{self.name(k)} died while it started: {_text(error)}") from error
        if answer[0] == "ok":
            _, facts, node, offer = answer
            if node == self._session[0]:
                self._borrowers[k].accept(offer)
            self._offered[k] = True
            return facts
        text = self._explained(k, answer)
        if answer[0] == "failed" and answer[2] is not None:
            cause: Exception = cloudpickle.loads(answer[2])
            cause.add_note(f"This happened in {self.name(k)}.")
            if not isinstance(cause, UnknownEnvironmentError):
                raise cause
        raise PoolError(text)

    def _explained(self, k: int, answer: tuple[str, str, Any]) -> str:
        if answer[0] == "lacks":
            return (
                f"{self.name(k)} lacks the package {answer[1]!r}, which {self._recipe.what} needs: "
                f"install it on all nodes, or pass runtime_env in actor_options\n{answer[2]}"
            )
        if answer[1].startswith("UnknownEnvironmentError"):
            return (
                f"{self.name(k)} lacks the package {self._recipe.package!r}, from which "
                f"{self._recipe.what} comes: install it on all nodes, or pass runtime_env in "
                f"actor_options ({answer[1]})"
            )
        text: str = f"{self.name(k)}: {answer[1]}"
        return text

    def name(self, k: int) -> str:
        """Names an actor, its process and its node."""
        self.check()
        try:
            where = ray.get(self._where[k], timeout=1.0)
        except (ray.exceptions.RayError, IndexError):
            return f"actor {k}"
        return f"actor {k} (pid {where['pid']} on node {where['node']}, {where['host']})"

    def where(self) -> list[dict[str, Any]]:
        """The process of each actor, its node and its machine."""
        self.check()
        found: list[dict[str, Any]] = ray.get(self._where)
        return found

    def call(self, k: int, name: str, *args: Any) -> Pending:
        """Starts a call of a `PoolActor`'s method.

        Raises:
            PoolError: Ray was shut down.
        """
        self.check()
        borrower = self._borrowers[k]
        loan = borrower.loan()
        request, returned = borrower.request(loan, name, args)
        pending = Pending(self._handles[k].do.remote(request), loan)
        borrower.told(returned)
        return pending

    def wait(self, calls: list[Pending], timeout: float | None) -> list[Pending]:
        """Waits until one of the calls has ended; those that have, none if the time ran out.

        Raises:
            PoolError: Ray was shut down.
        """
        self.check()
        of = {call.ref: call for call in calls}
        ready: list[Any] = ray.wait([*of], num_returns=1, timeout=timeout)[0]
        return [of[ref] for ref in ready]

    def result(self, k: int, call: Pending) -> Any:
        """What a call returned.

        Raises:
            ActorLost: the actor has died, or could not make its pool.
            PoolError: Ray was shut down.
            Exception: what the method raised.
        """
        self.check()
        try:
            answer = ray.get(call.ref)
        except ray.exceptions.RayError as error:
            raise ActorLost(f"{self.name(k)} died: {_text(error)}") from error
        answer = unpack(call.loan, answer)
        if answer[0] == "ok":
            if not self._offered[k]:  # the first result of an actor that took another's place
                self._opened(k, self._opening[k])
            return answer[1]
        if answer[0] == "lacks" or answer[2] is None:
            raise ActorLost(self._explained(k, answer))
        raise cloudpickle.loads(answer[2])

    def never_ran(self, k: int) -> bool:
        """Whether a lost actor died before it had made its pool, and so ran no other call."""
        try:
            ray.get(self._opening[k], timeout=0)
        except ray.exceptions.RayError:
            return True
        return False

    def replace(self, k: int) -> None:
        """Puts a new actor in the place of a lost one, without waiting for it."""
        self._kill(k)
        self._lives[k] += 1
        self._start(k)

    def _kill(self, k: int) -> None:
        if self._has_ray():
            ray.kill(self._handles[k], no_restart=True)

    def close(self) -> None:
        """Ends the actors; a forked child leaves its parent's alone."""
        if os.getpid() == self._pid:
            for k in range(len(self._handles)):
                self._kill(k)
            self._handles.clear()


def _session() -> tuple[str, str]:
    """Names Ray's run that this process is connected to."""
    context = ray.get_runtime_context()
    return context.get_node_id(), context.get_job_id()


def _amounts(resources: dict[str, float]) -> str:
    known = {k: v for k, v in resources.items() if k in ("CPU", "GPU", "memory")}
    return ", ".join(f"{value:g} {name}" for name, value in sorted(known.items())) or "nothing"


def _text(error: Exception) -> str:
    """The message of one of Ray's exceptions in one line."""
    return " ".join(str(error).split())
