# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Writes a project of environments outside the source tree, from the files in ``templates``.

The template is a project itself, and its names are replaced. The result belongs to its author.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from parallel_pool import registry
from parallel_pool.errors import PoolError

_NAME, _ENV, _HEADER = "my_envs", "Corridor", "corridor"
_ROBOT = "my_robot"
# Files with another name in the template, because git and build backends would act on them.
_RENAMED = {"gitignore": ".gitignore"}
# Tests of the example's rules, which another environment does not have.
_EXAMPLE_ONLY = ("tests/twin.py", "tests/test_parity.py")
# In addition to the names that are special here.
_CPP_KEYWORDS = """
    alignas alignof and_eq asm auto bitand bitor bool case catch char compl concept const consteval
    constexpr constinit const_cast co_await co_return co_yield decltype default delete do double
    dynamic_cast enum explicit export extern false float friend goto inline int long main mutable
    namespace new noexcept not_eq nullptr operator or_eq private protected public register
    reinterpret_cast requires short signed sizeof static static_assert static_cast std struct switch
    template this thread_local throw true typedef typeid typename union unsigned using virtual void
    volatile wchar_t xor xor_eq pp parallel_pool nanobind
"""
_INNER_NAMES = ("Config", "Action", "Observation", "Info", "RenderState")


class NewProjectError(PoolError, ValueError):
    """A project cannot be written with this name or in this folder."""


def write_project(name: str, env: str, folder: Path) -> list[Path]:
    """Writes a complete project with one environment.

    Args:
        name: the name of the project, its module and its C++ namespace.
        env: the class of the environment; its id is ``<env>-v0``. ``Corridor`` is a whole example;
            any other name gets a skeleton to be filled with rules.
        folder: the folder to write, which must be missing or empty.

    Returns:
        The files, relative to the folder.

    Raises:
        NewProjectError: a name is not valid in Python or C++, the id exists already, or the folder
            is not empty.
        OSError: the folder cannot be written.
    """
    _check_name(name)
    _check_env(env)
    _check_folder(folder)
    header = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", env).lower()
    names = {_NAME: name, _ENV: env, _HEADER: header}
    templates = files("parallel_pool") / "tools" / "templates"
    written = set(_write(templates / _NAME, folder, folder, names))
    if env != _ENV:
        for path in _EXAMPLE_ONLY:
            (folder / path).unlink()
            written.remove(Path(path))
        written |= set(_write(templates / "skeleton", folder, folder, names))
    return sorted(written)


def write_model_project(name: str, folder: Path) -> list[Path]:
    """Writes a project with a model of a robot and a task in NumPy, which needs no build.

    Args:
        name: the name of the project and its module; the id is ``<name>-v0``.
        folder: the folder to write, which must be missing or empty.

    Returns:
        The files, relative to the folder.

    Raises:
        NewProjectError, OSError: as for `write_project`.
    """
    _check_name(name)
    _check_folder(folder)
    template = files("parallel_pool") / "tools" / "templates" / _ROBOT
    return sorted(_write(template, folder, folder, {_ROBOT: name}))


def _check_folder(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NewProjectError(f"{folder} exists already and is not an empty folder")


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise NewProjectError(
            "a project's name must begin with a letter and must consist of lower-case letters, "
            f"digits and underscores, got {name!r}"
        )
    if keyword.iskeyword(name) or name in _CPP_KEYWORDS.split() or name in sys.stdlib_module_names:
        raise NewProjectError(f"{name!r} is already a name in Python or C++: choose another")
    spec = importlib.util.find_spec(name)
    places = {Path(place).resolve() for place in (spec and spec.submodule_search_locations) or ()}
    # A folder of this name in the current folder is not an installed package.
    if spec is not None and places != {Path(name).resolve()}:
        raise NewProjectError(
            f"a package {name!r} is installed already: choose a name that does not hide it"
        )


def _check_env(env: str) -> None:
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", env) or env in _INNER_NAMES:
        raise NewProjectError(
            f"an environment's name must be a C++ class name in PascalCase, got {env!r}"
        )
    id = f"{env}-v0"
    if id in registry.list_all_envs():
        raise NewProjectError(
            f"an environment {id!r} exists already: choose another name with --env"
        )


def _write(source: Traversable, target: Path, folder: Path, names: dict[str, str]) -> list[Path]:
    """Copies a file or folder of the template and returns the files, relative to `folder`."""
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
    """Replaces all names at once, so that a new name may contain an old one."""
    return re.sub("|".join(names), lambda found: names[found[0]], text)
