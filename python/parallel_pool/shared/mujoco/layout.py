# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds offsets in the structs of the installed MuJoCo, and proves them before the first use.

See `parallel_pool.shared.mujoco.library` for why. That module finds the arrays of a simulation's
data; this one finds arrays of a model and single numbers.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from parallel_pool.shared.mujoco.blocks import size_of_block
from parallel_pool.shared.mujoco.library import library

# A model in which the arrays that tasks read and write have elements.
_TEMPLATE = """
<mujoco>
  <asset>
    <hfield name="ground" nrow="3" ncol="3" size="9 9 1 1"/>
    <texture name="plain" type="2d" builtin="flat" width="1" height="1"/>
    <material name="plain" texture="plain"/>
  </asset>
  <worldbody>
    <light pos="1 2 3"/>
    <geom type="plane" size="5 5 .1"/>
    <geom type="hfield" hfield="ground" pos="0 0 -50"/>
    <body pos="0 0 .3">
      <freejoint/><geom size=".1"/><geom size=".1" pos=".4 0 0"/><geom size=".1" pos="0 .4 0"/>
      <site name="a" pos=".1 .2 .3"/>
    </body>
    <body pos="3 0 2">
      <joint name="hinge" axis="0 1 0" stiffness="2" damping=".1"/>
      <geom type="capsule" size=".05 .2" pos="0 .1 0"/><site name="b"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="tendon"><joint joint="hinge" coef=".5"/></fixed>
  </tendon>
</mujoco>
"""


def _unknown_layout() -> DependencyNotInstalled:
    mujoco = library().mujoco
    return DependencyNotInstalled(
        f"MuJoCo {mujoco.__version__} lays out its structs in an unknown way: "
        "run `pip install mujoco==3.17.0`"
    )


def _block(address: int, dtype: Any) -> np.ndarray:
    """The memory block that begins there, as numbers."""
    count = size_of_block(address)
    block = np.ctypeslib.as_array((ctypes.c_uint8 * count).from_address(address))
    width = np.dtype(dtype).itemsize
    return block[: count // width * width].view(dtype)


def _place_of(address: int, dtype: Any, states: Callable[[], list[Any]]) -> int:
    """Where a number is that takes these values one after the other; bytes from the beginning."""
    candidates = np.ones(len(_block(address, dtype)), bool)
    for change in states():
        value = change()
        candidates &= _block(address, dtype) == value
    found = np.flatnonzero(candidates)
    if len(found) != 1:
        raise _unknown_layout()
    return int(found[0]) * int(np.dtype(dtype).itemsize)


@functools.cache
def model_layout(names: tuple[str, ...]) -> dict[str, Any]:
    """Where a model has the pointers to its arrays, and its flags.

    Args:
        names: the arrays, as `mujoco.MjModel` names them.

    Returns:
        ``model_offsets`` and ``disable_flags``: distances in bytes from the model's beginning.

    Raises:
        DependencyNotInstalled: this version has its models in an order that was not understood.
    """
    model = library().mujoco.MjModel.from_xml_string(_TEMPLATE)
    words = _block(model._address, np.uint64)
    offsets = []
    for name in names:
        found = np.flatnonzero(words == getattr(model, name).ctypes.data)
        if not len(found) or not getattr(model, name).size:
            raise _unknown_layout()
        offsets.append(8 * int(found[-1]))  # arrays without elements come before
    if len(set(offsets)) < len(offsets) or not _proves(model, names, offsets):
        raise _unknown_layout()

    def flags(value: int) -> Callable[[], int]:
        def change() -> int:
            model.opt.disableflags = value
            return value

        return change

    place = _place_of(model._address, np.int32, lambda: [flags(0x5A5A), flags(0x1234), flags(0)])
    return {"model_offsets": offsets, "disable_flags": place}


def _proves(model: Any, names: tuple[str, ...], offsets: list[int]) -> bool:
    """Whether a copy by the library has the package's values there."""
    calls = library().handle
    calls.mj_copyModel.restype = ctypes.c_void_p
    address = calls.mj_copyModel(None, ctypes.c_void_p(model._address))
    try:
        for name, offset in zip(names, offsets, strict=True):
            wanted = getattr(model, name)
            pointer = ctypes.c_void_p.from_address(address + offset).value
            if pointer is None:
                return False
            if ctypes.string_at(pointer, wanted.nbytes) != wanted.tobytes():
                return False
        return True
    finally:
        calls.mj_deleteModel(ctypes.c_void_p(address))


# What frames depend on where each episode has a model of its own. A camera's clipping planes are
# multiples of the model's extent.
SHOWN_ARRAYS = ("geom_pos", "geom_size", "geom_group", "hfield_data")
SHOWN_STATISTICS = ("extent", "center")


@functools.cache
def _statistics() -> int:
    """Where a model has its extent and, behind it, its center: bytes from the beginning."""
    model = library().mujoco.MjModel.from_xml_string(_TEMPLATE)

    def extent(value: float) -> Callable[[], float]:
        def change() -> float:
            model.stat.extent = value
            return value

        return change

    place = _place_of(model._address, np.float64, lambda: [extent(12.625), extent(3.375)])
    if model.stat.center.ctypes.data - model._address != place + 8:
        raise _unknown_layout()
    return place


def shown_blocks(model: Any, arrays: tuple[str, ...] = SHOWN_ARRAYS) -> list[tuple[int, int, bool]]:
    """Where a model has these arrays and, behind them, ``SHOWN_STATISTICS``.

    Returns:
        The members of each ``ModelBlock`` in ``src/shared/mujoco/model_head.h``.

    Raises:
        DependencyNotInstalled: as `model_layout`.
    """
    offsets = model_layout(arrays)["model_offsets"]
    sizes = [getattr(model, name).nbytes for name in arrays]
    blocks = [(place, size, True) for place, size in zip(offsets, sizes, strict=True)]
    return [*blocks, (_statistics(), 4 * 8, False)]


def show(model: Any, shown: np.ndarray, arrays: tuple[str, ...] = SHOWN_ARRAYS) -> None:
    """Gives a model what another one shows.

    Args:
        model: a `mujoco.MjModel`.
        shown: the bytes of the other model's `shown_blocks`, one after the other.
        arrays: as for `shown_blocks`.
    """
    rest = shown.tobytes()
    for name in arrays:
        array = getattr(model, name)
        array[:] = np.frombuffer(rest[: array.nbytes], array.dtype).reshape(array.shape)
        rest = rest[array.nbytes :]
    extent, *center = np.frombuffer(rest).tolist()
    model.stat.extent, model.stat.center[:] = extent, center


@functools.cache
def data_layout() -> dict[str, Any]:
    """Where a simulation's data has its time, its count of contacts and its counts of warnings.

    Returns:
        ``time``, ``contact_count``, ``warnings`` and ``warning_stride``: distances in bytes from
        the data's beginning, the last from one warning to the next.

    Raises:
        DependencyNotInstalled: as `model_layout`.
    """
    mujoco = library().mujoco
    model = mujoco.MjModel.from_xml_string(_TEMPLATE)
    data = mujoco.MjData(model)

    def time(value: float) -> Callable[[], float]:
        def change() -> float:
            data.time = value
            return value

        return change

    def contacts(height: float) -> Callable[[], int]:
        def change() -> int:
            data.qpos[2] = height
            mujoco.mj_forward(model, data)
            return int(data.ncon)

        return change

    heights = [0.3, 0.05, 0.3, 0.08, 0.5]
    address = data._address
    counters = data.warning.number
    layout = {
        "time": _place_of(address, np.float64, lambda: [time(12.625), time(3.375)]),
        "contact_count": _place_of(address, np.int32, lambda: [contacts(z) for z in heights]),
        "warnings": counters.ctypes.data - address,
        "warning_stride": counters.strides[0],
    }
    data.qpos[2] = 0.05
    mujoco.mj_forward(model, data)
    if data.ncon < 3 or not 0 < layout["warnings"] < len(_block(address, np.uint8)):
        raise _unknown_layout()
    return layout


@functools.cache
def contact_layout() -> dict[str, Any]:
    """Where a simulation's data has its contacts.

    Returns:
        ``contacts``, the place of the pointer to them in the data, ``contact_stride``, and
        ``contact_geoms``, the place of a contact's two geoms: all in bytes.

    Raises:
        DependencyNotInstalled: as `model_layout`.
    """
    mujoco = library().mujoco
    model = mujoco.MjModel.from_xml_string(_TEMPLATE)
    data = mujoco.MjData(model)
    data.qpos[2] = 0.05
    mujoco.mj_forward(model, data)
    contacts = data.contact
    start = contacts.dist.ctypes.data  # a contact's first number
    found = np.flatnonzero(_block(data._address, np.uint64) == start)
    if data.ncon < 3 or not len(found):
        raise _unknown_layout()
    return {
        "contacts": 8 * int(found[-1]),  # the arena, which begins with contacts, comes before
        "contact_stride": contacts.geom.strides[0],
        "contact_geoms": contacts.geom.ctypes.data - start,
    }
