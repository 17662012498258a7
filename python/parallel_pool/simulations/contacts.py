# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds where contacts lie in a simulation's data, and what they depend on: versions differ."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

from parallel_pool.shared.mujoco.blocks import size_of_block
from parallel_pool.shared.mujoco.library import library

# A box and balls, which lie on a plane or hang in the air.
_TEMPLATE = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .09"><freejoint/><geom size=".1"/></body>
    <body pos="2 0 .09"><freejoint/><geom size=".1" condim="1"/></body>
  </worldbody>
</mujoco>
"""
_HEIGHTS = ((0.09, 0.09, 0.09), (0.09, 1.0, 0.09), (1.0, 0.09, 0.09), (1.0, 1.0, 0.09))


@functools.cache
def contact_layout() -> tuple[int, int, int, int, int, int]:
    """Where contacts lie.

    Returns:
        In bytes: in the data, the number of contacts, the pointer to the first, and the pointer to
        the constraints' forces; then a contact's size, and in it the two geoms and the number of
        its first force.

    Raises:
        RuntimeError: this version of MuJoCo has another layout.
    """
    mujoco = library().mujoco
    model = mujoco.MjModel.from_xml_string(_TEMPLATE)
    data = mujoco.MjData(model)
    found = [_candidates(model, data, heights) for heights in _HEIGHTS]
    layout = []
    for places in zip(*found, strict=True):
        common = set.intersection(*map(set, places))
        if not common:
            raise RuntimeError(
                f"MuJoCo {mujoco.__version__} has an unknown layout: its contacts were not found"
            )
        layout.append(max(common))
    count, first, force, size, geoms, row = layout
    return count, first, force, size, geoms, row


@functools.cache
def forward_moves_warm_start() -> bool:
    """Whether `mj_forward` changes how the next steps round, as it does up to MuJoCo 3.3.

    Where it does, results change if a task calls it more or less often.
    """
    mujoco = library().mujoco
    model = mujoco.MjModel.from_xml_string(_TEMPLATE)
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    before = data.qacc_warmstart.copy()
    mujoco.mj_forward(model, data)
    return bool((before != data.qacc_warmstart).any())


def _candidates(model: Any, data: Any, heights: tuple[float, ...]) -> list[list[int]]:
    """Where each part of the layout may be, with bodies at these heights."""
    data.qpos[2::7] = heights
    library().mujoco.mj_forward(model, data)
    size = size_of_block(data._address)
    words = np.ctypeslib.as_array((ctypes.c_uint64 * (size // 8)).from_address(data._address))
    numbers = words.view(np.int32)
    contacts = [data.contact[k] for k in range(data.ncon)]
    places = [one.geom.ctypes.data for one in contacts]
    each = _size_of_contact(model, data)
    pointers = np.flatnonzero((words <= places[0]) & (words > places[0] - each))
    starts = {int(words[k]) for k in pointers}
    if len(starts) != 1:
        return [[]] * 6
    start = starts.pop()
    memory = (ctypes.c_int32 * (len(contacts) * each // 4)).from_address(start)
    rows = np.ctypeslib.as_array(memory).reshape(len(contacts), -1)
    addresses = np.array([one.efc_address for one in contacts], np.int32)
    return [
        (4 * np.flatnonzero(numbers == data.ncon)).tolist(),
        (8 * pointers).tolist(),
        (8 * np.flatnonzero(words == data.efc_force.ctypes.data)).tolist(),
        [each],
        [places[0] - start],
        (4 * np.flatnonzero((rows == addresses[:, None]).all(0))).tolist(),
    ]


def _size_of_contact(model: Any, data: Any) -> int:
    """The distance from a contact to the next."""
    mujoco = library().mujoco
    several = mujoco.MjData(model)
    mujoco.mj_forward(model, several)
    return int(several.contact[1].geom.ctypes.data - several.contact[0].geom.ctypes.data)
