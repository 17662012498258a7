# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A wheel for manylinux_2_28 needs nothing that a system of that age lacks.

The wheel of the tests is linked with this system's libraries, and may ask for newer versions of
symbols. Linked with the libraries of `old_libraries.py`, every symbol must still be found, in a
version that the policy allows.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.packaging.old_libraries import is_old, make_libraries

# What the interpreter has, and what the linker asks for itself.
KNOWN = re.compile(r"_?Py|_ITM_|__gmon_start__$")


def dynamic_symbols(library: Path) -> str:
    """What readelf shows of them."""
    return subprocess.run(
        ["readelf", "--wide", "--dyn-syms", library], capture_output=True, text=True, check=True
    ).stdout


def needed_symbols(module: Path) -> dict[str, tuple[str, str]]:
    """What a module asks other libraries for: the kind of each symbol and its version."""
    shown = dynamic_symbols(module)
    found = re.findall(r" (\w+) +(?:GLOBAL|WEAK) +DEFAULT +UND ([^@\s]+)@?(\S*)", shown)
    return {name: (kind, version) for kind, name, version in found if not KNOWN.match(name)}


def own_symbols(library: Path) -> set[str]:
    """What a library gives to others."""
    shown = dynamic_symbols(library)
    return set(re.findall(r" (?:GLOBAL|WEAK) +DEFAULT +\d+ ([^@\s]+)", shown))


def test_symbols(wheel: Path, tmp_path: Path) -> None:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        pytest.skip("the policy is for Linux, x86-64")
    if not all(map(shutil.which, ("g++", "gcc", "ar", "readelf"))):
        pytest.skip("there is no compiler or no binutils")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    needed: dict[str, tuple[str, str]] = {}
    shared: set[str] = set()
    for library in tmp_path.rglob("*.so"):
        needed |= needed_symbols(library)
        if library.name.startswith("libparallel_pool"):
            shared |= own_symbols(library)
    needed = {name: what for name, what in needed.items() if name not in shared}
    assert {"memcpy", "dlopen", "_Znwm"} < needed.keys()

    source, module, libraries = tmp_path / "use.s", tmp_path / "use.so", tmp_path / "old"
    uses = [
        f"movq {name}@{'gottpoff' if kind == 'TLS' else 'gotpcrel'}(%rip), %rax"
        for name, (kind, _) in needed.items()
    ]
    source.write_text("\n".join([*uses, '.section .note.GNU-stack,"",@progbits', ""]))
    make_libraries(libraries)
    subprocess.run(
        ["g++", "-shared", "-nostartfiles", "-Wl,-z,defs", f"-L{libraries}", "-o", module, source],
        check=True,
    )
    versions = {version for _, version in needed_symbols(module).values()}
    assert {version for version in versions if not is_old(version)} == set()
