# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Which fields of MuJoCo's data and models a batch can show, and where they lie."""

from __future__ import annotations

import ctypes
import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from parallel_pool.shared.mujoco.blocks import size_of_block
from parallel_pool.shared.mujoco.library import library

# What simulations read of their data: users may write to these.
_INPUTS = (
    *("qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "qacc_warmstart", "time"),
    *("mocap_pos", "mocap_quat", "eq_active", "userdata"),
)
# Parts of a model that others are computed from when it is compiled, or that only the compiler and
# viewers read.
_COMPILED = ("mesh_", "flex_", "skin_", "tex_", "bvh_", "oct_", "key_", "numeric_", "vis.")


@dataclass(frozen=True)
class Field:
    """A field of `mujoco.MjData`.

    Attributes:
        name: as MuJoCo has it.
        shape: of one simulation's, without the batch's axis.
        dtype: of its elements.
        offset: in bytes, from the struct or from the array `qpos`.
        in_struct: whether it lies in the struct itself.
        writable: whether simulations read it.
    """

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    offset: int
    in_struct: bool
    writable: bool

    @property
    def row_bytes(self) -> int:
        """Of one simulation's row."""
        return int(np.prod(self.shape, dtype=np.int64)) * self.dtype.itemsize


def find_field(data: Any, name: object) -> Field:
    """Finds a field by its name.

    Args:
        data: a `mujoco.MjData`.
        name: of the field.

    Raises:
        TypeError: the name is no str.
        ValueError: there is no such field, or its size changes; the message says what to use.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a field must be a str, got {type(name).__name__}")
    if name == "time":
        return Field(name, (), np.dtype(np.float64), _offset_of_time(data), True, True)
    value = None if name.startswith("_") else getattr(data, name, None)
    if not isinstance(value, np.ndarray):
        raise ValueError(_no_field(data, name))
    address = value.ctypes.data
    start, struct = data.qpos.ctypes.data, data._address
    if data.qpos.size == 0 and value.size > 0:  # arrays are found by where `qpos` lies
        raise ValueError(f"{name} is not shown of a model without joints: there is no motion")
    writable = name in _INPUTS
    if value.size == 0 and _is_sized(name):
        return Field(name, value.shape, value.dtype, 0, True, writable)
    if start <= address < start + data.nbuffer:
        return Field(name, value.shape, value.dtype, address - start, False, writable)
    if struct <= address < struct + size_of_block(struct) and value.flags.c_contiguous:
        return Field(name, value.shape, value.dtype, address - struct, True, writable)
    raise ValueError(f"{name} has no fixed size: it changes from step to step, so it has no array")


def _is_sized(name: str) -> bool:
    """Whether an array without elements has none for good: those of constraints come and go."""
    return not name.startswith(("efc_", "iefc_", "efm_", "contact", "island_", "map_"))


def _no_field(data: Any, name: str) -> str:
    if name == "contact":
        return "contact has no fixed size: there are more contacts in one step than in the next"
    known = [one for one in dir(data) if isinstance(_safe(data, one), np.ndarray)] + ["time"]
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f", did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"mujoco.MjData has no array {name!r}{hint}"


def _safe(holder: Any, name: str) -> Any:
    return None if name.startswith("_") else getattr(holder, name, None)


def _offset_of_time(data: Any) -> int:
    """Found by the value, since it is no array."""
    before, value = data.time, 1234.5678
    data.time = value
    size = size_of_block(data._address) // 8
    words = np.ctypeslib.as_array((ctypes.c_double * size).from_address(data._address))
    places = np.flatnonzero(words == value)
    data.time = before
    if len(places) != 1:
        version = library().mujoco.__version__
        raise RuntimeError(f"MuJoCo {version} has an unknown data layout: its time was not found")
    return 8 * int(places[0])


# --- Models --------------------------------------------------------------------------------------


def parameter_of(model: Any, name: object) -> np.ndarray:
    """An array of a model that may differ between simulations.

    Args:
        model: a `mujoco.MjModel`.
        name: of the array, such as ``"geom_friction"`` or ``"opt.gravity"``.

    Raises:
        TypeError: the name is no str.
        ValueError: there is no such array, or it cannot differ; the message says why.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a field must be a str, got {type(name).__name__}")
    value: Any = model
    for part in name.split("."):
        value = _safe(value, part)
    if not isinstance(value, np.ndarray):
        known = [one for one in dir(model) if isinstance(_safe(model, one), np.ndarray)]
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f", did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"mujoco.MjModel has no array {name!r}{hint}")
    if name.startswith(_COMPILED):
        raise ValueError(
            f"{name} is compiled into other parts of the model, so it cannot differ between "
            "simulations: compile several models, and give them to Batch"
        )
    if name == "geom_size":
        raise ValueError(
            "geom_size cannot differ between simulations, since bounds of geoms are compiled from "
            "it: compile several models, and give them to Batch"
        )
    if value.dtype.kind != "f":
        raise ValueError(
            f"{name} ({value.dtype}) is part of the model's structure, so it cannot differ between "
            "simulations: only arrays of floats can"
        )
    if value.size == 0:
        raise ValueError(f"{name} has no elements in this model")
    return value


def arrays_of(model: Any) -> dict[str, np.ndarray]:
    """All arrays of a model that are not empty, by name."""
    found = {name: _safe(model, name) for name in dir(model)}
    return {
        name: value
        for name, value in found.items()
        if isinstance(value, np.ndarray) and value.size and value.dtype.kind in "fiub"
    }


def statistics_of(model: Any) -> np.ndarray:
    """The numbers of ``model.stat``, which solvers scale their tolerances by.

    Raises:
        RuntimeError: they do not lie as expected.
    """
    stat = model.stat
    expected = [stat.meaninertia, stat.meanmass, stat.meansize, stat.extent, *stat.center]
    address = stat.center.ctypes.data - 4 * 8
    numbers = np.ctypeslib.as_array((ctypes.c_double * 7).from_address(address))
    if numbers.tolist() != expected:
        raise RuntimeError("this version of MuJoCo has an unknown layout of model.stat")
    return numbers


def sizes_of(model: Any) -> dict[str, int]:
    """What a model has how many of."""
    sizes = {name: _safe(model, name) for name in dir(model) if name.startswith("n")}
    return {name: value for name, value in sizes.items() if isinstance(value, int)}


def differing(first: Any, other: Any, ignored: Iterable[str] = ()) -> list[str]:
    """The sizes in which two models differ, in words."""
    a, b = sizes_of(first), sizes_of(other)
    return [
        f"{name} {a[name]} and {b.get(name)}"
        for name in a
        if a[name] != b.get(name) and name not in ignored
    ]
