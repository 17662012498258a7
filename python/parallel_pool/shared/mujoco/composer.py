# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lets the installed dm_control write the model of one of its composer's tasks, and describes it.

A task of composer's writes its model as text. Making the text needs no physics of dm_control's,
which run on one version of MuJoCo only.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from gymnasium.error import DependencyNotInstalled

from parallel_pool.shared.fork_safe_lock import fork_safe_lock
from parallel_pool.shared.mujoco.layout import (
    SHOWN_ARRAYS,
    contact_layout,
    data_layout,
    model_layout,
    shown_blocks,
)
from parallel_pool.shared.mujoco.library import leave_out_useless_work, library

# Versions that were tested together.
PAIR = "dm_control 1.0.50 works with mujoco 3.17.0"


def missing(what: str) -> str | None:
    """Says what has to be installed before a task can be made, or returns None.

    Args:
        what: the tasks, as a message names them.
    """
    for package in ("dm_control", "mujoco"):
        try:
            version(package)
        except PackageNotFoundError:
            return f"{what} needs the package {package} ({PAIR})"
    return None


class _Source(Exception):  # noqa: N818
    """Carries out of a function the task of which it would make an environment."""


_one_at_a_time = fork_safe_lock()


def task_of(what: str, make: Callable[[], Any]) -> Any:
    """The task of the environment that a function of dm_control's makes.

    Args:
        what: the tasks, as a message names them.
        make: calls the function; called with dm_control imported.

    Returns:
        A `dm_control.composer.Task`.

    Raises:
        DependencyNotInstalled: a package is missing; the message says what to install.
    """
    if (reason := missing(what)) is not None:
        raise DependencyNotInstalled(f"{reason}: pip install 'parallel_pool[dmc]'")
    with _quiet():
        from unittest import mock  # loads asyncio

        from dm_control import composer

        def take(task: Any, **_: Any) -> None:
            raise _Source(task)

        with _one_at_a_time, mock.patch.object(composer, "Environment", take):
            try:
                make()
            except _Source as source:
                return source.args[0]
    raise RuntimeError(f"the installed dm_control makes environments in an unknown way ({PAIR})")


def text_of(task: Any, has_materials: bool = False) -> str:
    """The XML of a task's model as it is now, without what only rendering needs.

    Args:
        task: a `dm_control.composer.Task`.
        has_materials: whether materials stay, and in place of each texture a single pixel.
    """
    text: str = task.root_entity.mjcf_model.to_xml_string()
    if has_materials:
        pixel = r'<texture name="\1" type="2d" builtin="flat" width="1" height="1"/>'
        text = re.sub(r'<texture name="([^"]*)"[^>]*/>', pixel, text)
        return re.sub(r"<skin [^>]*/>", "", text)
    text = re.sub(r"<(texture|material|skin) [^>]*/>", "", text)
    return re.sub(r' material="[^"]*"', "", text)


@contextmanager
def _quiet() -> Iterator[None]:
    """Drops warnings about dm_control's own models, and about displays that it looks for."""
    logger = logging.getLogger("absl")

    def drop(record: logging.LogRecord) -> bool:
        return record.levelno > logging.WARNING

    logger.addFilter(drop)
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logger.removeFilter(drop)


def describe_physics(model: Any, shown: tuple[str, ...] = SHOWN_ARRAYS) -> dict[str, Any]:
    """What the engine has to know of a task's physics.

    Args:
        model: a `mujoco.MjModel` of an episode, whose flags change.
        shown: the arrays that differ between episodes and are seen in frames.

    Returns:
        The members of ``ComposedFacts`` in ``src/shared/mujoco/composed_physics.h``.

    Raises:
        DependencyNotInstalled: MuJoCo is missing or too old.
    """
    mujoco = library().mujoco
    leave_out_useless_work(model)
    data = mujoco.MjData(model)
    bits = mujoco.mjtDisableBit
    layout = model_layout(("hfield_data",))
    return {
        "model": model,
        "flags": int(model.opt.disableflags),
        "actuation_flag": int(bits.mjDSBL_ACTUATION),
        "sensor_flag": int(bits.mjDSBL_SENSOR),
        "warning_names": list(mujoco.mjtWarning.__members__)[: int(mujoco.mjtWarning.mjNWARNING)],
        "subtree_velocities": data.subtree_linvel.ctypes.data - data.qpos.ctypes.data,
        "heights": layout["model_offsets"][0],
        "height_count": int(model.nhfielddata),
        "shown": shown_blocks(model, shown),
        **layout,
        **data_layout(),
        **contact_layout(),
    }
