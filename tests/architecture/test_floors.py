# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The floors of the code: each room uses only rooms before it, in the orders of architecture.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text()
PUBLIC = {path.name for path in (ROOT / "include" / "parallel_pool").glob("*.h")}


def order(title: str) -> list[str]:
    """The rooms that the page's section "Floors" lists, from the lowest up."""
    section = PAGE.partition("\n## Floors\n")[2].partition("\n## ")[0]
    listed = section.partition(f"**{title}:**")[2].partition("\n\n")[0]
    return re.findall(r"`([^`]+)`", listed)


# --- C++ ---------------------------------------------------------------------------------------


def includes() -> Iterator[tuple[str, str]]:
    """Each file below src and include with each file of the project that it includes."""
    folders = [ROOT / "include", ROOT / "src"]
    for path in sorted(path for folder in folders for path in folder.rglob("*.*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        for name in re.findall(r'^#include [<"]([^>"]+)[>"]', path.read_text(), re.MULTILINE):
            places = [
                path.parent / name,
                ROOT / "src" / name,
                ROOT / "src" / "envs" / name,
                ROOT / "include" / name,
                ROOT / "src" / name.removeprefix("parallel_pool/"),
            ]
            found = next((place.resolve() for place in places if place.exists()), None)
            if found is not None:
                yield str(path.relative_to(ROOT)), str(found.relative_to(ROOT))


INCLUDES = list(includes())
CORE = order("C++ core")
CPP = order("C++")


def core_room(file: str) -> str | None:
    """A room of the core; error.h is one too. None: the file belongs to no room."""
    parts = file.split("/")
    if parts[:2] == ["src", "core"]:
        return parts[2]
    return parts[-1] if parts[-1] in CORE else None


def cpp_room(file: str) -> str:
    """The folder below src or src/envs; a public header's name."""
    parts = file.split("/")
    if parts[0] == "include":
        return "include"
    return "/".join(parts[1:3]) if parts[1] in {"envs", "shared"} else parts[1]


def test_rooms_of_the_core_use_only_rooms_before_them() -> None:
    """And the core nothing above it."""
    folders = {path.name for path in (ROOT / "src" / "core").iterdir()}
    assert folders | {"error.h"} == {*CORE}
    wrong = []
    for file, used in INCLUDES:
        room, below = core_room(file), core_room(used)
        if room is not None and (below is None or CORE.index(below) > CORE.index(room)):
            wrong.append(f"{file} includes {used}")
    assert wrong == []


def test_no_family_uses_another() -> None:
    """Families stand on what they share, the bindings and the core, by public headers alone."""
    wrong = []
    for file, used in INCLUDES:
        room, below = cpp_room(file), cpp_room(used)
        if room == below or room in {"core", "include"}:
            continue
        if room.startswith("envs/"):
            allowed = below == "include" or below.startswith("shared/")
        else:
            rooms = [name.partition("/")[0] for name in (below, room)]
            allowed = "include" in rooms or CPP.index(rooms[0]) < CPP.index(rooms[1])
        if not allowed:
            wrong.append(f"{file} includes {used}")
    assert wrong == []


def test_no_family_compiles_sources_of_another() -> None:
    """Its CMakeLists.txt names files of its own, and lists of shared ones."""
    lists = sorted((ROOT / "src" / "envs").glob("*/CMakeLists.txt"))
    assert lists
    assert [str(path) for path in lists if ".." in path.read_text()] == []


@pytest.mark.parametrize("folder", ["docs/examples", "tests/environments"])
def test_outsiders_need_only_public_headers(folder: str) -> None:
    """What is built as a project outside the tree would be."""
    names = {
        name
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in {".h", ".cpp"}
        for name in re.findall(r"^#include <parallel_pool/([^>]+)>", path.read_text(), re.MULTILINE)
    }
    assert names
    assert names - PUBLIC == set()


# --- Python ------------------------------------------------------------------------------------

PACKAGE = ROOT / "python" / "parallel_pool"
PYTHON = order("Python")


def module_name(path: Path) -> str:
    """``a.b`` of a/b.py and of a/b/__init__.py."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
# Compiled ones, of which only the stubs are there.
COMPILED = {module_name(path) for path in PACKAGE.rglob("*.pyi")}


def imported(node: ast.AST) -> Iterator[str]:
    """The modules of the package that a statement imports, without the package's name."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        inner = [f"{node.module}.{alias.name}" for alias in node.names]
        known = [name.partition(".")[2] in FILES.keys() | COMPILED for name in inner]
        names = [
            name if is_module else node.module for name, is_module in zip(inner, known, strict=True)
        ]
    else:
        return
    for name in names:
        package, _, module = name.partition(".")
        if package == "parallel_pool":
            yield module


# Each module with all that it imports: at once, within functions, and for types.
IMPORTS = {
    name: {used for node in ast.walk(ast.parse(path.read_text())) for used in imported(node)}
    for name, path in FILES.items()
}


def python_room(module: str) -> str:
    """The longest of the page's rooms that contains a module; a family is a room of its own."""
    name = f"parallel_pool.{module}".rstrip(".")
    parts = module.split(".")
    if parts[0] == "families" and len(parts) > 1:
        return "families/*"
    rooms = [
        room
        for room in PYTHON
        if name == (dotted := f"parallel_pool.{room.replace('/', '.')}")
        or name.startswith(f"{dotted}.")
    ]
    return max(rooms, key=len, default="parallel_pool" if module == "" else "")


def test_python_imports_lead_downwards() -> None:
    """Every import, in functions and for types as well."""
    assert {python_room(name) for name in [*IMPORTS, *COMPILED]} == {*PYTHON}
    wrong = [
        f"{name} imports {used or 'parallel_pool'}"
        for name, uses in IMPORTS.items()
        for used in uses
        if PYTHON.index(python_room(used)) > PYTHON.index(python_room(name))
    ]
    assert wrong == []


def test_no_python_family_uses_another() -> None:
    """They share what is in the folder ``shared``."""
    family = {name: name.split(".")[1] for name in FILES if name.startswith("families.")}
    wrong = [
        f"{name} imports {used}"
        for name in family
        for used in IMPORTS[name]
        if used.startswith("families.") and used.split(".")[1] != family[name]
    ]
    assert wrong == []


def test_python_modules_import_in_no_circle() -> None:
    """Within a room as well."""
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, f"a circle of imports: {' -> '.join([*path, name])}"
        if name in done or name not in IMPORTS:
            return
        for used in sorted(IMPORTS[name] - {name}):
            visit(used, (*path, name))
        done.add(name)

    for name in IMPORTS:
        visit(name, ())
