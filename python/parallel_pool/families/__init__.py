# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The families of this package: each has a folder here.

A folder with a file ``linux_only`` is of a family that other systems do not have.
"""

import os
import sys

_FOLDER = os.path.dirname(__file__)


def _has(family: str, file: str) -> bool:
    return os.path.exists(os.path.join(_FOLDER, family, file))


FAMILIES = tuple(
    sorted(
        name
        for name in os.listdir(_FOLDER)
        if _has(name, "__init__.py") and (sys.platform == "linux" or not _has(name, "linux_only"))
    )
)
