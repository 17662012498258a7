# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The modules that ``import envpool`` finds after `install`."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, NoReturn

import parallel_pool
from parallel_pool import registry as environments
from parallel_pool.compat import pools
from parallel_pool.compat.registration import VERSIONS, EnvRegistry, asserting, base_of
from parallel_pool.errors import InvalidOptionError
from parallel_pool.faces.env_spec import PoolSpec

_ORIGIN = "parallel_pool.compat"
_FUNCTIONS = ("make", "make_dm", "make_gym", "make_gymnasium", "make_spec", "list_all_envs")


def install(like: str = VERSIONS[0]) -> None:
    """Makes every later ``import envpool`` import this package.

    Args:
        like: the EnvPool release whose defaults to follow. ``"1.2.7"``: `reset` returns
            observations and infos, and `step` five values. ``"0.6.6"``, which CleanRL's scripts
            need: on the face ``"gym"``, `reset` returns only observations, `step` returns four
            values, and spaces come from the package gym if it is installed. With both, the default
            seed is 42.

    Raises:
        ValueError: the release is unknown.
        RuntimeError: EnvPool itself is already imported.
    """
    if like not in VERSIONS:
        raise ValueError(f"like must be one of {[*VERSIONS]}, got {like!r}")
    present = sys.modules.get("envpool")
    if present is not None and not _is_ours(present):
        raise RuntimeError(
            "EnvPool itself is already imported: call parallel_pool.compat.install() before the "
            "first 'import envpool'"
        )
    if present is not None and present.__version__ == like:
        return
    uninstall()
    sys.modules.update(make_modules(like))
    sys.meta_path.insert(0, _Finder())


def uninstall() -> None:
    """Undoes `install`; existing pools keep working."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]
    if _is_ours(sys.modules.get("envpool")):
        for name in [*make_modules(VERSIONS[0])]:
            del sys.modules[name]


def make_modules(like: str) -> dict[str, ModuleType]:
    """Makes EnvPool's modules, by name.

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
    families = _family_modules(registry)
    submodules |= {name: one for name, one in families.items() if "." not in name}
    root = _module("envpool", True, __version__=like, **submodules, **public)
    root.__doc__ = "parallel_pool, under EnvPool's name."
    root.__file__ = parallel_pool.__file__  # beside it lies py.typed, which scripts look for
    modules = (root, registration, python, protocol, api, entry, *families.values())
    return {module.__name__: module for module in modules}


def _family_modules(registry: EnvRegistry) -> dict[str, ModuleType]:
    """EnvPool's modules of families, by their names below ``envpool``.

    Each has EnvPool's three classes for every kind of rules: a spec, which is made from arguments,
    and the gym and dm faces, which are made from a spec. Its ``registration`` registers ids.
    """
    members: dict[str, dict[str, Any]] = {}
    tables: dict[str, dict[str, Any]] = {}
    for id, (module, spec_class, _) in registry.specs.items():
        rules = spec_class.removesuffix("EnvSpec")
        name = module.removeprefix("envpool.")
        own = members.setdefault(name, {})
        if spec_class not in own:
            names = environments.family_of(registry.base(id)).envpool
            tables[name] = dict(names.tables)
            own |= names.members
            own[spec_class] = SpecMaker(registry, spec_class)
            own[f"{rules}GymnasiumEnvPool"] = _made_from_spec(registry, "gym")
            own[f"{rules}DMEnvPool"] = _made_from_spec(registry, "dm")
    modules: dict[str, ModuleType] = {}
    for name, own in members.items():
        register = _module(
            f"envpool.{name}.registration", register=registry.register, **tables[name]
        )
        modules[f"{name}.registration"] = register
        modules[name] = _module(f"envpool.{name}", True, registration=register, **own)
    for name in [*modules]:
        parent, _, child = name.rpartition(".")
        if parent and parent not in modules:  # a package of families
            modules[parent] = _module(f"envpool.{parent}", True)
        if parent and not hasattr(modules[parent], child):
            setattr(modules[parent], child, modules[name])
    return modules


def _made_from_spec(registry: EnvRegistry, env_type: str) -> Callable[[PoolSpec], Any]:
    """A face's class as EnvPool has it: called with a spec, it makes the pool."""
    return lambda spec: registry.make(spec.id, env_type, **spec.keywords)


class SpecMaker:
    """A spec class as EnvPool has it: called with a config, it makes the spec of a pool.

    Args:
        registry: where ids are looked up.
        name: the name of the class.
    """

    def __init__(self, registry: EnvRegistry, name: str) -> None:
        """See the class."""
        self._registry = registry
        self.__name__ = name

    def gen_config(self, **arguments: Any) -> dict[str, Any]:
        """Checks the names of arguments, and returns the arguments as a config for a call.

        Raises:
            InvalidOptionError: an argument does not exist. The call checks the values.
        """
        try:
            self(arguments)
        except InvalidOptionError:
            raise
        except (TypeError, ValueError):
            pass
        return arguments

    def __call__(self, config: Mapping[str, Any] | None = None) -> PoolSpec:
        """Makes the spec; see `parallel_pool.make_spec`.

        Raises:
            ValueError: the options select no environment of this package.
        """
        options = dict(config or {})
        with asserting():
            id = base_of(self.__name__, options)
            if id is None:
                raise ValueError(
                    f"{self.__name__}: this package has no environment for {config}; "
                    "make it by its id, with make or make_spec"
                )
            return self._registry.make_spec(id, **options)


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
        "package instead, and add their module with parallel_pool.register"
    )


class _Finder(importlib.abc.MetaPathFinder):
    """Raises an error that helps, for the modules of EnvPool that do not exist here."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        """Finds no module.

        Raises:
            ModuleNotFoundError: for any module of EnvPool that does not exist here.
        """
        if name.startswith("envpool."):
            raise ModuleNotFoundError(
                f"{name!r} is a part of EnvPool that parallel_pool.compat does not have: make "
                "environments with envpool.make(id, ...)",
                name=name,
            )
