# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""TorchRL's specs of Gymnasium spaces, for batches of environments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from torchrl.data import (
    Binary,
    Bounded,
    Categorical,
    Composite,
    MultiCategorical,
    TensorSpec,
    Unbounded,
)

# Entries that TorchRL itself writes beside the observations.
_TAKEN = ("action", "reward", "done", "terminated", "truncated", "next", "_reset")


def observation_spec(
    id: str, space: spaces.Space[Any], num_envs: int, device: torch.device | None
) -> Composite:
    """The spec of a batch of observations.

    A Dict has an entry for each of its parts. Any other space is the entry ``observation``.

    Raises:
        TypeError: TorchRL cannot express the space.
    """
    parts = space.spaces if isinstance(space, spaces.Dict) else {"observation": space}
    taken = [name for name in parts if name in _TAKEN]
    if taken:
        raise TypeError(
            f"{id} observes {taken}, but TorchRL has entries of its own with these names: "
            "use parallel_pool.make"
        )
    return _composite(id, parts, num_envs, device)


def spec_of(
    id: str, space: spaces.Space[Any], num_envs: int, device: torch.device | None
) -> TensorSpec:
    """The spec of a batch of values of a space.

    Raises:
        TypeError: TorchRL cannot express the space.
    """
    if isinstance(space, spaces.Dict):
        return _composite(id, space.spaces, num_envs, device)
    batch = (num_envs,)
    if isinstance(space, spaces.Box):
        return _box(space, device).expand(batch + space.shape)
    if isinstance(space, spaces.Discrete) and space.start == 0:
        return Categorical(int(space.n), device=device, dtype=torch.int64).expand(batch)
    if isinstance(space, spaces.MultiDiscrete) and space.nvec.ndim == 1 and not space.start.any():
        spec = MultiCategorical(space.nvec.tolist(), device=device, dtype=_dtype(space))
        return spec.expand(batch + space.shape)
    if isinstance(space, spaces.MultiBinary):
        spec = Binary(space.shape[-1], shape=space.shape, device=device, dtype=_dtype(space))
        return spec.expand(batch + space.shape)
    raise TypeError(
        f"TorchRL has no spec for the space {space} of {id}: choose another observation by the "
        "environment's options, or use parallel_pool.make(..., array_type='torch')"
    )


def _composite(
    id: str,
    parts: Mapping[str, spaces.Space[Any]],
    num_envs: int,
    device: torch.device | None,
) -> Composite:
    specs = {name: spec_of(id, part, num_envs, device) for name, part in parts.items()}
    return Composite(specs, shape=(num_envs,), device=device)


def _box(space: spaces.Box, device: torch.device | None) -> TensorSpec:
    dtype = _dtype(space)
    if np.isinf(space.low).all() and np.isinf(space.high).all():
        return Unbounded(space.shape, device=device, dtype=dtype)
    low, high = (torch.as_tensor(bound.copy(), device=device) for bound in (space.low, space.high))
    return Bounded(low, high, space.shape, device=device, dtype=dtype)


def _dtype(space: spaces.Space[Any]) -> torch.dtype:
    """The dtype of tensors that share the memory of the space's arrays."""
    return torch.from_numpy(np.empty(0, space.dtype)).dtype
