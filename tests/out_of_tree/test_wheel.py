# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The wheel as a file: it stays small. tests/robustness/test_import.py watches what it imports."""

from __future__ import annotations

import zipfile
from pathlib import Path

MEGABYTES = 6


def test_wheel_is_small(wheel: Path) -> None:
    """With the environments of the tests, if they are in it."""
    with zipfile.ZipFile(wheel) as archive:
        largest = sorted(archive.infolist(), key=lambda file: -file.compress_size)[:5]
    shown = ", ".join(f"{file.filename} {file.compress_size / 1e6:.2f} MB" for file in largest)
    assert wheel.stat().st_size <= MEGABYTES * 1e6, f"the largest files are {shown}"
