# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Libraries to link a wheel for manylinux_2_28 with, made from those of a newer Linux.

A module asks for the newest version of each symbol that the linker sees. So the linker sees
copies of this system's libraries without their code, in which nothing is newer than glibc 2.28 and
the libstdc++ of GCC 8. What is newer, but part of a static library, is taken from there into the
module: from libstdc++.a, as manylinux's own compiler does, and from `newer_functions.c`.

    python tools/packaging/old_libraries.py FOLDER

makes them in a folder, and ``LDFLAGS=-LFOLDER`` links with them. Compilation does not change.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

# The newest versions in manylinux_2_28's policy.
NEWEST = {"GLIBC": (2, 28), "GLIBCXX": (3, 4, 24), "CXXABI": (1, 3, 11), "GCC": (7,)}
# Since glibc 2.34, libc.so.6 has what these had before.
ONCE_ELSEWHERE = {
    "libpthread.so.0": r"_*pthread_|sem_",
    "libdl.so.2": r"dl",
    "librt.so.1": r"aio_|lio_|mq_|shm_|timer_",
}
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Symbol:
    """A symbol that a shared library defines, in one of its versions."""

    name: str
    kind: str  # FUNC, IFUNC, OBJECT or TLS
    size: int
    version: str


def is_old(version: str) -> bool:
    """Whether manylinux_2_28 has a version such as GLIBC_2.28."""
    newest = NEWEST.get(version.partition("_")[0])
    return newest is not None and () < numbers(version) <= newest


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version; none of GLIBC_PRIVATE."""
    return tuple(map(int, re.findall(r"\d+", version)))


def symbols_of(library: Path) -> list[Symbol]:
    """What a shared library defines, each symbol in each of its versions."""
    shown = run("readelf", "--wide", "--dyn-syms", str(library))
    line = re.compile(r": [0-9a-f]+ +(\w+) (FUNC|IFUNC|OBJECT|TLS) .* \d+ ([^@\s]+)@@?(\S+)$", re.M)
    return [
        Symbol(name, kind, int(size, 0), version)
        for size, kind, name, version in line.findall(shown)
    ]


def old_symbols(library: Path) -> dict[str, list[Symbol]]:
    """What manylinux_2_28 has of a library, once each, by the library that had it then."""
    versions = defaultdict(list)
    for symbol in symbols_of(library):
        versions[symbol.name].append(symbol)
    libraries = defaultdict(list)
    for name, all_of_it in versions.items():
        if old := [symbol for symbol in all_of_it if is_old(symbol.version)]:
            moved = library.name == "libc.so.6" and len(old) < len(all_of_it)
            home = [other for other, names in ONCE_ELSEWHERE.items() if re.match(names, name)]
            libraries[home[0] if moved and home else library.name].append(
                max(old, key=lambda symbol: numbers(symbol.version))
            )
    return dict(libraries)


def write_library(path: Path, symbols: list[Symbol]) -> None:
    """Makes a shared library that defines symbols and holds nothing."""
    sections = {"OBJECT": ".data", "TLS": '.section .tbss,"awT",@nobits'}
    types = {"OBJECT": "object", "TLS": "tls_object"}
    code, versions = [], defaultdict(list)
    for symbol in symbols:
        code += [
            sections.get(symbol.kind, ".text"),
            f".globl {symbol.name}",
            f".type {symbol.name}, @{types.get(symbol.kind, 'function')}",
            f".size {symbol.name}, {symbol.size}",
            f"{symbol.name}: .zero {max(symbol.size, 1) if symbol.kind in sections else 1}",
        ]
        versions[symbol.version].append(symbol.name)
    source, names = path.with_suffix(".s"), path.with_suffix(".map")
    source.write_text("\n".join([*code, '.section .note.GNU-stack,"",@progbits', ""]))
    names.write_text(
        "\n".join(f"{version} {{ {'; '.join(of_it)}; }};" for version, of_it in versions.items())
    )
    options = [f"-Wl,-soname,{path.name}", f"-Wl,--version-script={names}", "-nostdlib"]
    run("gcc", "-shared", *options, "-o", str(path), str(source))


def make_libraries(folder: Path) -> None:
    """Makes libc, libm and libstdc++ of manylinux_2_28 for the linker."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("libc.so.6", "libm.so.6", "libstdc++.so.6"):
        for old_name, symbols in old_symbols(library(name)).items():
            write_library(folder / old_name, symbols)
    made, archive = folder / "newer_functions.o", folder / "libnewer_functions.a"
    source = HERE / "newer_functions.c"
    flags = ("-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden", "-ffunction-sections")
    run("gcc", *flags, "-c", str(source), "-o", str(made))
    run("ar", "rcs", str(archive), str(made))
    others = " ".join(f"{folder / name}" for name in ONCE_ELSEWHERE)
    (folder / "libc.so").write_text(
        f"GROUP ( {folder / 'libc.so.6'} {archive} {library('libc_nonshared.a')} "
        f"AS_NEEDED ( {others} {library('ld-linux-x86-64.so.2')} ) )\n"
    )
    (folder / "libm.so").write_text(f"INPUT ( {folder / 'libm.so.6'} )\n")
    (folder / "libstdc++.so").write_text(
        f"GROUP ( {folder / 'libstdc++.so.6'} {library('libstdc++.a')} )\n"
    )


def library(name: str) -> Path:
    """Where the compiler finds a library."""
    return Path(run("g++", f"-print-file-name={name}").strip()).absolute()


def run(*command: str) -> str:
    """The output of a command, which must succeed."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    make_libraries(Path(sys.argv[1]).resolve())
