# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The modules that ``import envpool`` finds after `install`."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

from parallel_pool.compat import pools
from parallel_pool.compat.registration import VERSIONS, EnvRegistry
from parallel_pool.env_spec import PoolSpec

_ORIGIN = "parallel_pool.compat"
_FUNCTIONS = ("make", "make_dm", "make_gym", "make_gymnasium", "make_spec", "list_all_envs")


def install(like: str = VERSIONS[0]) -> None:
    """Makes ``import envpool`` find this package, wherever a script does it from now on.

    Args:
        like: whose defaults to follow. ``"1.2.7"``: `reset` returns observations and infos, `step`
            five values. ``"0.6.6"``, as CleanRL's scripts want it: on the face ``"gym"`` `reset`
            returns observations alone, `step` four values, and spaces are those of the package gym
            where it is installed. Both: the seed is 42 where none is given.

    Raises:
        ValueError: no such release.
        RuntimeError: EnvPool itself was imported before.
    """
    if like not in VERSIONS:
        raise ValueError(f"like must be one of {[*VERSIONS]}, got {like!r}")
    present = sys.modules.get("envpool")
    if present is not None and not _is_ours(present):
        raise RuntimeError(
            "EnvPool itself was imported before: call parallel_pool.compat.install() ahead of the "
            "first 'import envpool'"
        )
    if present is not None and present.__version__ == like:
        return
    uninstall()
    sys.modules.update(make_modules(like))
    sys.meta_path.insert(0, _Finder())


def uninstall() -> None:
    """Undoes `install`; pools live on."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]
    if _is_ours(sys.modules.get("envpool")):
        for name in [*make_modules(VERSIONS[0])]:
            del sys.modules[name]


def make_modules(like: str) -> dict[str, ModuleType]:
    """EnvPool's modules by their names.

    Args:
        like: the release whose defaults they follow.
    """
    registry = EnvRegistry(like)
    registration = _module("envpool.registration", registry=registry, EnvRegistry=EnvRegistry)
    for name in (*_FUNCTIONS, "register"):
        setattr(registration, name, getattr(registry, name))
    protocols: dict[str, Any] = {
        "EnvSpec": PoolSpec,
        "EnvPool": pools.EnvPool,
        "DMEnvPool": pools.DMEnvPool,
        "GymEnvPool": pools.GymnasiumEnvPool,
        "GymnasiumEnvPool": pools.GymnasiumEnvPool,
    }
    protocol = _module("envpool.python.protocol", **protocols)
    api = _module("envpool.python.api", py_env=_py_env)
    python = _module("envpool.python", True, protocol=protocol, api=api, **protocols)
    entry = _module("envpool.entry")
    public = {name: getattr(registration, name) for name in (*_FUNCTIONS, "register")} | protocols
    submodules = {"registration": registration, "python": python, "entry": entry}
    root = _module("envpool", True, __version__=like, **submodules, **public)
    root.__doc__ = "parallel_pool, under EnvPool's name."
    modules = (root, registration, python, protocol, api, entry)
    return {module.__name__: module for module in modules}


def _module(name: str, is_package: bool = False, **members: Any) -> ModuleType:
    module = ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(
        name, None, origin=_ORIGIN, is_package=is_package
    )
    if is_package:
        module.__path__ = []
    module.__dict__.update(members)
    module.__dict__["__all__"] = [key for key in members if not key.startswith("__")]
    return module


def _is_ours(module: ModuleType | None) -> bool:
    return module is not None and module.__spec__ is not None and module.__spec__.origin == _ORIGIN


def _py_env(*_: object) -> NoReturn:
    raise NotImplementedError(
        "py_env wraps classes that were compiled against EnvPool: compile them against this "
        "package instead, and add their module by parallel_pool.register"
    )


class _Finder(importlib.abc.MetaPathFinder):
    """Says what there is instead of EnvPool's other modules."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        """Nothing is ever found here.

        Raises:
            ModuleNotFoundError: for any module of EnvPool that is not there already.
        """
        if name.startswith("envpool."):
            raise ModuleNotFoundError(
                f"{name!r} is a part of EnvPool that parallel_pool.compat does not have: make "
                "environments with envpool.make(id, ...)",
                name=name,
            )
