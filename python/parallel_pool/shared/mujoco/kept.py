# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds what a saved state must hold besides MuJoCo's own "integration state".

That state misses what pictures show, which lags behind the positions, and what two methods carry
over from step to step: bodies that sleep keep all that was computed when they fell asleep, and
flexes that touch by the "ipc" method keep forces and ages of their contacts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

# The arrays that pictures show.
_SHOWN = (
    *("xpos", "xquat", "geom_xpos", "geom_xmat", "site_xpos", "site_xmat", "cam_xpos", "cam_xmat"),
    *("light_xpos", "light_xdir", "subtree_com", "flexvert_xpos", "sensordata"),
)


def has_flag(mujoco: Any, model: Any, name: str) -> bool:
    """Whether a model enables a flag, which older versions do not have."""
    flag = getattr(mujoco.mjtEnableBit, name, None)
    return flag is not None and bool(model.opt.enableflags & flag)


def describe_kept(mujoco: Any, model: Any, data: Any, names: Sequence[str]) -> dict[str, Any]:
    """What states of a model hold.

    Args:
        mujoco: the package.
        model: a `mujoco.MjModel`.
        data: a `mujoco.MjData` of this model.
        names: the arrays of a simulation that the engine reads.

    Returns:
        The members of ``KeptState`` in ``src/shared/mujoco/kept_state.h``.
    """
    arrays = _arrays_of(data)
    sleeps = has_flag(mujoco, model, "mjENBL_SLEEP")
    touches = has_flag(mujoco, model, "mjENBL_IPC")
    kept = {
        name: array
        for name, array in arrays.items()
        if array.dtype == np.float64 and (sleeps or touches or name in _SHOWN)
    }
    start = data.qpos.ctypes.data

    def block(name: str) -> tuple[int, int] | None:
        if name not in arrays:
            return None
        return arrays[name].ctypes.data - start, arrays[name].size

    return {
        "numbers": [block(name) for name in kept],
        "has": [name in kept or getattr(data, name).size == 0 for name in names],
        "carries_over": sleeps or touches,
        "asleep": block("tree_asleep") if sleeps else None,
        "contact_age": block("flexvert_conage") if touches else None,
        "cursors": _cursors(mujoco, model),
    }


def _arrays_of(data: Any) -> dict[str, np.ndarray]:
    """The arrays with elements in the main buffer, which lie in the same places in all data."""
    start = data.qpos.ctypes.data
    arrays = {}
    for name in dir(data):
        array = None if name.startswith("_") else getattr(data, name, None)
        if not isinstance(array, np.ndarray) or array.size == 0:
            continue
        if start <= array.ctypes.data < start + data.nbuffer:
            arrays[name] = array
    return arrays


def _cursors(mujoco: Any, model: Any) -> list[tuple[int, int]]:
    """The cursors of delayed values: their places in the integration state, and how many values."""
    if not getattr(model, "nhistory", 0):
        return []
    bits = mujoco.mjtState
    before = int(bits.mjSTATE_INTEGRATION) & (int(bits.mjSTATE_HISTORY) - 1)
    start = mujoco.mj_stateSize(model, before)
    rings = [
        *zip(model.actuator_history, model.actuator_historyadr, strict=True),
        *zip(model.sensor_history, model.sensor_historyadr, strict=True),
    ]
    return [(start + int(place) + 1, int(ring[0])) for ring, place in rings if ring[0] > 0]
