# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks the arguments that all environments have in common, and converts them for the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool import _core

Seed = int | Sequence[int | None] | None


def integer(name: str, value: object, minimum: int) -> int:
    """An int of at least `minimum`, below 2**31."""
    return _core.checked_integer(name, value, minimum)


def optional_integer(name: str, value: object) -> int | None:
    """None, or an int of at least 0."""
    return None if value is None else integer(name, value, 0)


def choice(choices: Mapping[int, str], name: str, value: object) -> str:
    """The meaning of a numbered choice."""
    if not isinstance(value, int) or value not in choices:
        raise ValueError(f"{name} must be one of {[*choices]}, got {value!r}")
    return choices[value]


def autoreset_mode_of(value: object) -> AutoresetMode:
    """An autoreset mode from the enum or its value."""
    name = value.value if isinstance(value, AutoresetMode) else value
    _core.check_autoreset_mode(name)
    return AutoresetMode(name)


def check_is_batch(actions: Any) -> None:
    """Refuses one action in place of many as Gymnasium does, which iterates over them."""
    if isinstance(actions, int | float | np.generic):
        raise TypeError(f"actions must hold one action for each environment, got {actions!r}")


def env_ids_of(env_id: Any, num_envs: int, name: str = "env_id") -> Sequence[int]:
    """The env ids in an argument, checked to exist; None stands for all."""
    if env_id is None:
        return range(num_envs)
    return _core.checked_env_ids(env_id, num_envs, name)


def reset_mask_of(mask: object, num_envs: int) -> np.ndarray:
    """A reset mask, checked as Gymnasium's vector environments check it."""
    if not isinstance(mask, np.ndarray):
        raise TypeError(f"`options['reset_mask']` must be a numpy array, got {type(mask)}")
    if mask.shape != (num_envs,):
        raise ValueError(
            f"`options['reset_mask']` must have shape `({num_envs},)`, got {mask.shape}"
        )
    if mask.dtype != np.bool_:
        raise TypeError(f"`options['reset_mask']` must have `dtype=np.bool_`, got {mask.dtype}")
    if not mask.any():
        raise ValueError(
            "`options['reset_mask']` must contain a boolean array with at least one True value, "
            f"got reset_mask={mask}"
        )
    return mask


def seeds_of(seed: Seed, ids: Sequence[int], listed: int) -> list[int | None] | None:
    """The seed of each environment in `ids`; None continues its current stream.

    Args:
        seed: an int s gives environment i the seed s + i; a sequence holds one for each of `ids`.
        ids: the environments to reset.
        listed: a sequence of this length holds one seed for each environment of the pool instead.

    Raises:
        TypeError, ValueError: the seed is not an int or a sequence, or has another length.
    """
    return None if seed is None else _core.spread_seed(seed, ids, listed)


def seed_keyword(seed: Seed) -> dict[str, Any]:
    """A checked seed as a keyword argument that JSON can store; empty if the seed is None."""
    if seed is None:
        return {}
    if isinstance(seed, Sequence | np.ndarray):
        return {"seed": [None if one is None else int(one) for one in seed]}
    return {"seed": int(seed)}
