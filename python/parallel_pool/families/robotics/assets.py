# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Loads models of the installed package gymnasium-robotics, without importing it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gymnasium.error import DependencyNotInstalled

from parallel_pool.families.robotics import folder, missing


def path_of(file: str) -> Path:
    """Where a file of the package is.

    Args:
        file: its path below the package's assets.

    Raises:
        DependencyNotInstalled: the package or the file is missing.
    """
    place = folder()
    path = place and place / file
    if path is None or not path.is_file():
        raise DependencyNotInstalled(
            f"{missing() or f'the package gymnasium-robotics has no file {file!r}'}: "
            "pip install 'parallel_pool[robotics]'"
        )
    return path


def load(file: str, userdata: int = 0) -> Any:
    """A model of the package.

    Args:
        file: its path below the package's assets.
        userdata: how many numbers each simulation carries for the task.

    Returns:
        A `mujoco.MjModel`.

    Raises:
        DependencyNotInstalled: the package or the file is missing.
    """
    import mujoco

    model = mujoco.MjSpec.from_file(str(path_of(file)))
    model.nuserdata = userdata
    return model.compile()
