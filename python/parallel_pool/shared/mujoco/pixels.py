# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Describes to the engine how it draws simulations in its own threads."""

from __future__ import annotations

import ctypes
import importlib
import inspect
import os
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import DependencyNotInstalled

from parallel_pool.shared.mujoco.layout import model_layout
from parallel_pool.shared.mujoco.library import library, read_gymnasium_model

_BACKENDS = ("egl", "osmesa")
_GROUPS = 8  # in options of views, the groups of geoms follow two numbers of 32 bits
_MAX_GEOM = 1000  # as in Gymnasium's environments


def _backend() -> str:
    """What draws: ``"egl"`` or ``"osmesa"``, as MUJOCO_GL says."""
    chosen = os.environ.get("MUJOCO_GL") or os.environ.get("PYOPENGL_PLATFORM") or "egl"
    if chosen.lower() not in _BACKENDS:
        raise RuntimeError(
            "from_pixels draws in several threads, which needs an OpenGL without a screen: set "
            f"the environment variable MUJOCO_GL to 'egl' or 'osmesa', got {chosen!r}"
        )
    return chosen.lower()


def _camera_bytes(camera: Any) -> tuple[bytes, int]:
    """A camera as MuJoCo has it in memory, and where its ``lookat`` is.

    Raises:
        DependencyNotInstalled: this version has its cameras in an order that was not understood.
    """
    lookat = 16  # after three numbers of 32 bits
    address = camera.lookat.ctypes.data - lookat
    before = camera.trackbodyid
    camera.trackbodyid = 0x5A5A
    begins = _begins_with(address, [int(camera.type), camera.fixedcamid, 0x5A5A])
    camera.trackbodyid = before
    if not begins:
        raise _unknown_layout("cameras")
    return _block_at(address), lookat


def _hidden_flag(hidden: str) -> int:
    """Where an ``mjvOption`` has the flag that shows something, in bytes from its beginning.

    Raises:
        DependencyNotInstalled: this version has its options in an order that was not understood.
    """
    mujoco = library().mujoco
    option = mujoco.MjvOption()
    address = option.geomgroup.ctypes.data - _GROUPS
    option.label, option.frame = 3, 5
    if not _begins_with(address, [3, 5]):
        raise _unknown_layout("options of views")
    flag: int = option.flags.ctypes.data - address + int(getattr(mujoco.mjtVisFlag, hidden))
    if not 0 < flag < len(_block_at(address)):
        raise _unknown_layout("options of views")
    return flag


def _begins_with(address: int, numbers: list[int]) -> bool:
    head = ctypes.string_at(address, 4 * len(numbers))
    return bool(np.frombuffer(head, np.int32).tolist() == numbers)


def _block_at(address: int) -> bytes:
    """The memory block that begins there."""
    size_of = ctypes.CDLL(None).malloc_usable_size
    size_of.restype, size_of.argtypes = ctypes.c_size_t, [ctypes.c_void_p]
    return ctypes.string_at(address, size_of(address))


def _unknown_layout(of_what: str) -> DependencyNotInstalled:
    return DependencyNotInstalled(
        f"MuJoCo {library().mujoco.__version__} lays out its {of_what} in an unknown way: "
        'run `pip install "mujoco>=3.3"`'
    )


def describe_pictures(
    model: Any,
    camera: Any,
    size: tuple[int, int],
    *,
    max_geom: int,
    hidden: Sequence[str] = (),
    hidden_groups: Sequence[int] = (),
    shown: Sequence[tuple[int, int, bool]] = (),
    centered: tuple[bool, bool, bool] = (False, False, False),
) -> dict[str, Any]:
    """What frames of a model need.

    Args:
        model: a `mujoco.MjModel`.
        camera: a `mujoco.MjvCamera`.
        size: width and height in pixels.
        max_geom: how many geoms a scene has room for.
        hidden: what is not drawn, by the names of the flags of ``mujoco.mjtVisFlag``.
        hidden_groups: the numbers of the groups of geoms that are not drawn either.
        shown: what simulations' own models have instead of this one, as `shown_blocks` lists it.
        centered: whether the camera looks at the middle of the geoms at its first frame, along
            each axis.

    Returns:
        The members of ``PictureFacts`` in ``src/shared/mujoco/studio.h``.

    Raises:
        RuntimeError: MUJOCO_GL names an OpenGL that needs a screen.
        DependencyNotInstalled: the layout of this version is unknown.
    """
    memory, lookat = _camera_bytes(camera)
    return {
        "backend": _backend(),
        "width": size[0],
        "height": size[1],
        "max_geom": max_geom,
        "hidden_flags": [
            *(_hidden_flag(name) for name in hidden),
            *(_GROUPS + number for number in hidden_groups),
        ],
        "shown": list(shown),
        "geom_count": model.ngeom,
        "hfield_count": model.nhfield,
        "heights": model_layout(("hfield_data",))["model_offsets"][0] if model.nhfield else 0,
        "height_bytes": model.hfield_data.nbytes,
        "camera": memory,
        "lookat": lookat,
        "centered": list(centered),
    }


def describe_gymnasium_pictures(
    xml_file: str,
    reference: str,
    width: int,
    height: int,
    camera_id: int | None,
    camera_name: str | None,
) -> dict[str, Any]:
    """What frames of one of Gymnasium's environments need, so that they equal its own.

    Args:
        xml_file: its model, as for `read_gymnasium_model`.
        reference: its id.
        width: of frames, in pixels.
        height: of frames, in pixels.
        camera_id: the number of the camera, -1 for the free one.
        camera_name: the name of the camera.

    Returns:
        As `describe_pictures`.

    Raises:
        ValueError: there is no such camera.
        RuntimeError, DependencyNotInstalled: as `describe_pictures`.
    """
    mujoco = library().mujoco
    model = read_gymnasium_model(xml_file, width, height)
    if camera_id is None:
        name, kind = camera_name, mujoco.mjtObj.mjOBJ_CAMERA
        camera_id = -1 if name is None else mujoco.mj_name2id(model, kind, name)
    if camera_id >= model.ncam:
        raise ValueError(
            f"camera_id must be below {model.ncam}, the number of the model's cameras, or -1 for "
            f"the free one, got {camera_id}"
        )
    camera = mujoco.MjvCamera()
    kinds = mujoco.mjtCamera
    camera.type = kinds.mjCAMERA_FREE if camera_id == -1 else kinds.mjCAMERA_FIXED
    camera.fixedcamid = camera_id
    camera.distance = model.stat.extent
    settings = _default_camera(reference)
    for name, value in settings.items():
        if isinstance(value, np.ndarray):
            getattr(camera, name)[:] = value
        else:
            setattr(camera, name, value)
    middle = "lookat" not in settings
    return describe_pictures(
        model, camera, (width, height), max_geom=_MAX_GEOM, centered=(middle, middle, middle)
    )


def _default_camera(reference: str) -> Mapping[str, Any]:
    """How the class of a Gymnasium id sets the free camera."""
    module, _, name = str(gymnasium.spec(reference).entry_point).partition(":")
    loaded = importlib.import_module(module)
    # Version 5 has a parameter, whose default is not always the module's constant.
    own = inspect.signature(getattr(loaded, name).__init__).parameters.get("default_camera_config")
    constant = getattr(loaded, "DEFAULT_CAMERA_CONFIG", {})
    settings: Mapping[str, Any] = (constant if own is None else own.default) or {}
    return settings
