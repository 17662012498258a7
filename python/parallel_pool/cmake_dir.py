# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Where the CMake package is that environments outside the source tree are built with."""

from __future__ import annotations

from pathlib import Path

from parallel_pool import _core


def get_cmake_dir() -> str:
    """The folder of ``parallel_pool-config.cmake``, for ``find_package(parallel_pool CONFIG)``.

    scikit-build-core finds it by itself; plain CMake is told by ``-Dparallel_pool_ROOT=...``.

    Returns:
        An absolute path.
    """
    # Beside what was compiled: an editable install has its Python files elsewhere.
    return str(Path(_core.__file__).resolve().parent / "cmake")
