# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds the models of an installed package of MetaWorld, without importing it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from gymnasium.error import DependencyNotInstalled


def folder() -> Path | None:
    """Where the package has its models."""
    spec = importlib.util.find_spec("metaworld")
    for place in (spec and spec.submodule_search_locations) or ():
        found = Path(place) / "assets" / "sawyer_xyz"
        if found.is_dir():
            return found
    return None


def missing() -> str | None:
    """What has to be installed before an environment can be made, in words, or None."""
    if folder() is not None:
        return None
    return (
        "its models are files of the package metaworld, which asks for an old MuJoCo; leave its "
        "requirements out: pip install --no-deps metaworld==3.1.1"
    )


def model_file(name: str) -> Path:
    """The path of a model.

    Args:
        name: such as ``"sawyer_reach_v3.xml"``.

    Raises:
        DependencyNotInstalled: the package is not installed, or lacks the model.
    """
    place = folder()
    if place is None:
        raise DependencyNotInstalled(missing())
    path = place / name
    if not path.is_file():
        raise DependencyNotInstalled(f"the package metaworld has no {name!r}: expected 3.1.1")
    return path
