# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Arguments of pools in the form that JSON can store, and back."""

from __future__ import annotations

import os
from collections.abc import Mapping, Set
from enum import Enum
from typing import Any

import numpy as np

from parallel_pool.pool.per_env import PerEnv

# JSON has no `PerEnv`: it is stored as a dict with this key, which no option takes.
_PER_ENV = "PerEnv"


def stored(value: Any) -> Any:
    """A value in the form that JSON can store; what has no such form stays as it is."""
    if isinstance(value, PerEnv):
        return {_PER_ENV: [stored(one) for one in value]}
    if isinstance(value, Enum):
        return stored(value.value)
    if isinstance(value, np.generic | np.ndarray):
        plain = value.tolist()
        return float(plain) if isinstance(plain, np.floating) else stored(plain)  # longdouble
    if isinstance(value, Mapping):
        return {stored(key): stored(one) for key, one in value.items()}
    if isinstance(value, list | tuple | range | Set):
        return [stored(one) for one in value]
    if isinstance(value, bytes):
        return value.decode()
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def restored(value: object) -> object:
    """A `PerEnv` from its stored form; every other value as it is."""
    if isinstance(value, dict) and [*value] == [_PER_ENV]:
        return PerEnv(value[_PER_ENV])
    return value
