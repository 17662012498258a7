# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The families of this package: each has a folder here.

A folder with a file ``linux_only`` is of a family that other systems do not have.
"""

import sys
from pathlib import Path

FAMILIES = tuple(
    sorted(
        found.parent.name
        for found in Path(__file__).parent.glob("*/__init__.py")
        if sys.platform == "linux" or not (found.parent / "linux_only").exists()
    )
)
