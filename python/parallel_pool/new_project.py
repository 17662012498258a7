# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Writes a project of environments outside the source tree, from the files in ``templates``.

The template is a project itself, whose names are replaced; what is written belongs to its author.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from parallel_pool import registry
from parallel_pool.errors import PoolError

_NAME, _ENV, _HEADER = "my_envs", "Corridor", "corridor"
# Where the template's file can not have its own name: git and build backends would obey it.
_RENAMED = {"gitignore": ".gitignore"}
# Besides the names that are special here.
_CPP_KEYWORDS = """
    alignas alignof and_eq asm auto bitand bitor bool case catch char compl concept const consteval
    constexpr constinit const_cast co_await co_return co_yield decltype default delete do double
    dynamic_cast enum explicit export extern false float friend goto inline int long main mutable
    namespace new noexcept not_eq nullptr operator or_eq private protected public register
    reinterpret_cast requires short signed sizeof static static_assert static_cast std struct switch
    template this thread_local throw true typedef typeid typename union unsigned using virtual void
    volatile wchar_t xor xor_eq pp parallel_pool nanobind
"""
_INNER_NAMES = ("Config", "Action", "Observation", "Info")


class NewProjectError(PoolError, ValueError):
    """A project can not be written under this name, or there."""


def write_project(name: str, env: str, folder: Path) -> list[Path]:
    """Writes a complete project with one environment.

    Args:
        name: of the project, its module and its C++ namespace.
        env: class of the environment; its id is ``<env>-v0``.
        folder: where it goes; must not exist, or be empty.

    Returns:
        The files, relative to the folder.

    Raises:
        NewProjectError: a name that Python or C++ can not take, an id that is taken, or a folder
            with something in it.
        OSError: the folder can not be written.
    """
    _check_names(name, env)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NewProjectError(f"{folder} exists already and is not an empty folder")
    header = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", env).lower()
    names = {_NAME: name, _ENV: env, _HEADER: header}
    return sorted(_write(files("parallel_pool") / "templates" / _NAME, folder, folder, names))


def _check_names(name: str, env: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise NewProjectError(
            f"a project's name is made of lower-case letters, digits and underscores, got {name!r}"
        )
    if keyword.iskeyword(name) or name in _CPP_KEYWORDS.split() or name in sys.stdlib_module_names:
        raise NewProjectError(f"{name!r} has a meaning in Python or C++ already: choose another")
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", env) or env in _INNER_NAMES:
        raise NewProjectError(f"an environment's name is that of a C++ class, got {env!r}")
    id = f"{env}-v0"
    if id in registry.list_all_envs():
        raise NewProjectError(f"there is an environment {id!r} already: choose another with --env")


def _write(source: Traversable, target: Path, folder: Path, names: dict[str, str]) -> list[Path]:
    """Copies a file or folder of the template; returns the files, relative to `folder`."""
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        children = (child for child in source.iterdir() if child.name != "__pycache__")
        return [
            path
            for child in children
            for path in _write(
                child, target / _renamed(_RENAMED.get(child.name, child.name), names), folder, names
            )
        ]
    target.write_text(_renamed(source.read_text(), names))
    return [target.relative_to(folder)]


def _renamed(text: str, names: dict[str, str]) -> str:
    """All names at once, so that a new one that contains an old one stays as it is."""
    return re.sub("|".join(names), lambda found: names[found[0]], text)
