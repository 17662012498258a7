# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The contenders: the pool, a bare loop in C++, MuJoCo's own batches, EnvPool, Gymnasium."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import mujoco
import mujoco.rollout
import numpy as np
import parallel_pool
from parallel_pool.shared.mujoco import library as mujoco_library

sys.path.append(str(Path(__file__).parents[1]))
from turns import Turn, in_other_interpreter

try:
    from mujoco.batch import Batch
except ImportError:  # before version 4
    Batch = None


@dataclass
class Task:
    """What all do: rows of controls, and which of them are resets.

    Attributes:
        id: the environment's id.
        controls: float32, ``(steps, envs, nu)``.
        resets: bool, ``(steps, envs)``, as they came about in the pool under these controls.
        states: first positions and velocities, ``(envs, nq + nv)``.
        model: Gymnasium's own.
        frame_skip: simulation steps in a step.
    """

    id: str
    controls: np.ndarray
    resets: np.ndarray
    states: np.ndarray
    model: Any
    frame_skip: int


def task_of(id: str, envs: int, steps: int) -> Task:
    """Records what happens in the pool under random controls."""
    env: Any = gymnasium.make(id).unwrapped
    states = []
    for seed in range(envs):
        env.reset(seed=seed)
        states.append(np.concatenate([env.data.qpos, env.data.qvel]))
    pool = parallel_pool.make(id, num_envs=envs, num_threads=1, seed=0)
    pool.reset()
    low, high = pool.action_space.low, pool.action_space.high
    draw = np.random.default_rng(0)
    controls = np.stack([draw.uniform(low, high).astype(np.float32) for _ in range(steps)])
    resets = np.zeros((steps, envs), np.bool_)
    ended = np.zeros(envs, np.bool_)
    for step in range(steps):
        resets[step] = ended
        _, _, terminated, truncated, _ = pool.step(controls[step])
        ended = terminated | truncated
    pool.close()
    return Task(id, controls, resets, np.array(states), env.model, env.frame_skip)


def pool_steps(task: Task, threads: int = 1) -> Callable[[], None]:
    """The pool."""
    pool = parallel_pool.make(task.id, num_envs=task.states.shape[0], num_threads=threads, seed=0)
    pool.reset()

    def steps() -> None:
        for controls in task.controls:
            pool.step(controls)

    return steps


def envpool_turn(task: Task, python: str) -> Turn:
    """EnvPool in an interpreter of its own; what comes back is the CPU-seconds of a turn."""
    script = Path(__file__).with_name("envpool_turns.py")
    sizes = map(str, task.controls.shape[1::-1])
    return in_other_interpreter([python, str(script), task.id, *sizes])


def gymnasium_steps(task: Task) -> Callable[[], None]:
    """A single Gymnasium environment, which steps all rows in turn."""
    env = gymnasium.make(task.id, disable_env_checker=True)
    env.reset(seed=0)

    def steps() -> None:
        for rows, resets in zip(task.controls, task.resets, strict=True):
            for controls, reset in zip(rows, resets, strict=True):
                if reset:
                    env.reset()
                else:
                    env.step(controls)

    return steps


def batch_steps(task: Task) -> Callable[[], None]:
    """`mujoco.batch`, in its fast form."""
    nq, nu = task.model.nq, task.model.nu
    batch = Batch(task.model, nsim=len(task.states), nthread=1)
    qpos, qvel = batch.bind("qpos"), batch.bind("qvel")
    ctrl = batch.bind("ctrl").reshape(len(task.states), nu)
    qpos[:], qvel[:] = task.states[:, :nq], task.states[:, nq:]
    batch.forward()

    def steps() -> None:
        for controls, resets in zip(task.controls, task.resets, strict=True):
            ctrl[:] = controls
            if not resets.any():
                batch.step(nstep=task.frame_skip)
                continue
            ids = np.flatnonzero(resets)
            batch.reset(ids, stage=mujoco.mjtStage.mjSTAGE_NONE)
            qpos[ids], qvel[ids] = task.states[ids, :nq], task.states[ids, nq:]
            batch.forward(ids)
            batch.step(np.flatnonzero(~resets), nstep=task.frame_skip)

    return steps


def rollout_steps(task: Task) -> Callable[[], None]:
    """`mujoco.rollout` in a closed loop: a call for each step."""
    nq, nv = task.model.nq, task.model.nv
    envs = len(task.states)
    data = mujoco.MjData(task.model)
    full = mujoco.mjtState.mjSTATE_FULLPHYSICS
    state = np.zeros((envs, mujoco.mj_stateSize(task.model, full)))
    mujoco.mj_getState(task.model, data, state[0], full)
    state[:] = state[0]
    state[:, 1 : 1 + nq + nv] = task.states  # after the time
    runner = mujoco.rollout.Rollout(nthread=0)

    def steps() -> None:
        for controls, resets in zip(task.controls, task.resets, strict=True):
            repeated = np.repeat(controls[:, None].astype(np.float64), task.frame_skip, axis=1)
            after = runner.rollout(task.model, data, state, repeated)[0]
            state[:] = after[:, -1]
            state[resets, 1 : 1 + nq + nv] = task.states[resets]

    return steps


class _Library(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("make", "delete", "reset", "forward", "step")),
        *((name, ctypes.c_uint64) for name in ("qpos", "qvel", "ctrl")),
    )


@contextmanager
def without_timer() -> Iterator[None]:
    """Without the timer that the Python package has installed; a program in C has none."""
    timer = ctypes.c_void_p.in_dll(mujoco_library.library().handle, "mjcb_time")
    installed, timer.value = timer.value, None
    try:
        yield
    finally:
        timer.value = installed


def bare_steps(task: Task) -> Callable[[], None]:
    """A loop in C++ over the same library, model, controls and resets.

    Call it within `without_timer`.
    """
    calls = mujoco_library.library().handle
    functions = ("makeData", "deleteData", "resetData", "forward", "step")
    offsets = mujoco_library.offsets_of(("qpos", "qvel", "ctrl"))
    library = _Library(
        *(ctypes.cast(getattr(calls, f"mj_{name}"), ctypes.c_void_p) for name in functions),
        *offsets,
    )
    model, envs = task.model, len(task.states)
    sizes = (ctypes.c_uint64 * 5)(envs, model.nq, model.nv, model.nu, task.frame_skip)
    data = (ctypes.c_void_p * envs)()
    loop = _compiled()
    states = np.ascontiguousarray(task.states)
    controls = np.ascontiguousarray(task.controls)
    resets = task.resets.astype(np.uint8)
    common = (
        ctypes.byref(library),
        sizes,
        ctypes.c_void_p(model._address),
        states.ctypes.data_as(ctypes.c_void_p),
        data,
    )
    loop.make(*common)

    def steps() -> None:
        loop.run(
            *common,
            ctypes.c_uint64(len(controls)),
            controls.ctypes.data_as(ctypes.c_void_p),
            resets.ctypes.data_as(ctypes.c_void_p),
        )

    return steps


def _compiled() -> ctypes.CDLL:
    source = Path(__file__).with_name("bare_loop.cpp")
    file = Path(tempfile.mkdtemp()) / "bare_loop.so"
    subprocess.run(["c++", "-std=c++20", "-O3", "-shared", "-fPIC", source, "-o", file], check=True)
    return ctypes.CDLL(str(file))
