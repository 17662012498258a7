# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A wheel for manylinux_2_28 needs nothing that a system of that age lacks.

Wheels are built in manylinux's image, whose C library is 2.28 and whose compiler links the newer
parts of libstdc++ statically. Built here, with newer headers, they may ask for newer versions of
symbols. Each of those must be known to exist in 2.28, under an older version or in another library.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

# The versions that the policy manylinux_2_28 allows.
ALLOWED = {"GLIBC": (2, 28), "GLIBCXX": (3, 4, 24), "CXXABI": (1, 3, 11), "GCC": (7, 0, 0)}
# Newer versions of what 2.28 has: how it has it.
IN_LIBPTHREAD = (
    "pthread_condattr_setclock", "pthread_condattr_setpshared", "pthread_mutex_timedlock",
    "pthread_mutex_trylock", "pthread_mutexattr_destroy", "pthread_mutexattr_init",
    "pthread_mutexattr_setpshared", "pthread_once", "pthread_setaffinity_np",
    "pthread_setname_np", "pthread_sigmask", "pthread_create", "pthread_join", "pthread_detach",
    "pthread_kill", "pthread_getaffinity_np",
)  # fmt: skip
IN_LIBDL = ("dlerror", "dlopen", "dlsym")
UNDER_AN_OLDER_VERSION = ("exp", "log", "pow", "exp2", "log2")
UNDER_ANOTHER_NAME = ("fstat", "fstat64", "stat", "stat64", "lstat")  # __fxstat and so on
# Headers of 2.28 do without them.
CHOSEN_BY_HEADERS = ("__libc_single_threaded", "pthread_cond_clockwait")
# Parts of libstdc++ that are linked statically.
STATIC = (
    "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv",
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv",
    "_ZSt28__throw_bad_array_new_lengthv",
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
)
KNOWN = {
    *IN_LIBPTHREAD, *IN_LIBDL, *UNDER_AN_OLDER_VERSION, *UNDER_ANOTHER_NAME, *CHOSEN_BY_HEADERS,
    *STATIC,
}  # fmt: skip


def newer_symbols(module: Path) -> set[str]:
    """The symbols that a module needs in a version which the policy does not allow."""
    shown = subprocess.run(
        ["objdump", "-T", str(module)], capture_output=True, text=True, check=True
    ).stdout
    needed = re.findall(r"\*UND\*.*?\(?([A-Z]+)_([\d.]+)\)?\s+(\S+)$", shown, re.MULTILINE)
    return {
        name
        for library, version, name in needed
        if library in ALLOWED and tuple(map(int, version.split("."))) > ALLOWED[library]
    }


def test_symbols(wheel: Path, tmp_path: Path) -> None:
    if shutil.which("objdump") is None:
        pytest.skip("there is no objdump, which comes with binutils")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    modules = [*tmp_path.rglob("*.so")]
    assert modules
    unknown = {module.name: newer_symbols(module) - KNOWN for module in modules}
    assert {name: symbols for name, symbols in unknown.items() if symbols} == {}
