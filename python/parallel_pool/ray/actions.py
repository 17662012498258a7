# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks actions before any goes to an actor, so that nothing is stepped if one is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.errors import InvalidActionError

_ARRAYS = (spaces.Box, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)


def check_action_space(space: spaces.Space[Any]) -> None:
    """Refuses spaces whose values are not arrays.

    Raises:
        TypeError: the space is not Box, Discrete, MultiDiscrete, MultiBinary, or a Dict or Tuple.
    """
    if isinstance(space, spaces.Dict):
        for one in space.values():
            check_action_space(one)
    elif isinstance(space, spaces.Tuple):
        for one in space.spaces:
            check_action_space(one)
    elif not isinstance(space, _ARRAYS):
        raise TypeError(
            "actions of a pool in Ray's actors must be arrays: expected Box, Discrete, "
            f"MultiDiscrete, MultiBinary, or a Dict or Tuple of these, got {space}"
        )


def checked_actions(
    space: spaces.Space[Any], actions: Any, ids: np.ndarray, name: str = "actions"
) -> Any:
    """The actions as arrays, nested as the space is.

    Args:
        space: the action space of one environment.
        actions: an action for each environment.
        ids: the environments.
        name: what the actions are called in messages.

    Raises:
        InvalidActionError: a value is out of range, NaN or infinite.
        TypeError, ValueError: a dtype or shape is wrong.
    """
    if isinstance(space, spaces.Dict):
        if not isinstance(actions, dict) or actions.keys() != space.spaces.keys():
            got = sorted(actions) if isinstance(actions, dict) else type(actions).__name__
            raise TypeError(f"{name} must be a dict with the keys {[*space]}, got {got}")
        return {
            key: checked_actions(one, actions[key], ids, f"{name}[{key!r}]")
            for key, one in space.items()
        }
    if isinstance(space, spaces.Tuple):
        if not isinstance(actions, tuple | list) or len(actions) != len(space.spaces):
            raise TypeError(f"{name} must be a tuple of {len(space.spaces)}, got {actions!r}")
        return tuple(
            checked_actions(one, actions[i], ids, f"{name}[{i}]")
            for i, one in enumerate(space.spaces)
        )
    array = np.asarray(actions)
    whole = not isinstance(space, spaces.Box) or space.dtype.kind != "f"
    if array.dtype.kind not in ("iub" if whole else "iubf"):
        kind = "integers" if whole else "real numbers"
        raise TypeError(f"{name} must hold {kind} ({space.dtype}), got {array.dtype}")
    shape = (len(ids), *(space.shape or ()))
    if array.shape != shape:
        raise ValueError(
            f"{name} must have shape {shape}, one row for each of {len(ids)} environments, "
            f"got {array.shape}"
        )
    _check_range(space, array, ids)
    return array


def _check_range(space: spaces.Space[Any], array: np.ndarray, ids: np.ndarray) -> None:
    low: Any
    high: Any
    if isinstance(space, spaces.Discrete):
        low, high = int(space.start), int(space.start) + int(space.n) - 1
    elif isinstance(space, spaces.MultiDiscrete):
        low, high = space.start, space.start + space.nvec - 1
    elif isinstance(space, spaces.MultiBinary):
        low, high = 0, 1
    else:
        bad = ~np.isfinite(array)
        if bad.any():
            at = np.argwhere(bad)[0]
            raise InvalidActionError(
                f"env id {ids[at[0]]}: action is {array[tuple(at)]}, but must be finite"
            )
        return
    bad = (array < low) | (array > high)
    if bad.any():
        at = np.argwhere(bad)[0]
        least, most = (np.broadcast_to(x, array.shape)[tuple(at)] for x in (low, high))
        raise InvalidActionError(
            f"env id {ids[at[0]]}: action is {array[tuple(at)]}, but must lie in {least}..{most}"
        )


def rows_of(actions: Any, rows: np.ndarray) -> Any:
    """Some rows of checked actions."""
    if isinstance(actions, dict):
        return {key: rows_of(value, rows) for key, value in actions.items()}
    if isinstance(actions, tuple):
        return tuple(rows_of(value, rows) for value in actions)
    return actions[rows]
