# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Calls the methods of a task, and checks what they return."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np
from gymnasium import spaces

from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.signals import raise_of_handler
from parallel_pool.simulations.task import Ids, Task
from parallel_pool.simulations.trees import flatten, leaves
from parallel_pool.simulations.watch import Watch, is_watched, lint
from parallel_pool.when_asked import when_asked


class TaskError(Exception):
    """A method of a task raised, or returned what it must not."""


class Calls:
    """A task with its simulations, whose methods are called.

    Attributes:
        task: the task.
        sim: its simulations.
        observation_space: of one environment.
    """

    observation_space: spaces.Space[Any]

    def __init__(self, task: Task, sim: Batch) -> None:
        """Nothing was called yet."""
        self.task, self.sim = task, sim
        self._name = type(task).__name__
        self._lint: str | None = None

    @when_asked
    def _leaves(self) -> list[spaces.Space[Any]]:
        return leaves(self.observation_space)

    def _call(self, method: str, *arguments: Any) -> Any:
        return self._watched(method, *arguments) if is_watched() else self._made(method, *arguments)

    def _watched(self, method: str, *arguments: Any) -> Any:
        """A call that is checked by the conformance kit."""
        if len(arguments) < 2:  # setup() is for all
            return self._made(method, *arguments)
        if self._lint is None:
            self._lint = lint(type(self.task)) if self.task.reference else ""
        if self._lint:
            raise TaskError(
                f"{self._lint}; {self._name} has the reference {self.task.reference!r}, which "
                "computes one environment at a time, where the same arithmetic rounds differently"
            )
        watch = Watch(self._writable(), arguments[1])
        returned = self._made(method, *arguments)
        if complaint := watch.complaint():
            raise TaskError(f"{self._name}.{method}() {complaint}")
        return returned

    def _writable(self) -> dict[str, np.ndarray]:
        """The arrays that methods may write to, by name."""
        bound = {f"sim.{name}": one for name, one in self.sim._bound.items() if one.flags.writeable}
        expanded = {f"the parameter {name}": one for name, one in self.sim._expanded.items()}
        inserted = {f"the inserted {name}": one for name, one in self.sim._inserted.items()}
        own = {f"the array {name!r}": one for name, one in self.task._arrays.items()}
        return bound | expanded | inserted | own

    def _made(self, method: str, *arguments: Any) -> Any:
        try:
            with np.errstate(all="ignore"):
                return getattr(self.task, method)(*arguments)
        except BaseException as error:
            raise_of_handler(error)
            place = traceback.extract_tb(error.__traceback__)[-1]
            raise TaskError(
                f"{self._name}.{method}() raised {type(error).__name__}: {error} "
                f"({place.filename}, line {place.lineno})"
            ) from error

    def _refuse(self, method: str, what: str, got: Any, expected: str) -> NoReturn:
        if isinstance(got, np.ndarray):
            got = f"an array of {got.dtype} with shape {got.shape}"
        elif not isinstance(got, str):
            got = type(got).__name__
        raise TaskError(f"{self._name}.{method}() returned {got} as {what}, expected {expected}")

    def _observation(self, ids: Ids, count: int) -> list[np.ndarray]:
        """What environments show, by leaf of the space."""
        shown = self._call("observe", self.sim, ids)
        try:
            parts = [*flatten(self.observation_space, shown)]
        except LookupError as error:
            raise_of_handler(error)
            where, got, expected = error.args
            self._refuse("observe", f"observation{where}", got, expected)
        for (where, part), space in zip(parts, self._leaves, strict=True):
            shape = (count, *(space.shape or ()))
            is_array = isinstance(part, np.ndarray)
            if not is_array or part.shape != shape or part.dtype != space.dtype:
                expected = f"{space.dtype} with shape {shape}"
                self._refuse("observe", f"observation{where}", part, expected)
        return [part for _, part in parts]

    def _outcome(
        self, ids: Ids, actions: Any, count: int
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        returned = self._call("outcome", self.sim, ids, actions)
        if not isinstance(returned, tuple) or len(returned) != 3:
            self._refuse("outcome", "result", returned, "rewards, terminated and infos")
        reward, terminated, infos = returned
        reward, terminated = np.asarray(reward), np.asarray(terminated)
        if reward.shape != (count,) or reward.dtype.kind not in "fiu":
            self._refuse("outcome", "rewards", reward, f"numbers with shape ({count},)")
        if terminated.shape != (count,) or terminated.dtype != np.bool_:
            self._refuse("outcome", "terminated", terminated, f"bools with shape ({count},)")
        return reward, terminated, self._checked_infos("outcome", infos)

    def _reset_infos(self, ids: np.ndarray) -> Mapping[str, np.ndarray]:
        return self._checked_infos("reset_infos", self._call("reset_infos", self.sim, ids))

    def _checked_infos(self, method: str, infos: Any) -> Mapping[str, np.ndarray]:
        if not isinstance(infos, Mapping):
            self._refuse(method, "infos", infos, "a dict of arrays")
        return infos
