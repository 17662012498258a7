# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Makes pools of tasks, and gives tasks ids."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import cloudpickle

from parallel_pool import registry
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.family import Family
from parallel_pool.simulations.definition import Definition
from parallel_pool.simulations.lazy import task_module
from parallel_pool.simulations.models import check_source
from parallel_pool.simulations.pictures import drawing_of
from parallel_pool.simulations.task import Task

_definitions: dict[str, Definition] = {}


def register(id: str, task: type[Task], model: Any = None) -> str:
    """Gives a task an id, under which all of the package knows it.

    Args:
        id: such as ``"Reach-v0"``. `parallel_pool.make` takes it, and `gymnasium.make` and
            `gymnasium.make_vec` do so with the prefix ``parallel_pool/``.
        task: the class.
        model: the model, as for `Batch`; None: the class's.

    Returns:
        The id.

    Raises:
        PoolError: the id exists already.
        TypeError, ValueError: it is no task, or it has no model.
        OSError: there is no such file.
    """
    if not isinstance(id, str) or not id:
        raise TypeError(f"id must be a str such as 'Reach-v0', got {id!r}")
    definition = Definition(id, task, model)
    check_source(definition.source)
    module = task_module(f"{task.__module__}.{task.__qualname__}", [definition])
    registry.register(
        Family(
            name=re.sub(r"\W", "_", f"task_{id}"),
            module=module,
            picture=lambda env_type: drawing_of(definition),
            numpy_infos=lambda id, name: True,
            carried=lambda: _carried(id),
        )
    )
    _definitions[id] = definition
    return id


def vector_env(
    task: type[Task], model: Any = None, num_envs: int = 1, **arguments: Any
) -> PoolVectorEnv:
    """Makes a pool of a task.

    Args:
        task: the class.
        model: the model, as for `Batch`; None: the class's.
        num_envs: the number of environments.
        **arguments: the task's options and the arguments of `parallel_pool.make`, such as
            ``batch_size``, ``num_threads``, ``seed``, ``autoreset_mode`` or ``render_mode``.

    Returns:
        A `gymnasium.vector.VectorEnv` like every pool. Its pickle contains the task.

    Raises:
        PoolError: a method of the task raised, or returned what it must not.
        TypeError, ValueError: an argument is invalid.
    """
    return TaskVectorEnv(_id_of(task, model), num_envs=num_envs, **arguments)


class TaskVectorEnv(PoolVectorEnv):
    """A pool of a task, which other processes need not know to unpickle it."""

    def __reduce__(self) -> tuple[Any, ...]:
        """The task, its model and the arguments: the copy is a new pool, not yet reset."""
        return _rebuild, (self._id, _carried(self._id), self._copied_keywords)


def _rebuild(id: str, carried: bytes, keywords: dict[str, Any]) -> TaskVectorEnv:
    cloudpickle.loads(carried)()
    return TaskVectorEnv(id, **keywords)


def _carried(id: str) -> bytes:
    """A pickled function that registers the task in a process that lacks it."""
    definition = _definitions[id]
    pickled = cloudpickle.dumps((definition.task, definition.for_others()))
    carried: bytes = cloudpickle.dumps(partial(_register_once, id, pickled))
    return carried


def _register_once(id: str, pickled: bytes) -> None:
    if id not in _definitions:
        register(id, *cloudpickle.loads(pickled))


def _id_of(task: type[Task], model: Any) -> str:
    """The id of a task with a model, registered here where there is none."""
    wanted = getattr(task, "model", None) if model is None else model
    for id, known in _definitions.items():
        if known.task is task and known.source is wanted:
            return id
    name = getattr(task, "__name__", "Task")
    number = 0
    while f"{name}-v{number}" in registry.list_all_envs():
        number += 1
    return register(f"{name}-v{number}", task, model)
