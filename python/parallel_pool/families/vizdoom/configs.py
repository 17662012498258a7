# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Reads ViZDoom's configuration files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parallel_pool.families.vizdoom.names import SETTINGS, UNSEEN

# The reference takes a key with or without underscores.
_KEYS = {name.replace("_", ""): name for name in (*SETTINGS, *UNSEEN)}


class ConfigError(ValueError):
    """A configuration file that cannot be read."""


def read_config(path: Path) -> dict[str, Any]:
    """The settings of a configuration file.

    Args:
        path: the file.

    Returns:
        The value of each setting that the file has, with the type of its default.

    Raises:
        ConfigError: with the file, the line and what was expected. The reference ignores such
            lines with a warning.
    """
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the configuration {str(path)!r} cannot be read: {error}") from error
    found: dict[str, Any] = {}
    rest = list(enumerate((" ".join(line.split()) for line in lines), 1))
    while rest:
        number, line = rest.pop(0)
        if not line or line.startswith("#"):
            continue
        where = f"the configuration {str(path)!r}, line {number}"
        left, equals, value = line.partition("=")
        if not equals:
            raise ConfigError(f"{where}: expected 'name = value', got {line!r}")
        appends = left.endswith("+")
        key, value = left.rstrip("+").strip().lower(), value.strip()
        name = _KEYS.get(key.replace("_", ""))
        if name is None:
            raise ConfigError(f"{where}: the setting {key!r} is unknown")
        if name in UNSEEN:
            continue
        if isinstance(SETTINGS[name], list):
            value = _read_braces(value, rest, where)
            before = found.get(name, []) if appends else []
            found[name] = list(dict.fromkeys(before + value.upper().split()))
        elif name == "game_args" and appends:
            found[name] = f"{found.get(name, '')} {value}"
        else:
            found[name] = _parsed(name, value, where)
    return found


def _read_braces(value: str, rest: list[tuple[int, str]], where: str) -> str:
    """What stands between braces, perhaps on several lines, which are taken from the rest."""
    while not value.endswith("}"):
        if not rest:
            raise ConfigError(f"{where}: expected a list in braces, found no '}}'")
        line = rest.pop(0)[1]
        value = f"{value} {line}".strip() if not line.startswith("#") else value
    if not value.startswith("{"):
        raise ConfigError(f"{where}: expected a list in braces, got {value!r}")
    return value[1:-1]


def _parsed(name: str, value: str, where: str) -> Any:
    kind = type(SETTINGS[name])
    try:
        if kind is bool:
            return {"true": True, "1": True, "false": False, "0": False}[value.lower()]
        return kind(value)
    except (KeyError, ValueError):
        raise ConfigError(
            f"{where}: {name} is a value of type {kind.__name__}, got {value!r}"
        ) from None
