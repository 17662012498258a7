# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Actors without processes: calls run when somebody waits, in an order that a seed decides on."""

from __future__ import annotations

import pickle
from collections import deque
from typing import Any

import cloudpickle
import numpy as np
from parallel_pool.ray.actor import PoolActor
from parallel_pool.ray.actors import ActorLost, Recipe


class InProcessActors:
    """Stands in for `Actors`.

    Attributes:
        rng: decides which actor runs its next call.
        dying: actors that die with their next call.
        doomed: how many of the next actors in a place die before they run anything.
    """

    rng = np.random.default_rng(0)

    def __init__(self, recipe: Recipe, count: int) -> None:
        self._recipe = recipe
        self._lives = [0] * count
        self._actors = [self._make(k) for k in range(count)]
        self._waiting: list[deque[Any]] = [deque() for _ in range(count)]
        self._results: dict[object, Any] = {}
        self.dying: set[int] = set()
        self.doomed = [0] * count
        self._stillborn: set[int] = set()
        self.facts = self._actors[0].facts()

    def _make(self, k: int) -> PoolActor:
        plan = self._recipe.plan(k, self._lives[k])
        return PoolActor(pickle.loads(cloudpickle.dumps(plan)))

    def check(self) -> None:
        """Nothing can be shut down here."""

    def call(self, k: int, name: str, *args: Any) -> object:
        ref = object()
        self._waiting[k].append((ref, name, pickle.loads(pickle.dumps(args))))
        return ref

    def wait(self, refs: list[object], timeout: float | None) -> list[object]:
        while not any(ref in self._results for ref in refs):
            self._run(int(self.rng.choice([k for k, calls in enumerate(self._waiting) if calls])))
        return [next(ref for ref in refs if ref in self._results)]

    def _run(self, k: int) -> None:
        ref, name, args = self._waiting[k].popleft()
        if k in self.dying or k in self._stillborn:
            self._results[ref] = ActorLost(f"actor {k} died")
            return
        try:
            answer = self._actors[k].in_frames(getattr(self._actors[k], name)(*args))
            self._results[ref] = pickle.loads(pickle.dumps(answer))
        except Exception as error:
            self._results[ref] = error

    def result(self, k: int, ref: object) -> Any:
        while ref not in self._results:
            self._run(k)
        result = self._results.pop(ref)
        if isinstance(result, Exception):
            raise result
        return result

    def replace(self, k: int) -> None:
        self._lives[k] += 1
        self._waiting[k].clear()
        self._actors[k] = self._make(k)
        self.dying.discard(k)
        self._stillborn.discard(k)
        if self.doomed[k] > 0:
            self.doomed[k] -= 1
            self._stillborn.add(k)

    def never_ran(self, k: int) -> bool:
        return k in self._stillborn

    def close(self) -> None:
        for actor in self._actors:
            actor._pool.close()
