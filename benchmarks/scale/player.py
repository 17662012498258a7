# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A process that steps environments when it is told to.

    python -m benchmarks.scale.player CONTENDER CASE ENVS BATCH THREADS CPUS

pins itself to CPUs such as ``0,2`` and makes the environments; ``BATCH`` is 0 in sync mode. It
answers 1, or 0 if its library has no such environments. For each line of standard input, a number
of seconds, it steps for so long and answers with the number of steps and the seconds.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import gymnasium
from parallel_pool import make_python
from parallel_pool.family import Case
from parallel_pool.tools.bench import contenders as bench
from parallel_pool.tools.bench.measure import draw_actions
from parallel_pool.tools.bench.sessions import AsyncSession, Session, SyncSession

from benchmarks.scale.cases import CASES, POOL, PROCESSES, SUBPROCESSES, WITH_ALE, WITH_ENVPOOL


class BareLoop:
    """A loop over Gymnasium's environments: nothing is batched, checked or sent."""

    settling = 1

    def __init__(self, case: Case, actions: list[Any]) -> None:
        """Makes and resets them."""
        self._envs = [gymnasium.make(case.id, disable_env_checker=True) for _ in range(case.rows)]
        self._actions = actions
        for seed, env in enumerate(self._envs):
            env.reset(seed=seed)

    def run(self, batches: int) -> None:
        """Steps all of them so many times."""
        for number in range(batches):
            rows = self._actions[number % len(self._actions)]
            for env, action in zip(self._envs, rows, strict=True):
                _, _, terminated, truncated, _ = env.step(action)
                if terminated or truncated:
                    env.reset()

    def close(self) -> None:
        """Frees them."""
        for env in self._envs:
            env.close()


class Bare:
    """Makes a loop."""

    def why_not(self, case: Case) -> str | None:
        """It runs every case."""
        return None

    def open(self, case: Case, actions: list[Any]) -> Session:
        """A loop."""
        return BareLoop(case, actions)


class PythonPool:
    """Gymnasium's Python environments in a pool of worker processes."""

    def why_not(self, case: Case) -> str | None:
        """It runs every case."""
        return None

    def open(self, case: Case, actions: list[Any]) -> Session:
        """A pool."""
        envs = make_python(
            case.id, case.num_envs, case.batch_size, num_workers=case.num_threads, seed=0
        )
        if case.batch_size is None:
            envs.reset()
            return SyncSession(envs, actions)
        envs.async_reset()
        return AsyncSession(envs, actions, case)


def contender(name: str, python: bool) -> Any:
    """Who steps the environments."""
    if name in POOL:
        return PythonPool() if python else bench.ParallelPool()
    if name == PROCESSES:
        return Bare() if python else bench.ParallelPool()
    if name in WITH_ENVPOOL:
        return bench.EnvPool()
    return {SUBPROCESSES: bench.GymnasiumAsync(most=4096), WITH_ALE: bench.GymnasiumVectorised()}[
        name
    ]


def turn(session: Session, rows: int, seconds: float) -> tuple[int, float]:
    """Steps for about so long: the number of steps, and the seconds that they took."""
    session.run(session.settling)
    batches, at_once = 0, 1
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        if batches:  # The clock is read some ten times a turn.
            at_once = max(1, min(2 * at_once, int(batches * seconds / passed / 10)))
        session.run(at_once)
        batches += at_once
    return batches * rows, passed


def main() -> None:
    """Reads the command line and the lines. What libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    name, of, *numbers, cpus = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, map(int, cpus.split(",")))
    envs, batch, threads = map(int, numbers)
    case = Case(CASES[of].id, envs, threads, batch or None)
    player = contender(name, CASES[of].python)
    if player.why_not(case) is not None:
        print(0, file=answers, flush=True)
        return
    session = player.open(case, draw_actions(case))
    turn(session, case.rows, 0.1)  # the first steps prepare much
    print(1, file=answers, flush=True)
    for line in sys.stdin:
        print(*turn(session, case.rows, float(line)), file=answers, flush=True)


if __name__ == "__main__":
    main()
