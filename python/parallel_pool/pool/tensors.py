# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Batches as torch tensors: views on the CPU, copies on another device; and actions as arrays.

A copy to a GPU overlaps with what the caller does next. The batch is first copied into pinned
memory, from which the GPU reads by itself. There are two such buffers, which take turns. A buffer
is written again only after the event that follows the GPU's last read of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import from_numpy

from parallel_pool.native import StepResult


class Tensors:
    """Makes tensors of nested arrays.

    Args:
        device: where the tensors are.
    """

    def __init__(self, device: torch.device) -> None:
        """See the class."""
        self._device = device
        self._on_cpu = device.type == "cpu"
        self._staging = Staging(device) if device.type == "cuda" else None

    def of(self, values: Sequence[Any]) -> list[Any]:
        """Makes the tensors of one batch.

        Args:
            values: arrays, or dicts and tuples of arrays.

        Returns:
            Tensors in the same structure. On the CPU, they share the arrays' memory.
        """
        if self._staging is not None:
            return self._staging.copy(values)
        if self._on_cpu:
            return [nested(value, from_numpy) for value in values]
        return [nested(value, self._to_device) for value in values]

    def of_step(self, result: StepResult) -> StepResult:
        """The same for what a step returned, whose infos stay arrays."""
        observations, rewards, terminated, truncated, infos = result
        if self._on_cpu:
            if type(observations) is np.ndarray:
                observations = from_numpy(observations)
            else:
                observations = nested(observations, from_numpy)
            rewards, terminated = from_numpy(rewards), from_numpy(terminated)
            return observations, rewards, terminated, from_numpy(truncated), infos
        return *self.of(result[:4]), infos

    def array_of(self, tensor: torch.Tensor) -> np.ndarray:
        """See the function."""
        return array_of(tensor)

    def _to_device(self, array: np.ndarray) -> torch.Tensor:
        return from_numpy(array).to(self._device)


class Staging:
    """Two pinned buffers, through which batches are copied to a device.

    Args:
        device: where batches go.
        pinned: whether to pin the buffers; only a machine with a GPU can.
        make_event: makes an event that can be recorded after copies, and waited for.
    """

    def __init__(
        self,
        device: torch.device,
        pinned: bool = True,
        make_event: Callable[[], Any] = torch.cuda.Event,
    ) -> None:
        """See the class."""
        self._device = device
        self._pinned = pinned
        self._slots = [Slot(make_event()) for _ in range(2)]

    def copy(self, values: Sequence[Any]) -> list[Any]:
        """Starts the copies of one batch; work that the device is given later comes after them."""
        self._slots.reverse()
        slot = self._slots[0]
        slot.event.synchronize()
        slot.used = 0

        def staged(array: np.ndarray) -> torch.Tensor:
            source = from_numpy(array)
            buffer = slot.buffer(source, self._pinned)
            buffer.copy_(source)
            target = torch.empty(buffer.shape, dtype=buffer.dtype, device=self._device)
            return target.copy_(buffer, non_blocking=True)

        copies = [nested(value, staged) for value in values]
        if self._device.type == "cuda":
            slot.event.record(torch.cuda.current_stream(self._device))
        else:
            slot.event.record()
        return copies


class Slot:
    """The buffers of one batch, in the order of its arrays.

    Attributes:
        event: follows the device's last read.
        used: the number of arrays of the batch that have a buffer so far.
    """

    def __init__(self, event: Any) -> None:
        """See the class."""
        self.event = event
        self.used = 0
        self._buffers: list[torch.Tensor] = []

    def buffer(self, like: torch.Tensor, pinned: bool) -> torch.Tensor:
        """The next buffer, made anew if the last batch had another shape or dtype there."""
        index, self.used = self.used, self.used + 1
        if index < len(self._buffers):
            found = self._buffers[index]
            if found.shape == like.shape and found.dtype == like.dtype:
                return found
            del self._buffers[index:]
        self._buffers.append(
            torch.empty(like.shape, dtype=like.dtype, device="cpu", pin_memory=pinned)
        )
        return self._buffers[index]


# The dtypes of real numbers that NumPy has too.
_FLOATS = (torch.float16, torch.float32, torch.float64)


def array_of(tensor: torch.Tensor) -> np.ndarray:
    """The values of a tensor, on any device and with or without gradients, as an array.

    Floats that NumPy does not have, such as bfloat16, become float32, which holds them exactly.
    """
    plain: np.ndarray
    try:
        plain = tensor.numpy()  # as a rule it is as NumPy has it
    except (RuntimeError, TypeError):
        pass
    else:
        return plain
    if tensor.is_floating_point() and tensor.dtype not in _FLOATS:
        tensor = tensor.float()
    array: np.ndarray = tensor.numpy(force=True)
    return array


def nested(values: Any, convert: Callable[[np.ndarray], torch.Tensor]) -> Any:
    """Converts the arrays in dicts and tuples."""
    if isinstance(values, dict):
        return {key: nested(value, convert) for key, value in values.items()}
    if isinstance(values, tuple):
        return tuple(nested(value, convert) for value in values)
    return convert(values)
