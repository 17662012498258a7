# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the engine is told of a task: its options and its spaces."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.errors import PoolError
from parallel_pool.pool.arguments import integer
from parallel_pool.simulations.calls import TaskError
from parallel_pool.simulations.driver import Driver
from parallel_pool.simulations.models import read_model
from parallel_pool.simulations.options import names_in
from parallel_pool.simulations.task import Task
from parallel_pool.simulations.trees import children
from parallel_pool.when_asked import when_asked


@dataclass(frozen=True)
class _Rehearsal:
    """What a task with certain options has been seen to do."""

    spec: dict[str, Any]
    infos: list[dict[str, Any]]
    fields: list[str]
    computes: bool


class Definition:
    """A task under an id.

    Attributes:
        id: of the environments.
        task: the class.
        source: the model as it was given.
        max_episode_steps, reward_threshold, reference: the class's.
        options: (name, type, default, meaning) of each option.
        reset_options: the same of options that resets take.
    """

    def __init__(
        self,
        id: str,
        task: type[Task],
        model: Any = None,
        *,
        defaults: Mapping[str, object] | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        """Checks the class.

        Args:
            id: of the environments.
            task: the class.
            model: the model; None: the class's.
            defaults: of options, where this id has others than the class.
            max_episode_steps: the time limit; None: the class's.

        Raises:
            TypeError: it is no task, or a parameter of its constructor has no default.
            ValueError: there is no model.
        """
        if not (isinstance(task, type) and issubclass(task, Task)):
            raise TypeError(f"task must be a class derived from Task, got {task!r}")
        self.id, self.task = id, task
        self.source = task.model if model is None else model
        if self.source is None:
            raise ValueError(
                f"{task.__name__} has no model: give one, or set {task.__name__}.model"
            )
        limit = task.max_episode_steps if max_episode_steps is None else max_episode_steps
        self.max_episode_steps = None if limit is None else integer("max_episode_steps", limit, 1)
        self.reward_threshold = task.reward_threshold
        self.reference = task.reference
        own = defaults or {}
        self.options = [
            (name, type_, own.get(name, default), meaning)
            for name, type_, default, meaning in _options_of(task)
        ]
        self.reset_options = [
            (name, "object", None, "")
            for name in names_in(f"{task.__name__}.reset_options", task.reset_options)
        ]
        self._rehearsed: dict[bytes, Any] = {}
        self._models: dict[bytes, Any] = {}

    @when_asked
    def _of_model(self) -> list[str]:
        """The options that the model depends on."""
        if not _is_function(self.source):
            return []
        parameters = inspect.signature(self.source).parameters
        return [name for name, _, _, _ in self.options if name in parameters]

    def model(self, config: dict[str, object] | None = None) -> Any:
        """The model under these options, as a `mujoco.MjModel`."""
        values = self.resolve(config or {})
        given = {name: values[name] for name in self._of_model}

        def make() -> Any:
            source = self.source(**given) if _is_function(self.source) else self.source
            return read_model(source)

        return _remembered(self._models, given, make)

    def for_others(self) -> Any:
        """The model in a form that other processes can read."""
        return self.source if _is_function(self.source) else self.model()

    def resolve(self, config: dict[str, object]) -> dict[str, object]:
        """The values of all options; an int for a float is one."""
        values = {name: _own(config.get(name, default)) for name, _, default, _ in self.options}
        for name, type_, default, _ in self.options:
            is_float = type_ == "float" or isinstance(default, float)
            if is_float and type(values[name]) is int:
                values[name] = float(values[name])  # type: ignore[arg-type]
            _check_type(self.id, name, type_, values[name])
        return values

    def spec(self, config: dict[str, object]) -> dict[str, Any]:
        """The spaces under these options, as the engine reads them."""
        return self._rehearsal(config).spec

    def driver(self, config: dict[str, object], num_envs: int) -> Driver:
        """What runs the task for a pool."""
        rehearsal = self._rehearsal(config)
        driver = self._driver(config, num_envs)
        try:
            driver.open(rehearsal.infos, rehearsal.fields, computes=rehearsal.computes)
        except TaskError as error:
            raise PoolError(f"{self.id}: {error}") from error
        return driver

    def _driver(self, config: dict[str, object], num_envs: int) -> Driver:
        try:
            values = self.resolve(config)
            task = self.task(**values)
            fixed = {*self._of_model}
            return Driver(task, self.model(config), num_envs, self.resolve(config), fixed)
        except TaskError as error:
            raise PoolError(f"{self.id}: {error}") from error

    def _rehearsal(self, config: dict[str, object]) -> _Rehearsal:
        """Runs the task once, with a single environment."""
        known: _Rehearsal = _remembered(
            self._rehearsed, self.resolve(config), lambda: self._rehearse(config)
        )
        return known

    def _rehearse(self, config: dict[str, object]) -> _Rehearsal:
        driver = self._driver(config, 1)
        try:
            after_step, after_reset, fields, computes = driver.rehearse()
            infos = [
                _info(name, values, name in after_step, name in after_reset)
                for name, values in ({**after_reset, **after_step}).items()
            ]
        except TaskError as error:
            raise PoolError(f"{self.id}: {error}") from error
        finally:
            driver.sim.close()
        spec = {
            "observation": _described("", driver.observation_space),
            "action": _described("", driver.action_space),
            "info": {"kind": "Dict", "name": "", "children": infos},
        }
        return _Rehearsal(spec, infos, fields, computes)


def _is_function(source: Any) -> bool:
    """Whether it is to be called for the model."""
    return inspect.isroutine(source)


_MOST = 16  # of the models, and of what rehearsals showed, that a definition remembers


def _remembered(known: dict[bytes, Any], options: Mapping[str, object], make: Any) -> Any:
    """What was made for the same options, or is made now and remembered; the oldest is forgotten.

    Options are the same if their bytes are: what is printed of an array or an object may leave out
    what differs. Those that cannot be pickled are not remembered.
    """
    try:
        key = pickle.dumps(sorted(options.items()))
    except Exception:
        return make()
    if key not in known:
        known[key] = make()
        while len(known) > _MOST:
            del known[next(iter(known))]
    return known[key]


def _own(value: object) -> object:
    """A copy of what a caller could change later."""
    is_changeable = isinstance(value, list | dict | set | np.ndarray)
    return copy.deepcopy(value) if is_changeable else value


# What an option with a plain annotation takes. A bool is no number.
_TYPES: dict[str, tuple[type, ...]] = {
    "bool": (bool, np.bool_),
    "int": (int, np.integer),
    "float": (float, int, np.floating, np.integer),
    "str": (str,),
}


def _check_type(id: str, name: str, type_: str, value: object) -> None:
    types = _TYPES.get(type_)
    is_bool = isinstance(value, bool | np.bool_)
    if types is not None and (not isinstance(value, types) or is_bool != (type_ == "bool")):
        raise TypeError(f"{id}: {name} must be of type {type_}, got {value!r}")


def _options_of(task: type[Task]) -> list[tuple[str, str, object, str]]:
    options = []
    for one in [*inspect.signature(task).parameters.values()]:
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        if one.default is one.empty:
            raise TypeError(
                f"the parameter {one.name!r} of {task.__name__} has no default: the parameters of "
                "a task's constructor are its options"
            )
        hint = one.annotation
        type_ = "object" if hint is one.empty else getattr(hint, "__name__", str(hint))
        options.append((one.name, type_, one.default, ""))
    return options


def _described(name: str, space: spaces.Space[Any]) -> dict[str, Any]:
    """A space in the form that the engine reads."""
    if isinstance(space, spaces.Dict | spaces.Tuple):
        kind = "Dict" if isinstance(space, spaces.Dict) else "Tuple"
        names = [key if kind == "Dict" else "" for key, _ in children(space)]
        parts = [
            _described(key, part) for key, (_, part) in zip(names, children(space), strict=True)
        ]
        return {"kind": kind, "name": name, "children": parts}
    described: dict[str, Any] = {
        "kind": type(space).__name__,
        "name": name,
        "dtype": str(space.dtype),
        "shape": list(space.shape or ()),
    }
    if isinstance(space, spaces.Box):
        described |= {side: _bound(getattr(space, side)) for side in ("low", "high")}
        described["kind"] = "Box"
    elif isinstance(space, spaces.Discrete):
        described |= {"n": int(space.n), "start": int(space.start)}
    elif isinstance(space, spaces.MultiDiscrete):
        described["nvec"] = space.nvec.ravel().tolist()
    return described


def _bound(values: np.ndarray) -> list[float]:
    """One number where all are equal."""
    numbers: list[float] = values.astype(np.float64).ravel().tolist()
    return numbers[:1] if len({*numbers}) == 1 else numbers


def _info(name: str, values: Any, after_step: bool, after_reset: bool) -> dict[str, Any]:
    array = np.asarray(values)
    if not isinstance(name, str) or array.ndim < 1 or array.dtype.kind not in "fiub":
        raise TaskError(
            f"the info {name!r} must be an array of numbers with a row for each environment, got "
            f"{values!r}"
        )
    presence = {(True, True): "always", (True, False): "after_step"}.get(
        (after_step, after_reset), "after_reset"
    )
    return {
        "kind": "Value",
        "name": name,
        "dtype": str(array.dtype),
        "shape": list(array.shape[1:]),
        "presence": presence,
    }
