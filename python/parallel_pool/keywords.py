# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks names and values of options, and says what an unknown name was probably meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from parallel_pool.errors import InvalidOptionError
from parallel_pool.native import NativeEnvType

# Of this package's ids in Gymnasium.
NAMESPACE = "parallel_pool"

# Keywords of other libraries, with the argument that means the same here.
_SAME_AS = {
    "env_num": "num_envs",
    "n_envs": "num_envs",
    "n_workers": "num_threads",
    "num_workers": "num_threads",
}
# Those that nothing here corresponds to, with what to do instead.
_IN_THREADS = (
    ": a pool steps its environments in threads, so leave it out; batch_size below num_envs "
    "selects async mode"
)
_WITHOUT = {
    "async_mode": _IN_THREADS,
    "asynchronous": _IN_THREADS,
    "shared_memory": _IN_THREADS,
    "vectorization_mode": _IN_THREADS,
    "env_kwargs": ": write its entries as keywords",
    "vector_kwargs": ": write its entries as keywords",
    "wrappers": ": wrap the pool with gymnasium.wrappers.vector",
}


def check_keywords(
    given: Iterable[str], env_type: NativeEnvType, arguments: Iterable[str] = ()
) -> None:
    """Refuses keywords that are neither options of an environment nor among the arguments.

    Raises:
        InvalidOptionError: the message has Python's words, which libraries look for, and names the
            nearest keyword and the first of both kinds.
    """
    options = [name for name, _, _, _ in env_type.options]
    arguments = [*dict.fromkeys(arguments)]
    for name in given:
        if name not in options and name not in arguments:
            kinds = {"its options": options, "other arguments": arguments}
            known = "; ".join(
                f"{kind} are {_first(names)}" for kind, names in kinds.items() if names
            )
            hint = (
                _entry_of_a_dict(name, env_type)
                or _of_another_library(name, arguments)
                or nearest(name, [*options, *arguments])
            )
            raise InvalidOptionError(
                f"{env_type.id}: unexpected keyword argument {name!r}{hint}; "
                f"{known or 'it has no options'}"
            )


def check_names(given: Iterable[object], known: Sequence[str], what: str) -> None:
    """Refuses unknown names.

    Args:
        given: the names.
        known: the names that exist.
        what: how the message begins, such as ``"CartPole-v1: unknown reset option"``.

    Raises:
        InvalidOptionError: the message names the nearest known name and lists all known names.
    """
    for name in given:
        if name not in known:
            listed = _first(known, 24) if known else "none"
            raise InvalidOptionError(f"{what} {name!r}{nearest(name, known)}; known are: {listed}")


def normalise_config(env_type: NativeEnvType, config: Mapping[str, object]) -> dict[str, object]:
    """Converts option values to the types that the engine takes.

    Lists of strings may have all forms that the reference accepts: arrays of characters, bytes, or
    nested lists of letters. Dicts with ints as keys may come from JSON, which has texts there.
    """
    types = {name: type_ for name, type_, _, _ in env_type.options}
    check_keywords(config, env_type)
    out = dict(config)
    for name, value in config.items():
        if types[name].startswith("list[str]") and value is not None:
            out[name] = _strings(value)
        elif types[name].startswith("dict[int") and isinstance(value, Mapping):
            out[name] = {_number(key): one for key, one in value.items()}
    return out


def _strings(value: object) -> object:
    if not isinstance(value, Sequence | np.ndarray) or isinstance(value, str | bytes):
        return value
    return [_string(item) for item in value]


def _number(key: object) -> object:
    """A key of a dict with ints as keys, which JSON stores as texts."""
    return int(key) if isinstance(key, str) and key.isdecimal() else key


def _string(item: object) -> object:
    if isinstance(item, bytes):
        return item.decode()
    if isinstance(item, Sequence | np.ndarray) and not isinstance(item, str):
        return "".join(str(_string(part)) for part in item)
    return str(item) if isinstance(item, np.str_) else item


def _entry_of_a_dict(name: str, env_type: NativeEnvType) -> str:
    """Where a keyword belongs that is an entry of an option, in words."""
    for option, _, default, _ in env_type.options:
        if isinstance(default, Mapping) and name in default:
            return f", did you mean {option}={{{name!r}: ...}}?"
    return ""


def _of_another_library(name: str, arguments: Sequence[str]) -> str:
    """What to write for a keyword that people know from other libraries, in words."""
    if name == "num_envs" and name not in arguments:
        return ": this makes one environment, and make or gymnasium.make_vec several"
    ours = _SAME_AS.get(name)
    if ours in arguments:
        return f", did you mean {ours!r}?"
    return _WITHOUT.get(name, "")


def _first(names: Sequence[str], most: int = 8) -> str:
    """The first names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def nearest(name: object, known: Iterable[str], *, parts: bool = False, cutoff: float = 0.5) -> str:
    """The known names nearest to one, in words; with `parts` also those that contain it."""
    if not isinstance(name, str):
        return ""
    by_lower = {candidate.lower(): candidate for candidate in known}
    short = name.lower().removeprefix(f"{NAMESPACE}/")
    matches = difflib.get_close_matches(short, by_lower, n=3, cutoff=cutoff)
    if parts and len(short) > 2:
        newest_first = sorted(by_lower, reverse=True)
        containing = sorted(
            (one for one in newest_first if short in one),
            key=lambda one: (not one.startswith(f"{short}-v"), len(one)),
        )
        matches = [*dict.fromkeys([*containing, *matches])][:3]
    if not matches:
        # Other libraries have namespaces of their own.
        _, namespace, bare = short.rpartition("/")
        return nearest(bare, by_lower.values(), parts=parts, cutoff=cutoff) if namespace else ""
    return f", did you mean {' or '.join(repr(by_lower[match]) for match in matches)}?"
