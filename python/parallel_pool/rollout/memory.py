# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The arrays of a rollout: made here or by the caller, as arrays or as tensors that share them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

_ALIGNMENT = 64  # bytes, as the columns of batches


class Minibatch(NamedTuple):
    """Some steps of a rollout. The next minibatch is written over them.

    Attributes:
        observations, actions: nested for Dict and Tuple spaces.
        logprobs, values, advantages, returns: float32, shape ``(rows,)``.
        rows: int64, where the steps lie: ``t * num_envs + env``.
    """

    observations: Any
    actions: Any
    logprobs: Any
    values: Any
    advantages: Any
    returns: Any
    rows: Any


def leaves_of(space: spaces.Space[Any], name: str) -> list[spaces.Space[Any]]:
    """The spaces of numbers that a space consists of.

    Raises:
        ValueError: part of it has no array of a fixed size.
    """
    if isinstance(space, spaces.Dict):
        return [leaf for part in space.spaces.values() for leaf in leaves_of(part, name)]
    if isinstance(space, spaces.Tuple):
        return [leaf for part in space.spaces for leaf in leaves_of(part, name)]
    if space.shape is None or space.dtype is None or space.dtype.kind not in "biuf":
        raise ValueError(
            f"a rollout holds numbers, but {name}s have a part of {space}: choose an observation "
            "without it by the environment's options, or step the pool and keep what you need"
        )
    return [space]


def flatten(space: spaces.Space[Any], value: Any) -> Iterator[Any]:
    """The leaves of a nested value, in the order of `leaves_of`."""
    if isinstance(space, spaces.Dict):
        for key, part in space.spaces.items():
            yield from flatten(part, value[key])
    elif isinstance(space, spaces.Tuple):
        for part, inner in zip(space.spaces, value, strict=True):
            yield from flatten(part, inner)
    else:
        yield value


def build(space: spaces.Space[Any], leaves: Iterator[Any]) -> Any:
    """The nested value of these leaves."""
    if isinstance(space, spaces.Dict):
        return {key: build(part, leaves) for key, part in space.spaces.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(build(part, leaves) for part in space.spaces)
    return next(leaves)


def identity(array: np.ndarray) -> np.ndarray:
    """The array itself: the counterpart of `torch.from_numpy`."""
    return array


class Memory:
    """Makes the arrays, or takes the caller's.

    Args:
        out: arrays or tensors by the name of the member that they become.
        as_tensors: whether members are torch tensors.
        pin_memory: whether what is made here is page-locked, so that a GPU reads it by itself.
    """

    def __init__(self, out: Mapping[str, Any] | None, as_tensors: bool, pin_memory: bool) -> None:
        """See the class."""
        if pin_memory and not as_tensors:
            raise ValueError("pin_memory is for tensors: make the pool with array_type='torch'")
        self._make = _pinned_zeros if pin_memory else _zeros
        self._given = dict(out or {})
        self._taken: list[tuple[str, np.ndarray]] = []
        self.wrap: Callable[[np.ndarray], Any] = identity
        if as_tensors:
            from torch import from_numpy

            self.wrap = from_numpy

    def array(self, name: str, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
        """A member that is one array; zeros, where the caller gave none."""
        return self._array(name, self._given.pop(name, None), shape, np.dtype(dtype))

    def arrays(
        self,
        name: str,
        space: spaces.Space[Any],
        lead: tuple[int, ...],
        dtypes: list[np.dtype[Any]],
    ) -> list[np.ndarray]:
        """A member with the structure of a space: an array for each leaf, `lead` axes first."""
        leaves = leaves_of(space, name.removesuffix("s"))
        given: list[Any] = [None] * len(leaves)
        if name in self._given:
            given = [*flatten(space, self._given.pop(name))]
        return [
            self._array(name, own, (*lead, *(leaf.shape or ())), dtype)
            for leaf, own, dtype in zip(leaves, given, dtypes, strict=True)
        ]

    def check_all_used(self, names: list[str]) -> None:
        """Refuses memory for members that there are not."""
        if self._given:
            raise ValueError(f"out has {', '.join(sorted(self._given))}, but takes {names}")

    def _array(
        self, name: str, given: Any, shape: tuple[int, ...], dtype: np.dtype[Any]
    ) -> np.ndarray:
        if given is None:
            return self._make(shape, dtype)
        array = given
        if hasattr(given, "detach"):
            if given.device.type != "cpu":
                raise ValueError(f"out[{name!r}] lies on {given.device}: give memory of the CPU")
            array = given.detach().numpy()
        if not isinstance(array, np.ndarray):
            raise TypeError(
                f"out[{name!r}] must be an array or a tensor, got {type(given).__name__}"
            )
        flags = array.flags
        if array.shape != shape or array.dtype != dtype or not (flags.carray and flags.writeable):
            raise ValueError(
                f"out[{name!r}] must be C-contiguous, writeable {dtype} of shape {shape}, got "
                f"{array.dtype} of shape {array.shape}"
                f"{'' if flags.c_contiguous else ', not contiguous'}"
                f"{'' if flags.writeable else ', read-only'}"
            )
        for other, taken in self._taken:
            if np.may_share_memory(array, taken):
                raise ValueError(
                    f"out[{name!r}] shares memory with out[{other!r}]: give each array its own"
                )
        self._taken.append((name, array))
        return array


def kept_dtype(asked: Any, space: spaces.Space[Any]) -> np.dtype[Any]:
    """The dtype that is asked for to keep a leaf of observations in; None: its own.

    Raises:
        TypeError: it cannot hold them.
    """
    own = np.dtype(space.dtype)
    try:
        dtype: np.dtype[Any] | None = own if asked is None else np.dtype(asked)
    except TypeError:
        dtype = None
    if dtype is None or dtype.kind not in "biuf" or not _holds(dtype, own, space):
        raise TypeError(
            f"observation_dtype must be a NumPy dtype that holds the observations' {own}, such as "
            f"float32, got {asked!r}"
        )
    return dtype


def _holds(dtype: np.dtype[Any], own: np.dtype[Any], space: spaces.Space[Any]) -> bool:
    """Whether a dtype holds a space's numbers, though floats may be rounded."""
    if np.can_cast(own, dtype, "same_kind" if dtype.kind == "f" else "safe"):
        return True
    if dtype.kind not in "iu" or own.kind not in "iu":
        return False
    limits = np.iinfo(dtype)
    if isinstance(space, spaces.Discrete):
        low, high = int(space.start), int(space.start + space.n - 1)
    elif isinstance(space, spaces.Box):
        low, high = int(space.low.min(initial=0)), int(space.high.max(initial=0))
    else:
        return False
    return limits.min <= low and high <= limits.max


def _zeros(shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """Zeros that lie as the columns of batches do, so that vector code finds them alike."""
    size = int(np.prod(shape)) * dtype.itemsize
    memory = np.zeros(size + _ALIGNMENT, dtype=np.uint8)
    first = -memory.ctypes.data % _ALIGNMENT
    return memory[first : first + size].view(dtype).reshape(shape)


def _pinned_zeros(shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    import torch

    size = int(np.prod(shape)) * dtype.itemsize
    try:
        memory = torch.zeros(size, dtype=torch.uint8, pin_memory=True)
    except RuntimeError as error:
        raise ValueError(f"pin_memory=True cannot be used: {error}") from None
    pinned: np.ndarray = memory.numpy().view(dtype).reshape(shape)
    return pinned
