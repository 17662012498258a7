# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Runs a task for the engine: resets, actions, and the rows of batches."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.pool.arguments import integer
from parallel_pool.simulations import native
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.calls import Calls, TaskError
from parallel_pool.simulations.models import Lent
from parallel_pool.simulations.options import checked_option, names_in
from parallel_pool.simulations.recording import ROW, Recording
from parallel_pool.simulations.signals import raise_of_handler
from parallel_pool.simulations.task import Ids, Task
from parallel_pool.simulations.trees import build, flatten, is_supported, leaves

# What happened in a row: the engine's RowKind.
_STEP, _RESET = 1, 2


class Driver(Calls):
    """A task with its simulations.

    Attributes:
        task: the task.
        sim: its simulations.
        simulations: the same, for the engine.
        step_program: what workers do in a time step.
        reset_program: what they do in a reset.
        kept: the arrays that states contain: addresses, and bytes of a row.
        rules: if the task is compiled, what workers do for actions and for outcomes; else None.
        acted, results: the arrays of actions and of what these rules return, as `kept`.
        generators: what each environment draws from, with the address of its words.
    """

    def __init__(
        self, task: Task, model: Any, num_envs: int, config: Mapping[str, object], fixed: set[str]
    ) -> None:
        """Makes the simulations and sets the task up.

        Args:
            task: the task.
            model: the model, which all pools of the task share.
            num_envs: the number of environments.
            config: the values of the task's options.
            fixed: the options that cannot differ between environments.
        """
        # The engine's workers run the simulations. What methods call runs in the calling thread.
        super().__init__(task, Batch(Lent(model), num_envs, 1, on_warning="count"))
        task._rows, task._config = num_envs, config
        self._fixed = fixed
        self._generators = [np.random.Generator(np.random.PCG64(0)) for _ in range(num_envs)]
        task.generators = self._generators if task.draws else ()
        self._all = slice(0, num_envs)
        self._call("setup", self.sim)
        task._is_set_up = True
        self.action_space = self._action_space()
        self.observation_space = self._observation_space()
        self._actions = [
            np.zeros((num_envs, *(leaf.shape or ())), leaf.dtype)
            for leaf in leaves(self.action_space)
        ]
        # For methods, which all see the same.
        self._acted = build(self.action_space, map(_read_only, self._actions))
        self.simulations = self.sim._native
        steps = [
            *self._instructions("before_step"),
            ("step", integer("frame_skip", task.frame_skip, 1)),
            *self._instructions("after_step"),
        ]
        self.step_program = native.Program(steps)
        self.reset_program = native.Program(self._instructions("after_reset"))
        self.rules: tuple[native.Rules, native.Rules] | None = None
        self.acted: list[tuple[int, int]] = []
        self.results: list[tuple[int, int]] = []
        self._infos: list[str] = []

    def _instructions(self, when: str) -> list[tuple[str, int]]:
        """The calls that a task names, for a program."""
        inserted = [*self.sim._inserted]
        instructions = []
        where = f"{self._name}.{when}"
        for call in names_in(where, getattr(self.task, when)):
            name, _, field = call.partition(" ")
            if name == "step" and field.isdecimal():
                steps = integer(f"the number of {call!r} in {where}", int(field), 1)
                instructions.append((name, steps))
                continue
            if field and name != "insert":
                raise ValueError(f"{where} has {call!r}, but only 'step 5' may have a number")
            if name == "insert" and field not in inserted:
                raise TaskError(f"{where} has {call!r}, but setup() has no sim.insert({field!r})")
            instructions.append((name, inserted.index(field) if name == "insert" else 1))
        return instructions

    def open(
        self, infos: Sequence[Mapping[str, Any]], fields: Sequence[str], *, computes: bool
    ) -> None:
        """Prepares for the engine, after a rehearsal.

        Args:
            infos: the infos, in the order of their columns, as the engine knows them.
            fields: the fields of the simulations that the methods use.
            computes: whether they call `set_const`.
        """
        self._infos = [info["name"] for info in infos]
        for name in fields:
            self.sim.bind(name)
        if computes:
            self.sim.set_const()
        if self.sim.closed:
            raise TaskError(f"{self._name} closed its simulations, which belong to the pool")
        self.sim.freeze()
        rows = [*self.sim._bound.values(), *self.sim._expanded.values(), *self._actions]
        rows += [*self.sim._inserted.values(), *self.task._arrays.values()]
        self.kept = [(one.ctypes.data, one[0].nbytes) for one in rows if one.size]
        if self.task.compiled:
            self._compile(infos)
        self.generators = [
            (one, one.bit_generator.ctypes.state_address) for one in self._generators
        ]

    def _compile(self, infos: Sequence[Mapping[str, Any]]) -> None:
        """Records what the methods do, for workers."""
        count = self.sim.num_envs
        spaces_and_infos = [
            *((leaf.dtype, leaf.shape or ()) for leaf in self._leaves),
            (np.float64, ()),
            (np.bool_, ()),
            *((info["dtype"], info["shape"]) for info in infos),
        ]
        self._results = [np.zeros((count, *shape), dtype) for dtype, shape in spaces_and_infos]
        try:
            act = Recording(self.task, self.sim)
            act.task.act(act.sim, ROW, self._recorded_actions(act))
            end = Recording(self.task, self.sim)
            shown = [*flatten(self.observation_space, end.task.observe(end.sim, ROW))]
            reward, ends, told = end.task.outcome(end.sim, ROW, self._recorded_actions(end))
            values = [*(one for _, one in shown), reward, ends]
            values += [told[name] for name in self._infos]
            for array, value in zip(self._results, values, strict=True):
                end.result(array, value)
            self.rules = act.rules(), end.rules()
        except Exception as error:
            raise_of_handler(error)
            place = traceback.extract_tb(error.__traceback__)
            mine = [one for one in place if one.filename == inspect.getsourcefile(type(self.task))]
            line = (mine or place)[-1]
            raise TaskError(
                f"{self._name} is to be compiled, but a method cannot be recorded: {error} "
                f"({line.filename}, line {line.lineno})"
            ) from error
        self.acted = [(one.ctypes.data, one[0].nbytes) for one in self._actions]
        self.results = [(one.ctypes.data, one[0].nbytes) for one in self._results]

    def _recorded_actions(self, recording: Recording) -> Any:
        rows = (recording.rows(kept)[ROW] for kept in self._actions)
        return build(self.action_space, rows)

    def rehearse(
        self,
    ) -> tuple[Mapping[str, np.ndarray], Mapping[str, np.ndarray], list[str], bool]:
        """Resets and steps once, with no engine.

        Returns:
            The infos of the step and those of the reset, the fields that the methods use, and
            whether they call `set_const`.
        """
        ids = np.arange(self.sim.num_envs)
        self.begin(ids)
        self.sim._native.run("reset", None, self.reset_program)
        self._settle(ids)
        self._observation(self._all, len(ids))
        after_reset = self._checked_infos("reset_infos", self._call("reset_infos", self.sim, ids))
        mildest = [
            _mildest(leaf, actions)
            for leaf, actions in zip(leaves(self.action_space), self._actions, strict=True)
        ]
        self.act(None, mildest, None)
        self.sim._native.run("step", None, self.step_program)
        self._observation(self._all, len(ids))
        _, _, after_step = self._outcome(self._all, self._acted, len(ids))
        return after_step, after_reset, [*self.sim._bound], bool(self.sim._detected)

    # --- What the engine calls ------------------------------------------------------------------

    def begin(
        self,
        ids: np.ndarray,
        given: dict[int, dict[str, Any]] | None = None,
        seeds: dict[int, list[int]] | None = None,
    ) -> None:
        """Resets environments, to some of which options or seeds (words of 32 bits) were given."""
        self.simulations.check_callbacks()
        if self.task.resets_data:
            self.sim.reset(ids)
        self.task.given = given or {}
        self.task.seeds = {
            i: sum(word << 32 * place for place, word in enumerate(words))
            for i, words in (seeds or {}).items()
        }
        self._call("reset", self.sim, ids, [self._generators[i] for i in ids])

    def act(
        self, ids: np.ndarray | None, actions: Sequence[np.ndarray], rows: np.ndarray | None
    ) -> None:
        """Takes the actions of environments.

        Args:
            ids: the environments; None: all.
            actions: by leaf of the space.
            rows: those that belong to these environments; None: all.
        """
        self.simulations.check_callbacks()
        of_ids: Any = slice(None) if ids is None else ids
        for kept, given in zip(self._actions, actions, strict=True):
            kept[of_ids] = given if rows is None else given[rows]
        if ids is None:
            self._call("act", self.sim, self._all, self._acted)
        else:
            self._call("act", self.sim, ids, self._acted_by(ids))

    def _acted_by(self, ids: np.ndarray) -> Any:
        """The last actions of environments."""
        return build(self.action_space, (_read_only(kept[ids]) for kept in self._actions))

    def check_options(self, config: Mapping[str, object]) -> None:
        """Refuses options that environments cannot have beside the others.

        Raises:
            TypeError, ValueError: the message names the option, and says what was expected.
        """
        for name, value in config.items():
            rows = self.task._options.get(name)
            if rows is not None and name not in self._fixed:
                checked_option(name, value, rows)
            elif not _is_same(value, self.task._config[name]):
                raise ValueError(
                    f"the option {name!r} of {self._name} is the same for all environments: it may "
                    f"differ if the task reads it by self.option({name!r}) in setup(), and its "
                    "model does not depend on it"
                )

    def configure(self, env: int, config: Mapping[str, object]) -> None:
        """Gives an environment options, which were checked."""
        for name, rows in self.task._options.items():
            rows[env] = config[name]

    def complete(
        self,
        all_step: bool,
        env_id: np.ndarray,
        kind: np.ndarray,
        reward: np.ndarray,
        terminated: np.ndarray,
        columns: tuple[list[np.ndarray], list[np.ndarray]],
    ) -> None:
        """Writes the rows of a batch, but for steps of a compiled task.

        `all_step`: it has a step of all environments, in order.
        """
        observations, infos = columns
        if all_step:
            count = len(env_id)
            self._write(observations, slice(None), self._observation(self._all, count))
            rewards, ends, told = self._outcome(self._all, self._acted, count)
            reward[:], terminated[:] = rewards, ends
            self._inform(infos, slice(None), told)
            return
        steps = np.flatnonzero(kind == _STEP) if self.rules is None else np.zeros(0, np.int64)
        resets = np.flatnonzero(kind == _RESET)
        rows = np.sort(np.concatenate([steps, resets]))
        if not len(rows):
            return
        ids = env_id.astype(np.int64)
        self._settle(ids[resets])
        self._write(observations, rows, self._observation(ids[rows], len(rows)))
        if len(steps):
            acted = self._acted_by(ids[steps])
            rewards, ends, told = self._outcome(ids[steps], acted, len(steps))
            reward[steps], terminated[steps] = rewards, ends
            self._inform(infos, steps, told)
        if len(resets):
            self._inform(infos, resets, self._reset_infos(ids[resets]))

    def begun(
        self,
        rows: np.ndarray,
        ids: np.ndarray,
        columns: tuple[list[np.ndarray], list[np.ndarray]],
    ) -> None:
        """Writes rows whose episode has ended and begun anew."""
        observations, infos = columns
        self._settle(ids)
        self._write(observations, rows, self._observation(ids, len(ids)))
        self._inform(infos, rows, self._reset_infos(ids))

    def _settle(self, ids: np.ndarray) -> None:
        if len(ids) and type(self.task).settle is not Task.settle:
            self._call("settle", self.sim, ids, [self._generators[i] for i in ids])

    def _write(self, columns: list[np.ndarray], rows: Ids, parts: list[np.ndarray]) -> None:
        for column, part in zip(columns, parts, strict=True):
            column[rows] = part

    def _inform(self, columns: list[np.ndarray], rows: Ids, infos: Mapping[str, Any]) -> None:
        for name, column in zip(self._infos, columns, strict=True):
            if name not in infos:
                continue
            values = np.asarray(infos[name])
            if values.dtype != column.dtype:
                raise TaskError(
                    f"{self._name} returned the info {name!r} as {values.dtype}, at first it was "
                    f"{column.dtype}"
                )
            try:
                column[rows] = values
            except (ValueError, TypeError) as error:
                raise_of_handler(error)
                raise TaskError(f"{self._name} returned the info {name!r}: {error}") from error
        for name in infos:
            if name not in self._infos:
                raise TaskError(
                    f"{self._name} returned the info {name!r}, which its first step and reset did "
                    f"not have: they had {self._infos}"
                )

    # --- Spaces ---------------------------------------------------------------------------------

    def _action_space(self) -> spaces.Space[Any]:
        space = self.task.action_space
        if space is None:
            low, high = self.sim.model.actuator_ctrlrange.astype(np.float32).T
            limited = self.sim.model.actuator_ctrllimited.astype(bool)
            space = spaces.Box(np.where(limited, low, -np.inf), np.where(limited, high, np.inf))
        return self._checked_space("action_space", space)

    def _observation_space(self) -> spaces.Space[Any]:
        return self._checked_space("observation_space", self.task.observation_space)

    def _checked_space(self, name: str, space: Any) -> spaces.Space[Any]:
        if not is_supported(space):
            raise TypeError(
                f"{self._name}.{name} must be a Box, Discrete, MultiDiscrete or MultiBinary, or a "
                f"Dict or Tuple of such spaces, got {space!r}"
            )
        checked: spaces.Space[Any] = space
        return checked


def _read_only(array: np.ndarray) -> np.ndarray:
    shown = array.view()
    shown.flags.writeable = False
    return shown


def _mildest(space: spaces.Space[Any], zeros: np.ndarray) -> np.ndarray:
    """The actions that are nearest to zero."""
    mildest: np.ndarray
    if isinstance(space, spaces.Box):
        mildest = np.clip(zeros, space.low, space.high)
    else:
        mildest = zeros + np.asarray(getattr(space, "start", 0), zeros.dtype)
    return mildest


def _is_same(a: object, b: object) -> bool:
    """Whether two values of an option are equal; they may be arrays."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return type(a) is type(b) and np.array_equal(a, b)  # type: ignore[arg-type]
    is_nan = isinstance(a, float) and isinstance(b, float) and a != a and b != b
    return a is b or is_nan or bool(a == b)
