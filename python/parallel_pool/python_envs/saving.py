# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments and their episodes as bytes: pickles of their current attributes."""

from __future__ import annotations

import copyreg
import io
import pickle
from typing import Any

import cloudpickle
from gymnasium.utils import EzPickle

from parallel_pool.errors import PoolError, StateError


def save(episode: tuple[Any, ...]) -> bytes:
    """The bytes of an episode.

    Args:
        episode: the environment and what the worker's loop knows of it.

    Raises:
        PoolError: the environment cannot be pickled.
    """
    out = io.BytesIO()
    try:
        _Pickler(out).dump(episode)
    except Exception as error:
        raise PoolError(
            f"the state of {type(episode[0]).__name__} cannot be saved, because the environment "
            f"cannot be pickled: {error}"
        ) from error
    return out.getvalue()


def load(state: bytes) -> tuple[Any, ...]:
    """Makes a copy of the episode that `save` was given.

    Raises:
        StateError: it cannot be unpickled here.
    """
    try:
        episode: tuple[Any, ...] = pickle.loads(state)
    except Exception as error:
        raise StateError(
            f"the state cannot be restored, because unpickling it failed: {error!r}"
        ) from error
    return episode


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    """Pickles objects with all of their attributes.

    The pickle of an `EzPickle` holds only the arguments of the constructor, so unpickling it makes
    a new environment.
    """

    def reducer_override(self, obj: Any) -> Any:
        """Pickles the attributes of an `EzPickle`, and other objects as usual."""
        cls = type(obj)
        if getattr(cls, "__getstate__", None) is EzPickle.__getstate__:
            new = copyreg.__newobj__  # type: ignore[attr-defined]
            return new, (cls,), dict(vars(obj)), None, None, _set
        return super().reducer_override(obj)


def _set(obj: Any, attributes: dict[str, Any]) -> None:
    vars(obj).update(attributes)
