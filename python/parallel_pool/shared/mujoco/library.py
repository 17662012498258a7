# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds the data layout of the installed MuJoCo, whose structs differ between versions.

The engine calls the library that the `mujoco` package has loaded, without its headers. Before the
first use, this module finds where the arrays lie in a simulation's data, and checks the result.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import DependencyNotInstalled

from parallel_pool.shared.mujoco.blocks import size_of_block
from parallel_pool.shared.mujoco.kept import describe_kept, has_flag

_OLDEST = (3, 3)  # the oldest that is tested
_INSTALL = 'run `pip install "mujoco>=3.3"`'

# The library's name on Linux, macOS and Windows.
_FILES = ("libmujoco.so.*", "libmujoco.*.dylib", "mujoco.dll")

# A model in which nearly every array has elements, so that their places differ.
_TEMPLATE = """
<mujoco>
  <size nuserdata="3"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body mocap="true" pos="0 0 5"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body pos="0 0 .09">
      <freejoint/><geom size=".1"/><site name="a"/><camera/><light/>
      <body pos="0 0 .5">
        <joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05 .2"/>
        <site name="b" pos="0 .1 .3"/>
      </body>
    </body>
  </worldbody>
  <equality><joint joint1="hinge" active="false"/></equality>
  <tendon><spatial name="tendon"><site site="a"/><site site="b"/></spatial></tendon>
  <actuator>
    <general joint="hinge" dyntype="integrator"/><motor tendon="tendon"/>
  </actuator>
  <sensor><jointpos joint="hinge"/></sensor>
</mujoco>
"""


@dataclass(frozen=True)
class Library:
    """The loaded library.

    Attributes:
        file: the file of the library.
        handle: the library, for calls by name.
        mujoco: the package.
        version: its first two numbers.
    """

    file: str
    handle: ctypes.CDLL
    mujoco: ModuleType
    version: tuple[int, int]


@functools.cache
def library() -> Library:
    """Imports the installed package and returns its library.

    Raises:
        DependencyNotInstalled: MuJoCo is missing or too old; the message says what to install.
    """
    try:
        import mujoco
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "mujoco":
            raise DependencyNotInstalled(f"MuJoCo is not installed, {_INSTALL}") from error
        raise DependencyNotInstalled(f"MuJoCo cannot be imported: {error}") from error
    major, minor = mujoco.__version__.split(".")[:2]
    version = (int(major), int(minor))
    if version < _OLDEST:
        raise DependencyNotInstalled(
            f"MuJoCo {mujoco.__version__} is too old, expected 3.3 or later: {_INSTALL}"
        )
    folder = Path(mujoco.__file__).parent
    file = str(next(file for name in _FILES for file in folder.glob(name)))
    return Library(file, ctypes.CDLL(file), mujoco, version)


@functools.cache
def offsets_of(names: tuple[str, ...]) -> list[int]:
    """Finds where the pointers to arrays lie in a simulation's data.

    Args:
        names: the arrays, as `mujoco.MjData` names them.

    Returns:
        The offset of each of them in bytes.

    Raises:
        DependencyNotInstalled: the data layout of this version is unknown.
    """
    mujoco = library().mujoco
    model = mujoco.MjModel.from_xml_string(_TEMPLATE)
    data = mujoco.MjData(model)
    words = _words_at(data._address)
    offsets = []
    for name in names:
        found = np.flatnonzero(words == getattr(data, name).ctypes.data)
        # Arrays without elements precede it at the same address.
        offsets.append(8 * int(found[-1]) if len(found) else -1)
    if not _proves(model, data, names, offsets):
        raise DependencyNotInstalled(
            f"MuJoCo {mujoco.__version__} has an unknown data layout, {_INSTALL}"
        )
    return offsets


def _words_at(address: int) -> np.ndarray:
    """The memory block at an address, as 64-bit words."""
    block = (ctypes.c_uint64 * (size_of_block(address) // 8)).from_address(address)
    return np.ctypeslib.as_array(block)


def _proves(model: Any, data: Any, names: Sequence[str], offsets: Sequence[int]) -> bool:
    """Whether the library's own data has the package's values at these offsets after steps."""
    if -1 in offsets or len(set(offsets)) < len(offsets):
        return False
    calls = library().handle
    calls.mj_makeData.restype = ctypes.c_void_p
    address = calls.mj_makeData(ctypes.c_void_p(model._address))
    own = ctypes.c_void_p(address)
    try:
        pointers = [ctypes.c_void_p.from_address(address + offset).value for offset in offsets]
        arrays = {
            name: np.ctypeslib.as_array(
                (ctypes.c_double * getattr(data, name).size).from_address(pointer)
            )
            for name, pointer in zip(names, pointers, strict=True)
            if pointer is not None
        }
        arrays["ctrl"][:] = data.ctrl[:] = [0.3, -0.2]
        for _ in range(30):
            calls.mj_step(ctypes.c_void_p(model._address), own)
            library().mujoco.mj_step(model, data)
        calls.mj_rnePostConstraint(ctypes.c_void_p(model._address), own)
        library().mujoco.mj_rnePostConstraint(model, data)
        return all(
            np.any(arrays[name]) and np.array_equal(arrays[name], getattr(data, name).ravel())
            for name in names
        )
    finally:
        calls.mj_deleteData(own)


def describe(model: Any, names: Sequence[str]) -> dict[str, Any]:
    """The facts that the engine needs to copy a model.

    Args:
        model: a `mujoco.MjModel`.
        names: the arrays of a simulation that the engine reads.

    Returns:
        The members of ``ModelFacts`` in ``src/envs/mujoco/library.h``.
    """
    mujoco = library().mujoco
    data = mujoco.MjData(model)
    low, high = model.actuator_ctrlrange.astype(np.float32).astype(np.float64).T
    return {
        "library": library().file,
        "address": model._address,
        "version": mujoco.mj_versionString(),
        "integration_state": int(mujoco.mjtState.mjSTATE_INTEGRATION),
        "offsets": offsets_of(tuple(names)),
        "sizes": [getattr(data, name).size for name in names],
        "nq": model.nq,
        "nv": model.nv,
        "nu": model.nu,
        "nbody": model.nbody,
        "timestep": float(model.opt.timestep),
        "qpos0": model.qpos0.tolist(),
        "body_mass": model.body_mass.tolist(),
        "control_low": low.tolist(),
        "control_high": high.tolist(),
        "kept": describe_kept(mujoco, model, data, names),
    }


def is_users_file(xml_file: str) -> bool:
    """Whether this is a path, not the name of a file of Gymnasium's."""
    return xml_file.startswith((".", "/", "~"))


def content_of(xml_file: str) -> str | None:
    """Identifies what a user's model is made of, so that equal models need not be read again.

    Returns:
        A hash of the file and those that it includes; None if there is anything else that the model
        may depend on, or nothing to read.
    """
    list_files = getattr(library().mujoco, "mju_getXMLDependencies", None)  # newer than 3.3.0
    if list_files is None:
        return None
    digest = hashlib.blake2b()
    try:
        for file in list_files(str(Path(xml_file).expanduser())):
            text = Path(file).read_bytes()
            if _depends_on_more(text):
                return None
            digest.update(len(text).to_bytes(8, "little") + text)
    except Exception:  # reading the model will say what is wrong
        return None
    return digest.hexdigest()


# Attributes that name files, such as those of meshes, textures and included models.
_FILE_ATTRIBUTES = re.compile(rb"\bfile\w*\s*=")


def _depends_on_more(xml: bytes) -> bool:
    """Whether a model may depend on other files than those that it includes."""
    named, included = len(_FILE_ATTRIBUTES.findall(xml)), xml.count(b"<include")
    return named != included or b"plugin" in xml or b"\0" in xml  # UTF-16 hides names


def read_gymnasium_model(xml_file: str, width: int = 0, height: int = 0) -> Any:
    """Reads the model of one of Gymnasium's environments.

    Args:
        xml_file: a path that starts with ``/``, ``.`` or ``~``, or the name of a file from
            Gymnasium.
        width: the least width of the buffer for frames, in pixels.
        height: its least height.

    Returns:
        A `mujoco.MjModel`.

    Raises:
        OSError: the file does not exist.
        ValueError: MuJoCo refuses the file; the message is MuJoCo's own.
    """
    if is_users_file(xml_file):
        path = Path(xml_file).expanduser()
    else:
        # EnvPool's own files, such as ant_envpool.xml, are Gymnasium's under another name.
        name = xml_file.replace("_envpool.xml", ".xml")
        path = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / name
    if not path.exists():
        raise OSError(f"File {path} does not exist")
    model = library().mujoco.MjModel.from_xml_path(str(path))
    buffer = model.vis.global_
    buffer.offwidth, buffer.offheight = max(buffer.offwidth, width), max(buffer.offheight, height)
    leave_out_useless_work(model)
    return model


def _steps_alike_without_islands(version: tuple[int, int]) -> bool:
    """Whether a single island is solved bit for bit as if no islands were searched.

    From 3.11 to 3.16 it is not, and of versions after 4.0 it is not known. The first versions
    search for islands only if a model asks for it, and have no flag against it.
    """
    is_known = hasattr(library().mujoco.mjtDisableBit, "mjDSBL_ISLAND")
    return is_known and (version < (3, 11) or (3, 17) <= version <= (4, 0))


def leave_out_useless_work(model: Any) -> None:
    """Disables searches of MuJoCo's that cost time and cannot find anything in this model.

    Args:
        model: a `mujoco.MjModel`, whose flags change.
    """
    mujoco = library().mujoco
    flags = mujoco.mjtDisableBit
    # A single tree of bodies is a single island, but only bodies in islands fall asleep.
    sleeps = has_flag(mujoco, model, "mjENBL_SLEEP")
    if model.ntree == 1 and not sleeps and _steps_alike_without_islands(library().version):
        model.opt.disableflags |= flags.mjDSBL_ISLAND
    if not _may_collide(model):
        model.opt.disableflags |= flags.mjDSBL_CONTACT


def _may_collide(model: Any) -> bool:
    """Whether the masks of any two geoms on different bodies let them touch."""
    body = model.body_weldid[model.geom_bodyid]
    meets = (model.geom_contype[:, None] & model.geom_conaffinity) != 0
    meets &= body[:, None] != body
    return bool(model.npair or model.nflex or meets.any())
