# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Which environments there are, and how their ids and options are looked up."""

from __future__ import annotations

import contextlib
import difflib
import importlib
import warnings
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points

import gymnasium
import numpy as np

from parallel_pool import _core
from parallel_pool._native import EnvModule, NativeEnvType
from parallel_pool.errors import InvalidOptionError, PoolError, UnknownEnvironmentError

NAMESPACE = "parallel_pool"

# The families of the package, one extension module each.
FAMILIES = (
    "parallel_pool.envs.atari",
    "parallel_pool.envs.classic_control",
    "parallel_pool.envs.mujoco",
    "parallel_pool.envs.toy_text",
)

# What Gymnasium calls an environment whose id would look like a newer version of another one's: the
# Atari game beside the card game, Blackjack-v1.
GYMNASIUM_NAMES = {"Blackjack-v5": "AtariBlackjack-v5"}

# Further ids for some of these: EnvPool's (Gymnasium's ids of these names are other environments),
# and those that a family states.
ALIASES = {
    **{name: id for id, name in GYMNASIUM_NAMES.items()},
    "phys2d/CartPole-v0": "CartPole-v0",
    "phys2d/CartPole-v1": "CartPole-v1",
    "phys2d/Pendulum-v0": "Pendulum-v0",
    "tabular/Blackjack-v0": "Blackjack-v1",
    "tabular/CliffWalking-v0": "CliffWalking-v1",
}

# Ids that a reference has and refuses itself, with its own words.
REFUSED = {
    "Pusher-v4": "`Pusher-v4` is only supported on `mujoco<3`, for more information "
    "https://github.com/Farama-Foundation/Gymnasium/issues/950",
}

# Where other packages name their extension modules.
ENTRY_POINT_GROUP = "parallel_pool.envs"

_env_types: dict[str, NativeEnvType] = {}
# Packages whose environments could not be added, and why.
_failed_packages: dict[str, str] = {}


def register(module: EnvModule) -> list[str]:
    """Adds the environments of an extension module built with ``parallel_pool_add_module``.

    Args:
        module: the imported module.

    Returns:
        The ids that it added, which `make` and (with the prefix ``parallel_pool/``)
        `gymnasium.make_vec` take from now on.

    Raises:
        PoolError: the module was built against another ABI version, or an id exists already.
    """
    abi = getattr(module, "__parallel_pool_abi__", None)
    if abi is None:
        raise PoolError(
            f"module {module.__name__!r} has no environments: expected an extension module that "
            "was built with parallel_pool_add_module and calls pp::bind_env"
        )
    if abi != _core.ABI_VERSION:
        raise PoolError(
            f"module {module.__name__!r} was built for ABI version {abi} of parallel_pool, "
            f"this is version {_core.ABI_VERSION}: build it again"
        )
    ids = [env_type.id for env_type in module.env_types]
    taken = {id: type(_env_types[id]).__module__ for id in ids if id in _env_types}
    taken |= {id: module.__name__ for id in ids if ids.count(id) > 1}
    if taken:
        owners = ", ".join(f"{id!r} of module {owner!r}" for id, owner in sorted(taken.items()))
        raise PoolError(f"module {module.__name__!r} adds ids that exist already: {owners}")
    for env_type in module.env_types:
        _env_types[env_type.id] = env_type
        gymnasium.register(
            id=gymnasium_id(env_type.id),
            entry_point=f"parallel_pool.entry_points.single:{env_type.id}",
            vector_entry_point=f"parallel_pool.entry_points.vector:{env_type.id}",
            max_episode_steps=env_type.max_episode_steps,
            reward_threshold=env_type.reward_threshold,
        )
    return ids


def gymnasium_id(id: str) -> str:
    """What Gymnasium knows an id by."""
    return f"{NAMESPACE}/{GYMNASIUM_NAMES.get(id, id)}"


def register_families() -> None:
    """Adds the environments that the package brings; called once, on import."""
    for family in FAMILIES:
        module = importlib.import_module(family)
        register(module)
        ALIASES.update(getattr(module, "aliases", {}))


def register_packages() -> None:
    """Adds the environments of installed packages, which name them by an entry point.

    Called once, on import, which no package may break: one that fails is warned of here and named
    again where an id is not found.
    """
    for entry_point in entry_points(group=ENTRY_POINT_GROUP):
        package = _package_of(entry_point)
        try:
            register(entry_point.load())
        except Exception as error:
            _failed_packages[package] = f"{type(error).__name__}: {error}"
            with contextlib.suppress(RuntimeWarning):  # where warnings are errors
                warnings.warn(
                    f"parallel_pool has no environments of the package {package!r}, which failed "
                    f"to load: {_failed_packages[package]}",
                    RuntimeWarning,
                    stacklevel=2,
                )


def _package_of(entry_point: EntryPoint) -> str:
    return entry_point.dist.name if entry_point.dist is not None else entry_point.name


def failed_packages() -> dict[str, str]:
    """Installed packages whose environments could not be added, and why."""
    return dict(_failed_packages)


def list_all_envs() -> list[str]:
    """The ids of all environments, sorted; `make` also takes EnvPool's aliases of some."""
    return sorted(_env_types)


def find(id: str) -> NativeEnvType:
    """The environment type of an id, with or without the prefix ``parallel_pool/``.

    Raises:
        UnknownEnvironmentError: there is no such id; the message names the nearest.
    """
    if not isinstance(id, str):
        raise TypeError(f"an environment id is a str, got {type(id).__name__}")
    short = id.removeprefix(f"{NAMESPACE}/")
    env_type = _env_types.get(ALIASES.get(short, short))
    if env_type is None and short in REFUSED:
        raise UnknownEnvironmentError(f"there is no environment {id!r}: {REFUSED[short]}")
    if env_type is None:
        known = [*_env_types, *ALIASES]
        failed = "".join(
            f"; the package {package!r} failed to load: {why}"
            for package, why in _failed_packages.items()
        )
        raise UnknownEnvironmentError(
            f"there is no environment {id!r}{_nearest(id, known)}; "
            f"list_all_envs() lists all{failed}"
        )
    return env_type


def check_names(given: Iterable[object], known: Sequence[str], what: str) -> None:
    """Refuses names that are not known.

    Raises:
        InvalidOptionError: the message names the nearest, and all that are known.
    """
    for name in given:
        if name not in known:
            listed = ", ".join(known) if known else "none"
            raise InvalidOptionError(
                f"{what} {name!r} is unknown{_nearest(name, known)}; known are: {listed}"
            )


def normalise_config(env_type: NativeEnvType, config: Mapping[str, object]) -> dict[str, object]:
    """Option values in the types that the engine takes.

    Lists of strings may come as the reference takes them: arrays of characters, bytes, or nested
    lists of letters.
    """
    types = {name: type_ for name, type_, _, _ in env_type.options}
    check_names(config, list(types), f"{env_type.id}: option")
    out = dict(config)
    for name, value in config.items():
        if types[name].startswith("list[str]") and value is not None:
            out[name] = _strings(value)
    return out


def _strings(value: object) -> object:
    if not isinstance(value, Sequence | np.ndarray) or isinstance(value, str | bytes):
        return value
    return [_string(item) for item in value]


def _string(item: object) -> object:
    if isinstance(item, bytes):
        return item.decode()
    if isinstance(item, Sequence | np.ndarray) and not isinstance(item, str):
        return "".join(str(_string(part)) for part in item)
    return str(item) if isinstance(item, np.str_) else item


def _nearest(name: object, known: Iterable[str]) -> str:
    if not isinstance(name, str):
        return ""
    by_lower = {candidate.lower(): candidate for candidate in known}
    short = name.lower().removeprefix(f"{NAMESPACE}/")
    matches = difflib.get_close_matches(short, by_lower, n=3, cutoff=0.5)
    if not matches:
        return ""
    return f", did you mean {' or '.join(repr(by_lower[match]) for match in matches)}?"
