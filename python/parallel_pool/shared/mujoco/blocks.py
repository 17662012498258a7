# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Asks the system how large a block of MuJoCo's memory is."""

from __future__ import annotations

import ctypes
import sys

_ALIGNMENT = 64  # of every block of MuJoCo's


def size_of_block(address: int) -> int:
    """The size in bytes of the block that begins at this address; it may be a little larger."""
    if sys.platform == "win32":
        aligned_size = ctypes.CDLL("ucrtbase")["_aligned_msize"]
        aligned_size.restype, aligned_size.argtypes = (
            ctypes.c_size_t,
            [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t],
        )
        return int(aligned_size(address, _ALIGNMENT, 0))
    name = "malloc_size" if sys.platform == "darwin" else "malloc_usable_size"
    size_of = getattr(ctypes.CDLL(None), name)
    size_of.restype, size_of.argtypes = ctypes.c_size_t, [ctypes.c_void_p]
    return int(size_of(address))
