# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds the CMake package that builds environments outside the source tree."""

from __future__ import annotations

import os

from parallel_pool import _core


def get_cmake_dir() -> str:
    """The folder of ``parallel_pool-config.cmake``, for ``find_package(parallel_pool CONFIG)``.

    scikit-build-core finds it by itself; plain CMake needs ``-Dparallel_pool_ROOT=...``.

    Returns:
        An absolute path.
    """
    # Next to the compiled files, because an editable install has its Python files elsewhere.
    return os.path.join(os.path.dirname(os.path.realpath(_core.__file__)), "cmake")
