# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Sends stacks of frames to another machine without the frames that it has already."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parallel_pool._core import FrameStream


@dataclass(frozen=True)
class Frames:
    """The observations of a batch; see `FrameStream`.

    Attributes:
        number: of the batch.
        first: whether it can be decoded without the batches before it.
        shape, dtype: of the observations.
        codes: what each frame of each stack is; uint8 of shape (rows, stack).
        frames: those that the caller does not have; uint8 of shape (frames, bytes of a frame).
    """

    number: int
    first: bool
    shape: tuple[int, ...]
    dtype: np.dtype
    codes: np.ndarray
    frames: np.ndarray


class FrameSender:
    """The actor's end.

    Args:
        num_envs: the environments of the actor.
        stack: how many frames the first axis of an observation holds.
    """

    def __init__(self, num_envs: int, stack: int) -> None:
        """Nothing was sent."""
        self._num_envs, self._stack = num_envs, stack
        self._stream: FrameStream | None = None
        self._number = 0
        self._first = True

    def forget(self) -> None:
        """The caller throws away what is on the way to it."""
        self._first = True
        if self._stream is not None:
            self._stream.forget()

    def sent(self, env_ids: np.ndarray, observations: np.ndarray) -> Frames:
        """What is sent instead of a batch of observations."""
        stacks = np.ascontiguousarray(observations)
        rows = len(stacks)
        size = stacks[0].nbytes // self._stack
        if self._stream is None:
            self._stream = FrameStream(self._num_envs, self._stack, size)
        codes = np.empty((rows, self._stack), np.uint8)
        frames = np.empty((self._stream.plan(env_ids, stacks, codes), size), np.uint8)
        self._stream.encode(env_ids, stacks, codes, frames)
        self._number += 1
        first, self._first = self._first, False
        return Frames(self._number, first, stacks.shape, stacks.dtype, codes, frames)


class FrameReceiver:
    """The caller's end, of one actor.

    Args:
        num_envs: the environments of the actor.
    """

    def __init__(self, num_envs: int) -> None:
        """Nothing has arrived."""
        self._num_envs = num_envs
        self._stream: FrameStream | None = None

    def observations(self, env_ids: np.ndarray, sent: Frames) -> np.ndarray:
        """The observations of the batch, in a new array; the last batch may be decoded again."""
        if self._stream is None:
            self._stream = FrameStream(self._num_envs, sent.codes.shape[1], sent.frames.shape[1])
        out: np.ndarray = np.empty(sent.shape, sent.dtype)
        self._stream.decode(sent.number, sent.first, env_ids, sent.codes, sent.frames, out)
        return out
