# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Fields of a batch's model that differ between its simulations."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from parallel_pool.shared.mujoco.library import library
from parallel_pool.shared.mujoco.messages import with_warnings
from parallel_pool.simulations import native
from parallel_pool.simulations.fields import arrays_of, parameter_of, statistics_of
from parallel_pool.simulations.geometry import Ids, Reports
from parallel_pool.simulations.models import ModelView

_STATISTICS = "stat"  # the name of `model.stat` among parameters that are computed


class Parameters:
    """The parameters of `Batch`."""

    models: list[Any]
    _native: native.Batch
    _of: np.ndarray
    _chosen: Callable[[str, Ids], np.ndarray]
    _report: Callable[[Reports], None]
    _copies: list[Any]
    _copies_of_each: int
    _detected: set[str]
    _expanded: dict[str, np.ndarray]
    _frozen: bool

    def expand(self, name: str) -> np.ndarray:
        """Lets a field of the model differ between simulations.

        Args:
            name: of an array of floats in `mujoco.MjModel`, such as ``"geom_friction"``,
                ``"body_mass"`` or ``"opt.gravity"``.

        Returns:
            A writable array of shape (num_envs, ...), at first with the model's values: simulation
            i is computed with row i from its next call on. Where other fields follow from it, as
            inertias from masses, call `set_const` after writing.

        Raises:
            ValueError: there is no such array, or it is part of the model's structure.
            TypeError: the name is no str.
        """
        known = self._expanded.get(name) if isinstance(name, str) else None
        if known is not None:
            return known
        if self._frozen:
            raise ValueError(
                f"{name} must be expanded in setup(): simulations may be under way now"
            )
        if not self._copies:
            self._set_copies(ModelView)
        self._detected.clear()
        return self._add_parameter(name, parameter_of, computed=False)

    def _set_copies(self, copied: Callable[[Any], Any]) -> None:
        """Gives threads models of their own, with the parameters that there are."""
        copies = [copied(model) for model in self.models for _ in range(self._copies_of_each)]
        self._native.set_copies([one._address for one in copies], self._copies_of_each)
        self._copies = copies
        for name, rows in self._expanded.items():
            self._lend_rows(name, rows, parameter_of, computed=False)

    def _add_parameter(
        self, name: str, find: Callable[[Any, str], np.ndarray], *, computed: bool
    ) -> np.ndarray:
        own = [find(model, name) for model in self.models]
        rows = np.stack([own[model] for model in self._of])
        self._lend_rows(name, rows, find, computed=computed)
        self._expanded[name] = rows
        return rows

    def _lend_rows(
        self, name: str, rows: np.ndarray, find: Callable[[Any, str], np.ndarray], *, computed: bool
    ) -> None:
        places = [
            one.own(name) if isinstance(one, ModelView) else find(one, name) for one in self._copies
        ]
        self._native.add_parameter(
            rows.ctypes.data, rows[0].nbytes, [one.ctypes.data for one in places], computed
        )

    def set_const(self, ids: Ids = None) -> None:
        """Computes what follows from parameters: `mujoco.mj_setConst` of each simulation.

        Positions and velocities stay; call `forward` for what follows from them.

        Args:
            ids: the simulations whose parameters changed; None: all.

        Raises:
            ValueError: nothing was expanded.
        """
        chosen = self._chosen("set_const", ids)
        if not self._expanded:
            raise ValueError("set_const() is for parameters that differ: expand one of them first")
        self._expand_computed(int(chosen[0]) if len(chosen) else 0)
        self._report(self._native.set_const(chosen))

    def _expand_computed(self, i: int) -> None:
        """Finds the fields that mj_setConst changes, and lets them differ too.

        It is tried on a copy of the model: with a simulation's parameters, and with all of them
        changed a little, zeros too.
        """
        given = [name for name in self._expanded if name not in self._detected]
        if not given:
            return
        if self._frozen:
            raise ValueError("call set_const() in setup() too: simulations may be under way now")
        if isinstance(self._copies[0], ModelView):  # mj_setConst also writes what does not change
            self._set_copies(copy.copy)
        mujoco = library().mujoco
        model = copy.copy(self.models[self._of[i]])
        base = {name: array.copy() for name, array in arrays_of(model).items()}
        changed = set()
        for factor, instead_of_zero in ((1.0, 0.0), (1.01, 0.01)):
            for name in self._expanded:
                if name != _STATISTICS:
                    values = self._expanded[name][i]
                    tried = np.where(values == 0, instead_of_zero, values * factor)
                    parameter_of(model, name)[...] = tried
            with_warnings(native, lambda: mujoco.mj_setConst(model, mujoco.MjData(model)))
            changed |= {
                name
                for name, array in arrays_of(model).items()
                if not np.array_equal(array, base[name], equal_nan=array.dtype.kind == "f")
            }
        for name in sorted(changed - set(self._expanded)):
            self._add_parameter(name, getattr, computed=True)
        if _STATISTICS not in self._expanded:
            self._add_parameter(
                _STATISTICS, lambda model, name: statistics_of(model), computed=True
            )
        self._detected = set(self._expanded)
