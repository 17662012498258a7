# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lets the installed dm_control build the model of a task, and describes it to the engine."""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from parallel_pool.native import NativeEnvType
from parallel_pool.shared.fork_safe_lock import fork_safe_lock
from parallel_pool.shared.mujoco.layout import data_layout, model_layout
from parallel_pool.shared.mujoco.library import leave_out_useless_work, library
from parallel_pool.shared.mujoco.pixels import describe_pictures

_MAX_GEOM = 10_000  # more than any scene of the suite has
# A pair that is tested.
_PAIR = "dm_control 1.0.50 works with mujoco 3.17.0"


def missing(env_type: NativeEnvType) -> str | None:
    """What has to be installed before a task can be made; see `parallel_pool.Family`."""
    try:
        dm_control = version("dm_control")
    except PackageNotFoundError:
        return f"the DeepMind Control Suite needs the package dm_control ({_PAIR})"
    try:
        mujoco = version("mujoco")
    except PackageNotFoundError:
        return f"dm_control {dm_control} needs the package mujoco ({_PAIR})"
    wanted = _wanted_mujoco()
    if wanted is not None and _numbers(mujoco) < _numbers(wanted):
        return (
            f"dm_control {dm_control} was made for mujoco {wanted} and does not run on the "
            f"installed, older mujoco {mujoco} ({_PAIR})"
        )
    return None


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)[:3]]


def require_own_physics() -> None:
    """Makes sure that dm_control's own physics runs, which takes one version of MuJoCo only.

    Raises:
        DependencyNotInstalled: another version is installed; the message says what works.
    """
    mujoco, wanted = version("mujoco"), _wanted_mujoco()
    if wanted is not None and mujoco != wanted:
        raise DependencyNotInstalled(
            f"render() has dm_control draw, whose physics does not run on the installed mujoco "
            f"{mujoco} ({_PAIR}); from_pixels=True observes frames with any version"
        )


def _wanted_mujoco() -> str | None:
    """The version that the installed dm_control names as its oldest: the one it was made for."""
    for requirement in requires("dm_control") or ():
        if match := re.match(r"mujoco\s*\(?>=\s*([\d.]+)", requirement):
            return match[1]
    return None


def load_physics(domain: str, task: str, num_poles: int) -> Any:
    """The physics of a task of the suite, as `dm_control.suite.load` builds it.

    Args:
        domain: ``cheetah``.
        task: ``run``.
        num_poles: of cartpole's ``three_poles``; 0 for all others.

    Returns:
        A `dm_control.mujoco.Physics`.

    Raises:
        DependencyNotInstalled: MuJoCo is missing, or not the version that dm_control was made for.
    """
    library()
    require_own_physics()
    with _quiet():
        from dm_control import suite

        arguments: dict[str, Any] = {"random": 0}
        if num_poles:
            arguments["num_poles"] = num_poles
        return suite.load(domain, task, task_kwargs=arguments).physics


@functools.lru_cache(maxsize=8)
def build_model(domain: str, task: str, num_poles: int) -> Any:
    """The model of a task, from the XML that dm_control makes for it.

    It is compiled without dm_control's own physics, which runs on one version of MuJoCo only.

    Args:
        domain: as for `load_physics`.
        task: as for `load_physics`.
        num_poles: as for `load_physics`.

    Returns:
        A `mujoco.MjModel` of its own.

    Raises:
        DependencyNotInstalled: MuJoCo is missing or too old.
    """
    model = library().mujoco.MjModel.from_xml_string(*_source(domain, task, num_poles))
    leave_out_useless_work(model)
    return model


class _Source(Exception):  # noqa: N818
    """Brings out the XML and the assets that a task would have made its physics of."""


class _SourceTaker:
    """Stands in for the class of a domain's physics."""

    @staticmethod
    def from_xml_string(xml: str, assets: Mapping[str, bytes] | None = None) -> Any:
        raise _Source(xml, assets)


_one_at_a_time = fork_safe_lock()


def _source(domain: str, task: str, num_poles: int) -> tuple[Any, ...]:
    with _quiet():
        module = importlib.import_module(f"dm_control.suite.{domain}")
        arguments: dict[str, Any] = {"random": 0} | ({"num_poles": num_poles} if num_poles else {})
        from unittest import mock  # loads asyncio

        with _one_at_a_time, mock.patch.object(module, "Physics", _SourceTaker):
            try:
                getattr(module, task)(**arguments)
            except _Source as source:
                return source.args
    raise RuntimeError(
        f"the installed dm_control makes {domain} {task} in an unknown way ({_PAIR})"
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Without dm_control's remarks on its own models."""
    import logging  # needed only here

    logger = logging.getLogger("absl")

    def drop(record: logging.LogRecord) -> bool:
        return record.levelno > logging.WARNING

    logger.addFilter(drop)
    try:
        yield
    finally:
        logger.removeFilter(drop)


def describe(model: Any, names: Sequence[str]) -> dict[str, Any]:
    """What the engine has to know of a model, beside what it knows of every MuJoCo model.

    Args:
        model: a `mujoco.MjModel`.
        names: the arrays of the model that rules read or write.

    Returns:
        The members of ``SuiteFacts`` in ``src/envs/dm_control/physics/suite_model.h``.
    """
    mujoco = library().mujoco
    limited = model.actuator_ctrllimited.astype(bool)
    low, high = model.actuator_ctrlrange.T
    return {
        "bodies": _indices(model.body, model.nbody),
        "geoms": _indices(model.geom, model.ngeom),
        "sites": _indices(model.site, model.nsite),
        "lights": _indices(model.light, model.nlight),
        "joints": [_joint(model, i) for i in range(model.njnt)],
        "sensors": [_sensor(model, i) for i in range(model.nsensor)],
        "model_sizes": [getattr(model, name).size for name in names],
        "actuation_flag": int(mujoco.mjtDisableBit.mjDSBL_ACTUATION),
        "sensor_flag": int(mujoco.mjtDisableBit.mjDSBL_SENSOR),
        "warning_names": list(mujoco.mjtWarning.__members__)[: int(mujoco.mjtWarning.mjNWARNING)],
        "runge_kutta": model.opt.integrator == int(mujoco.mjtIntegrator.mjINT_RK4),
        "gravity": float(model.opt.gravity[2]),
        "geom_type": int(mujoco.mjtObj.mjOBJ_GEOM),
        "site_type": int(mujoco.mjtObj.mjOBJ_SITE),
        "bowl": _bowl(model),
        "control_low": np.where(limited, low, -mujoco.mjMAXVAL).tolist(),
        "control_high": np.where(limited, high, mujoco.mjMAXVAL).tolist(),
        **model_layout(tuple(names)),
        **data_layout(),
    }


def describe_suite_pictures(
    model: Any, width: int, height: int, camera: int | str
) -> dict[str, Any]:
    """What frames need to equal those of dm_control's ``Physics.render``.

    Args:
        model: a `mujoco.MjModel`.
        width: of frames, in pixels.
        height: of frames, in pixels.
        camera: its number or name, -1 for the free one.

    Returns:
        As `parallel_pool.shared.mujoco.pixels.describe_pictures`.

    Raises:
        ValueError: there is no such camera, or the model's buffer is smaller than the frames.
    """
    mujoco = library().mujoco
    buffer = model.vis.global_
    if not (1 <= width <= buffer.offwidth and 1 <= height <= buffer.offheight):
        raise ValueError(
            f"frames of this model have at most {buffer.offwidth} x {buffer.offheight} pixels, got "
            f"width {width} and height {height}"
        )
    names = [model.camera(i).name for i in range(model.ncam)]
    if isinstance(camera, str) and camera in names:
        camera = names.index(camera)
    if isinstance(camera, str) or not -1 <= camera < model.ncam:
        known = [f"a number below {model.ncam}"] if model.ncam else []
        known += [f"one of {[*filter(None, names)]}"] if any(names) else []
        expected = ", or ".join(["-1 for the free camera", *known])
        raise ValueError(f"camera_id must be {expected}, got {camera!r}")
    view = mujoco.MjvCamera()
    view.fixedcamid = camera
    if camera == -1:
        view.type = mujoco.mjtCamera.mjCAMERA_FREE
        mujoco.mjv_defaultFreeCamera(model, view)
    else:
        view.type = mujoco.mjtCamera.mjCAMERA_FIXED
    # dm_control hides the rays of rangefinders.
    return describe_pictures(
        model, view, (width, height), max_geom=_MAX_GEOM, hidden=["mjVIS_RANGEFINDER"]
    )


def _indices(of: Callable[[int], Any], count: int) -> Mapping[str, int]:
    return {of(i).name: i for i in range(count)}


def _joint(model: Any, i: int) -> tuple[Any, ...]:
    low, high = model.jnt_range[i].tolist()
    places = int(model.jnt_qposadr[i]), int(model.jnt_dofadr[i])
    return (
        model.joint(i).name,
        int(model.jnt_type[i]),
        bool(model.jnt_limited[i]),
        low,
        high,
        *places,
    )


def _sensor(model: Any, i: int) -> tuple[Any, ...]:
    kind = library().mujoco.mjtSensor(int(model.sensor_type[i])).name
    return (
        model.sensor(i).name,
        kind.removeprefix("mjSENS_"),
        int(model.sensor_adr[i]),
        int(model.sensor_dim[i]),
    )


def _bowl(model: Any) -> list[float]:
    """The height field of quadruped's escape without its bumps: a bowl, row by row."""
    if not model.nhfield:
        return []
    side = int(model.hfield_nrow[0])
    rows, columns = np.ogrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
    radius = np.clip(np.sqrt(columns**2 + rows**2), 0.04, 1)
    bowl: np.ndarray = 0.5 - np.cos(2 * np.pi * radius) / 2
    return bowl.ravel().tolist()
