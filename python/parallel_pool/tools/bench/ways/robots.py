# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ways of robots, beside MuJoCo's own functions."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from parallel_pool.tools.bench.ways import openers, programs
from parallel_pool.tools.bench.ways.measuring import OURS, Call, Way


def ways() -> Iterator[Way]:
    """All of this module."""
    for id in ("Hopper-v5", "Ant-v5"):
        yield openers.single_steps(id)
        yield openers.makes(id)
    yield openers.single_resets("Hopper-v5")
    for num_envs in (1, 16):
        yield openers.batches("Ant-v5", num_envs)
    yield openers.makes_many("Ant-v5", 16)
    yield programs.memory("Ant-v5", 64)
    yield Way(
        "Ant-v5: get_state and set_state",
        {
            OURS: lambda: openers.saved_and_restored(openers.pool("Ant-v5", 1)),
            "mj_getState and mj_setState": _states,
        },
    )
    yield Way("Ant-v5: clone", {OURS: _clone, "mj_copyData": _copies})


def _robot() -> tuple[Any, Any, Any]:
    """MuJoCo, and a model and its data after a reset."""
    env = openers.reference("Ant-v5").unwrapped
    env.reset(seed=0)
    return importlib.import_module("mujoco"), env.model, env.data


def _states() -> Call:
    library, model, data = _robot()
    parts = library.mjtState.mjSTATE_INTEGRATION
    state = np.empty(library.mj_stateSize(model, parts))

    def run() -> None:
        library.mj_getState(model, data, state, parts)
        library.mj_setState(model, data, state, parts)

    return Call(run)


def _clone() -> Call:
    envs = openers.pool("Ant-v5", 2)
    envs.reset()
    return Call(lambda: envs.clone([0], [1]), envs.close)


def _copies() -> Call:
    library, model, data = _robot()
    other = library.MjData(model)
    return Call(lambda: library.mj_copyData(other, model, data))
