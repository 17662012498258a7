# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The contenders: the pool, a bare loop in C, dm_control, and EnvPool in an interpreter of its own.

All step the same number of environments by the same controls, and no episode ends. The bare loop
calls the functions that dm_control calls, in the same order and as often, with the model that
dm_control has compiled. It neither observes nor rewards, does not guard itself against MuJoCo's
errors, and has one model for all environments, also where episodes write into their own. The pool
leaves out two searches of MuJoCo's that cannot find anything in most models, and so can be faster.
"""

from __future__ import annotations

import ctypes
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import parallel_pool
from dm_control import suite
from parallel_pool.families.dm_control import native
from parallel_pool.shared.mujoco.library import library

sys.path.append(str(Path(__file__).parents[1]))
from turns import Turn, in_other_interpreter

HERE = Path(__file__).parent
MOST_REFERENCES = 4  # of dm_control's environments, which take long to load
Call = Callable[[], object]


class Task:
    """What all contenders do.

    Attributes:
        references: dm_control's environments, fewer than the others have.
        controls: of shape ``(steps, envs, nu)``.

    Args:
        id: the task.
        envs: how many environments.
    """

    def __init__(self, id: str, envs: int) -> None:
        self.id, self.envs = id, envs
        domain, task = native.tasks()[id]
        self.references = [
            suite.load(domain, task, task_kwargs={"random": seed, "time_limit": math.inf})
            for seed in range(min(envs, MOST_REFERENCES))
        ]
        self._states = self._first_states()
        self.controls = self.draw(2)

    def draw(self, steps: int) -> np.ndarray:
        """Random controls for some time steps."""
        spec = self.references[0].action_spec()
        low, high = np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1)
        draw = np.random.default_rng(0)
        return np.stack([draw.uniform(low, high, (self.envs, *spec.shape)) for _ in range(steps)])

    def _first_states(self) -> list[np.ndarray]:
        """A first state for each environment, by as many resets."""
        what = mujoco.mjtState.mjSTATE_INTEGRATION
        states = []
        for i in range(self.envs):
            env = self.references[i % len(self.references)]
            env.reset()
            physics = env.physics
            state = np.empty(mujoco.mj_stateSize(physics.model.ptr, what))
            mujoco.mj_getState(physics.model.ptr, physics.data.ptr, state, what)
            states.append(state)
        return states

    def pool(self) -> Call:
        """The pool."""
        pool = parallel_pool.make(
            self.id, num_envs=self.envs, num_threads=1, seed=0, time_limit=math.inf
        )
        pool.reset()

        def steps() -> None:
            for controls in self.controls:
                pool.step(controls)

        return steps

    def dm_control(self) -> Call:
        """dm_control's environments, one after the other."""
        controls = self.controls[:, : len(self.references)]
        pairs = [*zip(self.references, controls.swapaxes(0, 1), strict=True)]

        def steps() -> None:
            for env, actions in pairs:
                for action in actions:
                    env.step(action)

        return steps

    def bare(self) -> Call:
        """The loop in C. Call it within `without_timer`."""
        handle, run = library().handle, bare_loop().run
        physics = self.references[0].physics
        model = physics.model.ptr
        rows = [self._data(model, state) for state in self._states]
        functions = [
            ctypes.cast(getattr(handle, name), ctypes.c_void_p)
            for name in ("mj_step", "mj_step1", "mj_step2")
        ]
        rk4 = model.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4
        common = (
            *functions,
            ctypes.c_void_p(model._address),
            (ctypes.c_void_p * self.envs)(*(data._address for data in rows)),
            (ctypes.c_void_p * self.envs)(*(data.ctrl.ctypes.data for data in rows)),
            *map(ctypes.c_size_t, (self.envs, model.nu, self.references[0]._n_sub_steps)),
            int(rk4),
        )

        def steps() -> object:
            controls = ctypes.c_void_p(self.controls.ctypes.data)
            return run(*common, ctypes.c_size_t(len(self.controls)), controls), rows

        return steps

    def _data(self, model: Any, state: np.ndarray) -> Any:
        data = mujoco.MjData(model)
        mujoco.mj_setState(model, data, state, mujoco.mjtState.mjSTATE_INTEGRATION)
        mujoco.mj_forward(model, data)
        return data

    def envpool(self, python: str) -> Turn:
        """EnvPool; what comes back is the CPU-seconds of a turn."""
        script = HERE.parent / "mujoco" / "envpool_turns.py"
        sizes = [str(self.envs), str(len(self.controls))]
        return in_other_interpreter([python, str(script), self.id, *sizes, "--endless"])


@contextmanager
def without_timer() -> Iterator[None]:
    """Without the timer that the Python package has installed; a program in C has none."""
    timer = ctypes.c_void_p.in_dll(library().handle, "mjcb_time")
    installed, timer.value = timer.value, None
    try:
        yield
    finally:
        timer.value = installed


def bare_loop() -> ctypes.CDLL:
    """The loop, compiled once in a process."""
    file = Path(tempfile.gettempdir()) / f"parallel_pool_bare_{os.getpid()}.so"
    if not file.exists():
        command = ["cc", "-O3", "-shared", "-fPIC", str(HERE / "bare_loop.c"), "-o", str(file)]
        subprocess.run(command, check=True)
    return ctypes.CDLL(str(file))


def untimed(turn: Callable[[], float]) -> Callable[[], float]:
    """The same turn `without_timer`."""

    def inner() -> float:
        with without_timer():
            return turn()

    return inner
