# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The registered environments, and the lookup of ids."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium
from gymnasium.envs.registration import EnvSpec

from parallel_pool import _core
from parallel_pool.errors import PoolError, UnknownEnvironmentError
from parallel_pool.families import FAMILIES
from parallel_pool.family import Family, VectorPeer
from parallel_pool.keywords import NAMESPACE, nearest
from parallel_pool.native import EnvModule, NativeEnvType
from parallel_pool.packages import entry_points_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# The entry points with which other packages name their families.
ENTRY_POINT_GROUP = "parallel_pool.envs"

_families: dict[str, Family] = {}
_env_types: dict[str, NativeEnvType] = {}
_family_of: dict[str, Family] = {}
# Alternative ids, each with the id that it stands for.
_aliases: dict[str, str] = {}
# Packages that failed to load, each with the reason.
_failed_packages: dict[str, str] = {}

# What all specs have in common.
_ANY_SPEC = vars(EnvSpec(f"{NAMESPACE}/Any-v0"))

# How a message says where all ids are; the command line names its command instead.
ALL_IDS = "list_all_envs() lists all"


def register(family: Family | EnvModule) -> list[str]:
    """Adds a family of environments.

    Args:
        family: the declaration of the family, or just its extension module, built with
            ``parallel_pool_add_module``.

    Returns:
        The new ids. `make` takes them from now on, and so does `gymnasium.make_vec` with the prefix
        ``parallel_pool/``.

    Raises:
        PoolError: the module was built for another ABI version, or an id or name exists already.
            Nothing was added.
    """
    if not isinstance(family, Family):
        _check_module(family)
        family = Family(name=family.__name__, module=family)
    return _register(family, EnvSpec, gymnasium.register)


def _register(
    family: Family, check: Callable[..., object], tell_gymnasium: Callable[..., object]
) -> list[str]:
    """Adds a family; both functions take the arguments of an `EnvSpec`."""
    _check_module(family.module)
    _check_unused(family)
    env_types = [*family.module.env_types]
    entries = [_entry(one, family.gymnasium_names.get(one.id, one.id)) for one in env_types]
    for entry in entries:
        check(**entry)
    _families[family.name] = family
    for env_type, entry in zip(env_types, entries, strict=True):
        _env_types[env_type.id] = env_type
        _family_of[env_type.id] = family
        tell_gymnasium(**entry)
    _aliases.update({name: id for id, name in family.gymnasium_names.items()})
    _aliases.update(family.aliases)
    return family.ids


def _entry(env_type: NativeEnvType, name: str) -> dict[str, Any]:
    return {
        "id": f"{NAMESPACE}/{name}",
        "entry_point": f"parallel_pool.faces.entry_points.single:{env_type.id}",
        "vector_entry_point": f"parallel_pool.faces.entry_points.vector:{env_type.id}",
        "max_episode_steps": env_type.max_episode_steps,
        "reward_threshold": env_type.reward_threshold,
    }


def _check_module(module: EnvModule) -> None:
    name = getattr(module, "__name__", repr(module))
    abi = getattr(module, "__parallel_pool_abi__", None)
    if abi is None:
        raise PoolError(
            f"module {name!r} has no environments: expected a parallel_pool.Family, or an "
            "extension module that was built with parallel_pool_add_module and calls pp::bind_env"
        )
    if abi != _core.ABI_VERSION:
        raise PoolError(
            f"module {name!r} was built for ABI version {abi} of parallel_pool, "
            f"this is version {_core.ABI_VERSION}: build it again"
        )


def _check_unused(family: Family) -> None:
    """Refuses names that are already in use, and aliases of ids that the family does not have."""
    what = f"module {family.module.__name__!r}"
    ids = family.ids
    taken = {id: _family_of[id].module.__name__ for id in ids if id in _env_types}
    taken |= {id: family.module.__name__ for id, number in Counter(ids).items() if number > 1}
    taken |= {
        name: _family_of[_aliases.get(name, name)].module.__name__
        for name in family.aliases
        if name in _aliases or name in _env_types
    }
    if taken:
        owners = ", ".join(f"{id!r} of module {owner!r}" for id, owner in sorted(taken.items()))
        raise PoolError(f"{what} adds ids that exist already: {owners}")
    if family.name in _families:
        raise PoolError(f"{what} adds a family {family.name!r}, which exists already")
    for name, id in (*family.aliases.items(), *family.gymnasium_names.items()):
        if name not in ids and id not in ids and name != id:
            raise PoolError(f"{what} names {name!r} and {id!r}, but neither is one of its ids")


def families() -> list[Family]:
    """All registered families, in the order of registration."""
    return list(_families.values())


def family_of(id: str) -> Family:
    """The family of an id; raises as `find` does."""
    return _family_of[find(id).id]


def numpy_infos(id: str) -> Callable[[str], bool]:
    """Which floats among the infos are NumPy scalars in the reference; none of an unknown id."""
    return partial(_is_numpy_info, id)  # by the id, since families cannot be pickled


def _is_numpy_info(id: str, name: str) -> bool:
    family = _family_of.get(id)
    return family is not None and family.numpy_infos(id, name)


def methods(id: str) -> Mapping[str, Callable[..., Any]]:
    """What an id's environments have to call; nothing of an unknown id."""
    family = _family_of.get(id)
    return {} if family is None else family.methods(id)


def aliases() -> dict[str, str]:
    """Alternative ids that `make` accepts, each with the id that it stands for."""
    return dict(_aliases)


def gymnasium_id(id: str) -> str:
    """The name of an id in Gymnasium."""
    return f"{NAMESPACE}/{_family_of[id].gymnasium_names.get(id, id)}"


def register_families() -> None:
    """Adds the families of this package; called once, on import."""
    for name in FAMILIES:
        family = importlib.import_module(f"parallel_pool.families.{name}").FAMILY
        _register(family, dict, _enter)


def _enter(**entry: Any) -> None:
    """As `gymnasium.register`, which would take most of the import.

    That searches all ids for each new one, for those that differ only in whether they have a
    version; this package's namespace has none. And `EnvSpec` takes five times as long to parse an
    id as this takes.
    """
    rules, _, version = entry["id"].removeprefix(f"{NAMESPACE}/").rpartition("-v")
    spec: EnvSpec = object.__new__(EnvSpec)
    vars(spec).update(_ANY_SPEC, **entry, name=rules, version=int(version), kwargs={})
    gymnasium.registry.setdefault(spec.id, spec)


def register_packages() -> None:
    """Adds the environments of installed packages, which name them with an entry point.

    Called once, on import. A package that fails to load must not break the import: it causes a
    warning here, and `find` names it when an id is not found.
    """
    for entry_point in entry_points_of(ENTRY_POINT_GROUP):
        package = _package_of(entry_point)
        try:
            register(entry_point.load())
        except Exception as error:
            _failed_packages[package] = f"{type(error).__name__}: {error}"
            with contextlib.suppress(RuntimeWarning):  # where warnings are errors
                warnings.warn(
                    f"the environments of package {package!r} are missing, because it failed "
                    f"to load: {_failed_packages[package]}",
                    RuntimeWarning,
                    stacklevel=2,
                )


def _package_of(entry_point: EntryPoint) -> str:
    return entry_point.dist.name if entry_point.dist is not None else entry_point.name


def failed_packages() -> dict[str, str]:
    """Installed packages that failed to load, each with the reason."""
    return dict(_failed_packages)


def list_all_envs() -> list[str]:
    """The ids of all environments, sorted. `make` also accepts `aliases`."""
    return sorted(_env_types)


def find(id: str) -> NativeEnvType:
    """The environment type of an id, with or without the prefix ``parallel_pool/``.

    Raises:
        UnknownEnvironmentError: the id does not exist; the message names the nearest.
    """
    if not isinstance(id, str):
        raise TypeError(f"an environment id must be a str, got {type(id).__name__}")
    short = id.removeprefix(f"{NAMESPACE}/")
    env_type = _env_types.get(_aliases.get(short, short))
    if env_type is None:
        for family in _families.values():
            why = family.refused.get(short) or family.hint(short)
            if why:
                raise UnknownEnvironmentError(f"there is no environment {id!r}: {why}")
        # An alias in a namespace is worth no mention beside the plain name.
        plain = {*_env_types} if "/" not in short else set()
        known = [*_env_types, *(one for one in _aliases if one.split("/")[-1] not in plain)]
        failed = "".join(
            f"; the package {package!r} failed to load: {why}"
            for package, why in _failed_packages.items()
        )
        meant = nearest(id, known, parts=True, cutoff=0.7)
        other = "" if meant else "; make_python runs environments that are written in Python"
        raise UnknownEnvironmentError(
            f"there is no environment {id!r}{meant}{other}; {ALL_IDS}{failed}"
        )
    return env_type


def vector_peer(id: str) -> VectorPeer | None:
    """The vectorised environment that an id equals; see `Family.vector_peer`."""
    return family_of(id).vector_peer(find(id).id)


def library_of(id: str) -> str:
    """The library that an id equals; "" if it equals none."""
    module, _, name = find(id).reference.rpartition(":")
    named = module.partition(".")[0].title() or "Gymnasium" if name else ""
    return family_of(id).library(find(id).id) or named


def missing_reference(env_type: NativeEnvType) -> str | None:
    """The package that an environment's reference is in, where that is not installed."""
    module, _, _ = env_type.reference.rpartition(":")
    package = module.partition(".")[0]
    return package if package and importlib.util.find_spec(package) is None else None


def check_reference(env_type: NativeEnvType) -> None:
    """Refuses to make an environment's reference where its package is not installed.

    Raises:
        DependencyNotInstalled: the message says what is missing and how to install it.
    """
    package = missing_reference(env_type)
    if package is None:
        return
    extra = family_of(env_type.id).extra
    how = f": pip install 'parallel_pool[{extra}]'" if extra else ""
    raise gymnasium.error.DependencyNotInstalled(
        f"in Python, {env_type.id} is {env_type.reference}, and {package} is not installed{how}"
    )


def check_installed(env_type: NativeEnvType) -> None:
    """Refuses an environment whose requirements are not installed.

    Raises:
        DependencyNotInstalled: the message says what is missing and how to install it.
    """
    missing = what_is_missing(env_type)
    if missing is not None:
        raise gymnasium.error.DependencyNotInstalled(f"{env_type.id}: {missing}")


def what_is_missing(env_type: NativeEnvType) -> str | None:
    """What must be installed before an environment can be made, and how; None if nothing."""
    family = _family_of[env_type.id]
    missing = family.missing(env_type)
    if missing is None or not family.extra:
        return missing
    return f"{missing}: pip install 'parallel_pool[{family.extra}]'"
