# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The wheel as a file: it stays small. tests/robustness/test_import.py watches what it imports."""

from __future__ import annotations

import zipfile
from pathlib import Path

MEGABYTES = 6


def test_wheel_is_small(wheel: Path) -> None:
    """Without the environments of the tests, which published wheels have not."""
    with zipfile.ZipFile(wheel) as archive:
        files = archive.infolist()
    of_tests = sum(
        f.compress_size for f in files if f.filename.startswith("parallel_pool/test_envs.")
    )
    largest = sorted(files, key=lambda file: -file.compress_size)[:5]
    shown = ", ".join(f"{file.filename} {file.compress_size / 1e6:.2f} MB" for file in largest)
    size = wheel.stat().st_size - of_tests
    assert size <= MEGABYTES * 1e6, f"{size / 1e6:.2f} MB; the largest files are {shown}"
