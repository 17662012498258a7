# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""States of a batch's simulations, and open loops from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from parallel_pool.shared.mujoco.kept import has_flag
from parallel_pool.shared.mujoco.library import library
from parallel_pool.simulations import native
from parallel_pool.simulations.geometry import Ids, Reports


@dataclass
class BatchState:
    """The state of some simulations.

    Attributes:
        physics: MuJoCo's ``mjSTATE_INTEGRATION``, float64 of shape (simulations, numbers).
        parameters: the rows of the parameters that the batch has expanded, by name.
    """

    physics: np.ndarray
    parameters: dict[str, np.ndarray] = field(default_factory=dict)

    def __len__(self) -> int:
        """How many simulations."""
        return len(self.physics)


class States:
    """The states of `Batch`."""

    model: Any
    _native: native.Batch
    _chosen: Callable[[str, Ids], np.ndarray]
    _report: Callable[[Reports], None]
    _expanded: dict[str, np.ndarray]

    def get_state(self, ids: Ids = None) -> BatchState:
        """The states of simulations, from which they continue exactly.

        Args:
            ids: the simulations; None: all.

        Raises:
            ValueError: bodies of the model may sleep, or flexes touch by the "ipc" method: MuJoCo's
                state misses what these carry from step to step. `clone` copies them.
        """
        self._check_states()
        chosen = self._chosen("get_state", ids)
        physics = np.zeros((len(chosen), self._native.state_size))
        self._report(self._native.get_state(chosen, physics.ctypes.data))
        parameters = {name: rows[chosen] for name, rows in self._expanded.items()}
        return BatchState(physics, parameters)

    def set_state(self, state: BatchState, ids: Ids = None) -> None:
        """Puts simulations into states; call `forward` for what follows from them.

        Args:
            state: of as many simulations, from a batch with the same sizes and parameters.
            ids: the simulations; None: all.

        Raises:
            ValueError: the state does not fit.
        """
        self._check_states()
        chosen = self._chosen("set_state", ids)
        if not isinstance(state, BatchState):
            raise TypeError(f"state must be a BatchState, got {type(state).__name__}")
        expected = (len(chosen), self._native.state_size)
        physics = np.ascontiguousarray(state.physics, np.float64)
        if physics.shape != expected:
            raise ValueError(f"state.physics must have shape {expected}, got {physics.shape}")
        if {*state.parameters} != {*self._expanded}:
            raise ValueError(
                f"the state has parameters {sorted(state.parameters)}, this batch has expanded "
                f"{sorted(self._expanded)}"
            )
        self._report(self._native.set_state(chosen, physics.ctypes.data))
        for name, rows in state.parameters.items():
            self._expanded[name][chosen] = rows

    def _check_states(self) -> None:
        mujoco = library().mujoco
        if has_flag(mujoco, self.model, "mjENBL_SLEEP") or has_flag(
            mujoco, self.model, "mjENBL_IPC"
        ):
            raise ValueError(
                "the states of models with sleeping bodies or 'ipc' contacts are not complete: "
                "use clone()"
            )

    def clone(
        self, from_ids: Sequence[int] | np.ndarray, to_ids: Sequence[int] | np.ndarray
    ) -> None:
        """Makes simulations copies of others, parameters and contacts included.

        Args:
            from_ids: the simulations to copy; one may be named several times.
            to_ids: as many others, which become copies.

        Raises:
            ValueError: a simulation is on both sides, or their models differ.
        """
        self._report(self._native.copy(from_ids, to_ids))
        for rows in self._expanded.values():
            rows[np.asarray(to_ids, np.int64)] = rows[np.asarray(from_ids, np.int64)]

    def rollout(
        self, controls: np.ndarray, initial_state: BatchState | None = None, ids: Ids = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Steps simulations in an open loop, in one call, as `mujoco.rollout` does.

        The simulations are then where the last step has led.

        Args:
            controls: float64 of shape (simulations, steps, nu).
            initial_state: where to begin; None: where the simulations are.
            ids: the simulations; None: all.

        Returns:
            MuJoCo's ``mjSTATE_FULLPHYSICS`` (time, qpos, qvel, act, ...) and the sensor data after
            each step, of shapes (simulations, steps, numbers).

        Raises:
            ValueError: the controls have another shape.
            SimulationError: as for `step`.
        """
        chosen = self._chosen("rollout", ids)
        count = len(chosen)
        given = np.ascontiguousarray(controls, np.float64)
        model, mujoco = self.model, library().mujoco
        if given.ndim != 3 or given.shape[0] != count or given.shape[2] != model.nu:
            raise ValueError(
                f"controls must have shape ({count}, steps, {model.nu}), got {given.shape}"
            )
        if initial_state is not None:
            self.set_state(initial_state, chosen)
        what = int(mujoco.mjtState.mjSTATE_FULLPHYSICS)
        steps, size = given.shape[1], mujoco.mj_stateSize(model, what)
        states = np.zeros((count, steps, size))
        sensors = np.zeros((count, steps, model.nsensordata))
        self._report(
            self._native.roll_out(
                chosen,
                given.ctypes.data,
                steps,
                what,
                states.ctypes.data,
                size,
                sensors.ctypes.data,
            )
        )
        return states, sensors
