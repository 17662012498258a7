# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Shared code names no family: what is true of one family stands in that family's folders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from parallel_pool.families import FAMILIES

ROOT = Path(__file__).parents[2]
SHARED = ("src/core", "src/bindings", "python/parallel_pool", "tests", "tools")
# Families' own folders; a family's module or package with a short path; the
# twins of what a library has for one family; a project that is written for authors of families;
# packages that the site draws every family with, and those that other systems have; scripts of
# other packages; the packages that the zoo tries;
# environments in Python that pools are compared with; what the documents show; what families share
# that are built on one library; what the demo shows; what is measured beside single libraries; the
# versions that packages are tested with.
ELSEWHERE = (
    *(f"{folder}/{name}" for folder in ("python/parallel_pool/families", "tests/families")
      for name in FAMILIES),
    *(f"{folder}/{name}" for folder in ("python/parallel_pool", "tests") for name in FAMILIES),
    *(f"python/parallel_pool/sb3/{name}.py" for name in FAMILIES),
    *(f"tests/adapters/{adapter}/test_{name}.py" for adapter in ("ray", "sb3", "tianshou")
      for name in FAMILIES),
    "python/parallel_pool/sb3/__init__.py",
    "python/parallel_pool/shared",
    "python/parallel_pool/simulations",
    "python/parallel_pool/tools/bench/ways",
    "python/parallel_pool/tools/demo",
    "python/parallel_pool/tools/templates",
    "python/parallel_pool/tools/zoo/catalogue.py",
    "tests/adapters/environments",
    "tests/adapters/compat",
    "tests/cli/test_demo.py",
    "tests/python_envs/test_parity.py",
    "tests/python_envs/test_players.py",
    "tests/systems/run",
    "tools/golden/stubs.py",
    "python/parallel_pool/tools/cli.py",
    "tests/cli/test_new.py",
    "tools/packaging/install.py",
)  # fmt: skip
# Names of environments taken out of the tree as an outsider would take them.
OUT_OF_TREE = "tests/out_of_tree/test_modules.py"
# EnvPool's and PettingZoo's modules and the variable MUJOCO_GL are their names, not ours.
SPELLINGS = "|".join(name.replace("_", "[_ ]?") for name in FAMILIES)
NAMES = re.compile(
    rf"(?<!envpool\.)(?<!pettingzoo\.)(?<![a-z])({SPELLINGS})(?![a-z]|_GL\b)", re.IGNORECASE
)


def shared_files() -> Iterator[Path]:
    for folder in SHARED:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in name and not name.startswith(ELSEWHERE):
                yield path


def test_shared_code_names_no_family() -> None:
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in shared_files()
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if NAMES.search(line) and path != ROOT / OUT_OF_TREE
    ]
    assert named == []


def test_the_search_finds_names() -> None:
    """In every way in which they are written."""
    for name in FAMILIES:
        for spelling in (name, name.upper(), name.replace("_", " "), f"families.{name}.native"):
            assert NAMES.search(f"of {spelling}, as"), spelling
    assert not NAMES.search(f"envpool.{FAMILIES[0]}")
