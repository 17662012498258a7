# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds what installed packages name with entry points, and costs little where none does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def entry_points_of(group: str) -> Iterable[EntryPoint]:
    """The entry points of a group.

    `importlib.metadata` takes a quarter of the time that importing this package takes. So it is
    imported only if a package may have such an entry point.
    """
    if not _may_exist(group):
        return ()
    from importlib.metadata import entry_points

    return entry_points(group=group)


def _may_exist(group: str) -> bool:
    """False if no package on the path names the group, and no others can be imported."""
    if any(
        hasattr(finder, "find_distributions") for finder in sys.meta_path if finder != PathFinder
    ):
        return True
    name = group.encode()
    for folder in (one for one in sys.path if isinstance(one, str)):
        try:
            found = os.listdir(folder or ".")
        except FileNotFoundError:
            continue
        except OSError:  # an archive
            return True
        for info in found:
            if info.lower().endswith((".dist-info", ".egg-info", "egg-info")):
                path = os.path.join(folder, info, "entry_points.txt")
                try:
                    with open(path, "rb") as file:
                        if name in file.read():
                            return True
                except (FileNotFoundError, NotADirectoryError):
                    continue
                except OSError:
                    return True
    return False
