# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Has the installed dm_control build a task's model, and tells the engine of it."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

import numpy as np

from parallel_pool.families.dm_control.layout import data_layout, model_layout
from parallel_pool.families.mujoco.library import library
from parallel_pool.pool.native import NativeEnvType

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
    if wanted is not None and mujoco != wanted:
        return (
            f"dm_control {dm_control} was made for mujoco {wanted} and does not run on the "
            f"installed mujoco {mujoco} ({_PAIR})"
        )
    return None


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
        DependencyNotInstalled: MuJoCo is missing or too old.
    """
    library()
    with _quiet():
        from dm_control import suite

        arguments: dict[str, Any] = {"random": 0}
        if num_poles:
            arguments["num_poles"] = num_poles
        return suite.load(domain, task, task_kwargs=arguments).physics


@functools.lru_cache(maxsize=8)
def build_model(domain: str, task: str, num_poles: int) -> Any:
    """The model of a task; arguments and errors as of `load_physics`.

    Returns:
        A `mujoco.MjModel` of its own.
    """
    model = load_physics(domain, task, num_poles).model.ptr
    if model.ntree == 1:
        # A single tree of bodies is a single island: looking for islands only costs time.
        model.opt.disableflags |= library().mujoco.mjtDisableBit.mjDSBL_ISLAND
    return model


@contextmanager
def _quiet() -> Iterator[None]:
    """Without dm_control's remarks on its own models."""
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
