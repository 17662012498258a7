# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures contenders in rounds, one after the other, so that noise affects all of them alike.

In each round, every contender runs for one slice of time, in an order that rotates from round to
round. Rates are compared within a round, where the machine was equally busy for all, and the median
over the rounds is reported. Actions are random, drawn beforehand, and the same for all. Only steps
are timed, including the resets at the end of episodes. With NextStep autoreset, the step that
resets an environment counts as a step, for every contender.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from parallel_pool.family import Case
from parallel_pool.making import make
from parallel_pool.testing.trajectory import ActionSource
from parallel_pool.tools.bench.contenders import Contender, ParallelPool, players_act_at_once
from parallel_pool.tools.bench.cpu_time import FamilyClock, context_switches
from parallel_pool.tools.bench.sessions import Session

_BATCHES_OF_ACTIONS = 64


@dataclass(frozen=True)
class Plan:
    """How long to measure.

    Attributes:
        rounds: the number of slices of each contender in each case.
        seconds: the approximate wall time of a slice.
    """

    rounds: int
    seconds: float


QUICK = Plan(rounds=5, seconds=0.1)
FULL = Plan(rounds=15, seconds=0.4)


@dataclass(frozen=True)
class Slice:
    """One contender in one round: time steps, and the seconds that they took.

    ``batches`` says in how many batches; ``context_switches`` how often threads of this process
    slept or lost their CPU meanwhile.
    """

    steps: int
    wall_seconds: float
    cpu_seconds: float | None
    batches: int = 1
    context_switches: int = 0

    @property
    def rate(self) -> float:
        """Time steps per second."""
        return self.steps / self.wall_seconds

    @property
    def cpu_rate(self) -> float | None:
        """Time steps per second of CPU time, or None if it was not measured."""
        return self.steps / self.cpu_seconds if self.cpu_seconds else None

    @property
    def cpus(self) -> float | None:
        """How many CPUs were busy with it, or None where that was not measured."""
        return self.cpu_seconds / self.wall_seconds if self.cpu_seconds else None


@dataclass(frozen=True)
class Spread:
    """The median over the rounds, and the range of the middle four fifths."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Computes the 50th, 10th and 90th percentiles."""
        low, median, high = (float(value) for value in np.quantile(values, (0.1, 0.5, 0.9)))
        return cls(median, low, high)


@dataclass
class Result:
    """One contender in one case: its slices, or the reason why there are none."""

    contender: str
    slices: list[Slice] = field(default_factory=list)
    absent: str = ""

    @property
    def rate(self) -> Spread:
        """Time steps per second."""
        return Spread.of([one.rate for one in self.slices])

    @property
    def cpu_rate(self) -> Spread | None:
        """Time steps per second of CPU time, or None if it was not measured."""
        rates = [one.cpu_rate for one in self.slices]
        known = [rate for rate in rates if rate is not None]
        return Spread.of(known) if len(known) == len(rates) else None


@dataclass
class CaseResult:
    """All contenders in one case, the pool first."""

    case: Case
    results: list[Result]
    neighbours: int = 0  # processes that kept CPUs busy meanwhile

    @property
    def present(self) -> list[Result]:
        """The contenders that ran."""
        return [result for result in self.results if result.slices]

    def ratio(self, result: Result) -> Spread:
        """The speed of the pool relative to this contender, over the rounds."""
        pool = self.results[0].slices
        return Spread.of([a.rate / b.rate for a, b in zip(pool, result.slices, strict=True)])

    def cpu_ratio(self, result: Result) -> Spread | None:
        """The same for time steps per second of CPU time."""
        pairs = zip(self.results[0].slices, result.slices, strict=True)
        rates = [(a.cpu_rate, b.cpu_rate) for a, b in pairs]
        known = [a / b for a, b in rates if a is not None and b is not None]
        return Spread.of(known) if len(known) == len(rates) else None


class Observer(Protocol):
    """Receives the progress of a measurement."""

    def opening(self, case: Case) -> None:
        """Called when the environments of a case are being made."""

    def running(self, slices: int) -> None:
        """Called when the measurement of a case starts, with the number of slices."""

    def measured(self, contender: str, rate: float) -> None:
        """Called after a slice."""


def measure(
    case: Case,
    rivals: Sequence[Contender],
    plan: Plan,
    observer: Observer,
    pool: Contender | None = None,
) -> CaseResult:
    """Measures a case.

    Args:
        case: the case to measure.
        rivals: the contenders in addition to the pool.
        plan: how long to measure.
        observer: receives the progress.
        pool: the face of this package to measure; None: the Gymnasium face.

    Returns:
        The slices of every contender, or the reason why it could not run.
    """
    observer.opening(case)
    contenders = (pool or ParallelPool(), *rivals)
    results = [Result(contender.name) for contender in contenders]
    with ExitStack() as stack:
        actions = draw_actions(case)
        sessions: list[tuple[Result, Session, FamilyClock]] = []
        for contender, result in zip(contenders, results, strict=True):
            clock = FamilyClock()
            session = _open(contender, case, actions, result, contender is contenders[0])
            if session is not None:
                stack.callback(session.close)
                sessions.append((result, session, clock))
        stack.enter_context(garbage_of_others_ignored())
        batches = [_calibrate(session, plan.seconds) for _, session, _ in sessions]
        observer.running(plan.rounds * len(sessions))
        for turn in range(plan.rounds):
            for i in range(len(sessions)):
                place = (turn + i) % len(sessions)
                result, session, clock = sessions[place]
                result.slices.append(_time(session, clock, batches[place], case.rows))
                observer.measured(result.contender, result.slices[-1].rate)
    return CaseResult(case, results)


def draw_actions(case: Case, seed: int = 0) -> list[object]:
    """Draws batches of random actions for a case, always the same ones.

    Players who act at once have an action each.
    """
    with make(case.id, num_threads=1) as envs:
        space, players = envs.single_action_space, 1
        if players_act_at_once(case.id):
            players = len(envs.reset(seed=seed)[1]["players"]["id"])
    rows = case.rows * players
    source = ActionSource(space, rows, seed)
    return [source.batch(range(rows)) for _ in range(_BATCHES_OF_ACTIONS)]


def _open(
    contender: Contender, case: Case, actions: list[object], result: Result, must_run: bool
) -> Session | None:
    result.absent = contender.why_not(case) or ""
    if result.absent:
        return None
    if must_run:
        return contender.open(case, actions)
    try:
        return contender.open(case, actions)
    except Exception as error:  # the failure of one contender must not affect the others
        result.absent = f"it failed to start: {type(error).__name__}: {error}"
        return None


@contextmanager
def garbage_of_others_ignored() -> Iterator[None]:
    """Freezes existing objects: a thousand Python environments would slow garbage collection."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _calibrate(session: Session, seconds: float) -> int:
    """The number of batches that take about this long."""
    batches = 1
    session.run(session.settling)
    while True:
        start = time.perf_counter()
        session.run(batches)
        elapsed = time.perf_counter() - start
        if elapsed >= seconds / 4:
            return max(1, round(batches * seconds / elapsed))
        batches *= 2


def _time(session: Session, clock: FamilyClock, batches: int, rows: int) -> Slice:
    session.run(session.settling)
    cpu, switches, wall = clock(), context_switches(), time.perf_counter()
    session.run(batches)
    wall_seconds, switches = time.perf_counter() - wall, context_switches() - switches
    return Slice(batches * rows, wall_seconds, clock() - cpu, batches, switches)
