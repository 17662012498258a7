# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`Batch`: many simulations of a MuJoCo model, stepped by threads, with arrays that show them."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any, NoReturn, Self

import numpy as np

from parallel_pool import _core
from parallel_pool.errors import PoolError, SimulationError
from parallel_pool.pool.arguments import integer
from parallel_pool.pool.workers import NumaChoice, Workers
from parallel_pool.shared.mujoco.library import library
from parallel_pool.simulations import native
from parallel_pool.simulations.fields import (
    Field,
    find_field,
)
from parallel_pool.simulations.geometry import Geometry, Ids, Reports, number_of
from parallel_pool.simulations.models import Lent, Model, read_models, refuse_callbacks
from parallel_pool.simulations.parameters import Parameters
from parallel_pool.simulations.states import States


class Batch(Parameters, States, Geometry):
    """Simulations of a MuJoCo model, which threads step, and live arrays of their data.

    ``batch.bind("qpos")``, or shorter ``batch.qpos``, is an array whose row i always shows
    simulation i. Arrays of what simulations read (`qpos`, `qvel`, `act`, `ctrl`, `qfrc_applied`,
    `xfrc_applied`, `qacc_warmstart`, `mocap_pos`, `mocap_quat`, `eq_active`, `userdata`, `time`)
    may be written between calls: the next call of these simulations reads them. All others are
    read-only. No call makes a new array, so keep those that you have.

    One thread uses a batch at a time. Results do not depend on the number of threads.

    Args:
        model: a `mujoco.MjModel`, a `mujoco.MjSpec` or the path of a file; it is copied. Or a
            sequence of models with the same sizes.
        num_envs: the number of simulations.
        num_threads: how many threads step them, the caller among them; None: as many as CPUs that
            this process may use.
        of: with several models, the number of each simulation's model; None takes them in turn.
        workers: threads that the batch shares with other pools, instead of its own.
        numa: the NUMA nodes whose CPUs the threads use, as for `parallel_pool.make`.
        on_warning: ``"raise"``: what MuJoCo warns of, such as a simulation that diverges, is a
            `SimulationError`, once all simulations have finished the call. ``"count"``: `warnings`
            counts it.

    Attributes:
        model: the (first) model, as a `mujoco.MjModel`, to look up names and sizes. Leave it as it
            is: simulations may share it, and what differs between them is for `expand`.
        models: all models.
        num_envs: the number of simulations.
        num_threads: the number of threads.
        warnings: int64 array (num_envs,), how often MuJoCo warned of each simulation. MuJoCo
            repeats a warning only after a reset.
        last_warnings: the last warning of each simulation that had any, by its number.

    Raises:
        TypeError, ValueError, OSError: an argument is invalid; the message says what was expected.
        DependencyNotInstalled: MuJoCo is missing or too old.
    """

    def __init__(
        self,
        model: Model | Sequence[Model],
        num_envs: int,
        num_threads: int | None = None,
        *,
        of: Sequence[int] | np.ndarray | None = None,
        workers: Workers | None = None,
        numa: NumaChoice = "auto",
        on_warning: str = "raise",
    ) -> None:
        """See the class."""
        self.num_envs = integer("num_envs", num_envs, 1)
        if on_warning not in ("raise", "count"):
            raise ValueError(f"on_warning must be 'raise' or 'count', got {on_warning!r}")
        self._raises = on_warning == "raise"
        refuse_callbacks()
        self.models = read_models(model)
        self.model = self.models[0]
        self._of = _model_numbers(of, len(self.models), self.num_envs)
        self._template = library().mujoco.MjData(self.model)
        self.num_threads, bind_to = _threads(num_threads, workers, numa, self.num_envs)
        capsule = None if workers is None else workers.capsule()
        self._native = native.Batch(
            self.models,
            isinstance(model, Lent),
            self._of.tolist(),
            self.num_threads,
            bind_to,
            capsule,
        )
        self._end = weakref.finalize(self, self._native.close)
        self.warnings = np.zeros(self.num_envs, np.int64)
        self.last_warnings: dict[int, str] = {}
        self._frozen = False
        self._bound: dict[str, np.ndarray] = {}
        self._expanded: dict[str, np.ndarray] = {}
        self._copies: list[Any] = []
        # For each thread that may run simulations: the batch's, or a pool's.
        self._copies_of_each = max(self.num_threads, _core.available_parallelism()) + 1
        self._inserted: dict[str, np.ndarray] = {}
        self._detected: set[str] = set()
        self._scratch = None
        self._renderers = {}
        self._programs: dict[tuple[tuple[str, int], ...], native.Program] = {}

    # --- Arrays ---------------------------------------------------------------------------------

    def bind(self, name: str) -> np.ndarray:
        """A live array of a field of the data.

        Args:
            name: as in `mujoco.MjData`.

        Returns:
            An array of shape (num_envs, ...) with the field's dtype. It shows the simulations as
            they are now, and after each call. What simulations do not read is read-only.

        Raises:
            ValueError: there is no such field, or its size changes from step to step.
            TypeError: the name is no str.
        """
        known = self._bound.get(name) if isinstance(name, str) else None
        if known is not None:
            return known
        found = find_field(self._template, name)
        if self._frozen:
            raise ValueError(
                f"{name} was not used when the task was set up: use it in setup(), since "
                "simulations may be under way now"
            )
        rows = np.zeros((self.num_envs, *found.shape), found.dtype)
        if rows.size:
            self._native.add_mirror(
                rows.ctypes.data, found.row_bytes, found.offset, found.in_struct, found.writable
            )
        return self._keep(found, rows)

    def insert(self, name: str, columns: slice = slice(None)) -> np.ndarray:
        """Rows that go into a field in the middle of a task's time step.

        They do so where `Task.before_step` or `Task.after_step` say ``"insert <name>"``.

        Args:
            name: of a field that simulations read, such as ``"ctrl"``; once for each.
            columns: which elements of its first axis: a slice without a step.

        Returns:
            A writable array of shape (num_envs, elements, ...), at first with the present values.

        Raises:
            ValueError: there is no such field, or it cannot be written to.
        """
        if self._frozen or name in self._inserted:
            raise ValueError(f"insert({name!r}) belongs into setup(), once")
        found = find_field(self._template, name)
        if not found.writable or not found.shape:
            raise ValueError(f"{name} cannot be written to, or has no elements")
        first, last, step = columns.indices(found.shape[0])
        if step != 1 or last <= first:
            raise ValueError(f"columns must be a slice of {found.shape[0]} elements, got {columns}")
        rows = self.bind(name)[:, first:last].copy()
        offset = found.offset + first * found.row_bytes // found.shape[0]
        self._native.add_insertion(rows.ctypes.data, rows[0].nbytes, offset, found.in_struct)
        self._inserted[name] = rows
        return rows

    def _keep(self, found: Field, rows: np.ndarray) -> np.ndarray:
        shown = rows
        if not found.writable:
            shown = rows.view()
            shown.flags.writeable = False
        self._bound[found.name] = shown
        return shown

    def __getattr__(self, name: str) -> np.ndarray:
        """A field of the data, as `bind`."""
        if name.startswith("_") or "_bound" not in self.__dict__:
            raise AttributeError(name)
        try:
            array = self.bind(name)
        except ValueError as error:
            raise AttributeError(str(error)) from None
        self.__dict__[name] = array
        return array

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuses to replace an array, which the simulations would not notice."""
        if name in self.__dict__.get("_bound", {}) or (
            not name.startswith("_")
            and "_template" in self.__dict__
            and isinstance(getattr(type(self._template), name, None), property)
            and name not in ("model", "warning")
        ):
            raise AttributeError(
                f"{name} is an array that simulations read and write: assign to its elements, "
                f"batch.{name}[:] = ..."
            )
        super().__setattr__(name, value)

    def freeze(self) -> None:
        """Refuses new arrays and parameters from now on."""
        self._frozen = True

    # --- Simulating -----------------------------------------------------------------------------

    def step(self, substeps: int = 1, ids: Ids = None) -> None:
        """Steps simulations: `mujoco.mj_step`.

        Args:
            substeps: how often.
            ids: the simulations, without repetitions; None: all.

        Raises:
            SimulationError: MuJoCo reported an error, or warned and ``on_warning="raise"``. All
                simulations have finished the call.
            TypeError, ValueError, IndexError: an argument is invalid.
        """
        self._run("step", ids, ("step", integer("substeps", substeps, 1)))

    def step1(self, ids: Ids = None) -> None:
        """The first half of a step, before controls matter: `mujoco.mj_step1`."""
        self._run("step1", ids, ("step1", 1))

    def step2(self, ids: Ids = None) -> None:
        """The second half of a step: `mujoco.mj_step2`."""
        self._run("step2", ids, ("step2", 1))

    def forward(self, ids: Ids = None) -> None:
        """Computes everything that follows from the states: `mujoco.mj_forward`."""
        self._run("forward", ids, ("forward", 1))

    def kinematics(self, ids: Ids = None) -> None:
        """Computes positions alone: `mj_kinematics`, `mj_comPos` and `mj_camlight`."""
        self._run("kinematics", ids, ("kinematics", 1))

    def rne_post_constraint(self, ids: Ids = None) -> None:
        """Computes `cacc`, `cfrc_int` and `cfrc_ext`: `mujoco.mj_rnePostConstraint`."""
        self._run("rne_post_constraint", ids, ("rne_post_constraint", 1))

    def reset(self, ids: Ids = None, keyframe: int | str | None = None) -> None:
        """Puts simulations into the model's initial state, or into a keyframe.

        As with `mujoco.mj_resetData`, what follows from the state is not computed: call `forward`.

        Args:
            ids: the simulations; None: all.
            keyframe: the number or name of a keyframe.

        Raises:
            ValueError: there is no such keyframe.
        """
        if keyframe is None:
            self._run("reset", ids, ("reset", 1))
        else:
            self._run("reset", ids, ("reset_keyframe", self._keyframe(keyframe)))

    def _keyframe(self, keyframe: int | str) -> int:
        return number_of("keyframe", keyframe, self.model.nkey, self.model.key)

    def _run(self, name: str, ids: Ids, *instructions: tuple[str, int]) -> None:
        program = self._programs.get(instructions)
        if program is None:
            program = self._programs[instructions] = native.Program(list(instructions))
        reports = self._native.run(name, ids, program)
        if reports is not None:
            self._report(reports)

    def _chosen(self, call: str, ids: Ids) -> np.ndarray:
        """The simulations that a call is for, each once; None: all."""
        return np.array(self._native.chosen(call, ids), np.int64)

    def _report(self, reports: Reports) -> None:
        """Counts warnings, and raises errors."""
        if reports is None:
            return
        causes: dict[int, str] = {}
        for i, text, is_error in reports:
            if not is_error:
                self.warnings[i] += 1
                self.last_warnings[i] = text
            if is_error or self._raises:
                causes.setdefault(i, text.removeprefix("MuJoCo: "))
        if causes:
            raise SimulationError(causes)

    # --- The end --------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return bool(self._native.closed)

    def close(self) -> None:
        """Ends the threads and frees the simulations; arrays keep their last values.

        Raises:
            ConcurrentCallError: a signal handler called it within a call of this thread.
            PoolError: the simulations are those of a task.
        """
        if self._frozen:
            raise PoolError("the simulations of a task belong to its pool: close the pool")
        self._close_renderers()
        self._native.close()
        self._end.detach()

    def __enter__(self) -> Self:
        """The batch, which the end of the ``with`` block closes."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the batch."""
        self.close()

    def __len__(self) -> int:
        """The number of simulations."""
        return self.num_envs

    def __repr__(self) -> str:
        """Its sizes."""
        name = self.model.names.split(b"\0")[0].decode(errors="replace")
        return f"Batch({name!r}, num_envs={self.num_envs}, num_threads={self.num_threads})"

    def __reduce__(self) -> NoReturn:
        """Refuses to be pickled: its threads and simulations belong to this process."""
        raise TypeError(
            "a Batch cannot be pickled, as its simulations belong to this process: pickle what "
            "get_state() returns"
        )


def _model_numbers(of: Any, models: int, num_envs: int) -> np.ndarray:
    """The number of each simulation's model."""
    if of is None:
        return np.arange(num_envs) % models
    numbers = np.asarray(of)
    if numbers.shape != (num_envs,) or numbers.dtype.kind not in "iu":
        raise ValueError(
            f"of must hold the number of a model for each of {num_envs} simulations, got {of!r}"
        )
    if numbers.min() < 0 or numbers.max() >= models:
        raise ValueError(f"of must hold numbers from 0 to {models - 1}, got {of!r}")
    return numbers.astype(np.int64)


def _threads(
    num_threads: int | None, workers: Workers | None, numa: NumaChoice, num_envs: int
) -> tuple[int, list[list[int]]]:
    """How many threads there are, and the CPUs of those that are not the caller's."""
    if workers is not None:
        if not isinstance(workers, Workers):
            raise TypeError(
                f"workers must be a parallel_pool.Workers or None, got {type(workers).__name__}"
            )
        if num_threads is not None:
            raise ValueError("num_threads and workers were both given: give only one of them")
        return workers.num_threads + 1, []
    nodes = _core.checked_numa(numa)
    count = _core.available_parallelism(nodes)
    if num_threads is not None:
        count = integer("num_threads", num_threads, 1)
    count = min(count, num_envs)
    _, placed = _core.place(num_envs, count, numa=nodes)
    return count, [cpus for _, cpus in placed][1:]
