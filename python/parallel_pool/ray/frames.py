# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Sends stacks of frames to another machine without the frames that it has already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parallel_pool._core import FrameStream
from parallel_pool.native import StepResult


@dataclass(frozen=True)
class Frames:
    """Observations, such as those of a batch; see `FrameStream`.

    Attributes:
        number: counts what the actor has sent.
        first: whether they can be decoded without what was sent before.
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

    def batch(self, env_ids: np.ndarray, batch: StepResult) -> StepResult:
        """Returns the batch with observations and final observations as `Frames`."""
        observations, rewards, terminated, truncated, infos = batch
        rows = _final_rows(infos)
        finals = [infos["final_obs"][row] for row in rows]
        like = (np.ndarray, observations.dtype, observations.shape[1:])
        if finals and all((type(one), one.dtype, one.shape) == like for one in finals):
            infos = infos | {"final_obs": self.sent(env_ids[rows], np.stack(finals))}
        return self.sent(env_ids, observations), rewards, terminated, truncated, infos

    def sent(self, env_ids: np.ndarray, observations: np.ndarray) -> Frames:
        """Returns what is sent instead of observations, of which each environment has one."""
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
        self._finals = (0, np.zeros(0))  # the final observations decoded last, after their number

    def batch(self, env_ids: np.ndarray, sent: StepResult) -> StepResult:
        """Returns the batch, in new arrays. The latest batch may be decoded again."""
        observations, rewards, terminated, truncated, infos = sent
        finals = infos.get("final_obs")
        if isinstance(finals, Frames):
            rows = _final_rows(infos)
            if self._finals[0] != finals.number:
                self._finals = finals.number, self.observations(env_ids[rows], finals)
            column = np.full(len(env_ids), None, dtype=object)
            for row, stack in zip(rows, self._finals[1], strict=True):
                column[row] = stack
            infos = infos | {"final_obs": column}
        seen = self.observations(env_ids, observations)
        return seen, rewards, terminated, truncated, infos

    def observations(self, env_ids: np.ndarray, sent: Frames) -> np.ndarray:
        """Returns the observations, in a new array. The latest ones may be decoded again."""
        if self._stream is None:
            self._stream = FrameStream(self._num_envs, sent.codes.shape[1], sent.frames.shape[1])
        out: np.ndarray = np.empty(sent.shape, sent.dtype)
        self._stream.decode(sent.number, sent.first, env_ids, sent.codes, sent.frames, out)
        return out


def _final_rows(infos: dict[str, Any]) -> np.ndarray:
    return np.flatnonzero(infos.get("_final_obs", ()))
