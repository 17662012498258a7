# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Nested observations in the flat form of PufferLib's emulation."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pufferlib.emulation import emulate_observation_space


class Observations:
    """An observation space in the form that PufferLib uses.

    Attributes:
        space: the Box that PufferLib sees.
        fields: the structured dtype of an emulated observation; None for a Box, which needs none.
        emulated: what PufferLib's policies need to know of the emulation, or False.

    Raises:
        TypeError: PufferLib cannot express the space.
    """

    def __init__(self, id: str, space: spaces.Space[Any]) -> None:
        self.space: spaces.Box = space  # type: ignore[assignment]
        self.fields: np.dtype[Any] | None = None
        self.emulated: Any = False
        if isinstance(space, spaces.Box):
            return
        leaves = _leaves(space)
        numbers = [leaf for leaf in leaves if not isinstance(leaf, spaces.Box)]
        # PufferLib stores these as int32, but allocates memory by their own dtype.
        if numbers and all(leaf.dtype == leaves[0].dtype for leaf in leaves):
            raise TypeError(
                f"PufferLib cannot emulate observations that contain only integers of one dtype, "
                f"but the observation space of {id} is {space}: choose another observation by the "
                "environment's options, or use parallel_pool.make with a wrapper of your own"
            )
        self.space, self.fields = emulate_observation_space(space)
        self.emulated = {
            "observation_dtype": self.space.dtype,
            "emulated_observation_dtype": self.fields,
        }

    def write(self, buffer: np.ndarray, observations: Any) -> None:
        """Writes a batch.

        Args:
            buffer: the emulated observations, a row for each environment.
            observations: the pool's.
        """
        assert self.fields is not None
        _write(buffer.view(self.fields)[:, 0], observations)


def check_actions(id: str, space: spaces.Space[Any]) -> None:
    """Refuses action spaces that PufferLib's native environments do not support.

    Raises:
        TypeError: the space is not supported; the message names it.
    """
    plain = isinstance(space, spaces.Box | spaces.Discrete | spaces.MultiDiscrete)
    if not plain or np.any(getattr(space, "start", 0)):
        raise TypeError(
            "PufferLib takes Box, MultiDiscrete and Discrete actions that start at 0, but the "
            f"action space of {id} is {space}: use parallel_pool.make"
        )


def _write(rows: np.ndarray, values: Any) -> None:
    if isinstance(values, dict):
        for name, part in values.items():
            _write(rows[name], part)
    elif isinstance(values, tuple):
        for i, part in enumerate(values):
            _write(rows[f"f{i}"], part)
    else:
        rows[...] = values


def _leaves(space: spaces.Space[Any]) -> list[spaces.Space[Any]]:
    if isinstance(space, spaces.Dict | spaces.Tuple):
        inner = space.values() if isinstance(space, spaces.Dict) else space.spaces
        return [leaf for part in inner for leaf in _leaves(part)]
    return [space]
