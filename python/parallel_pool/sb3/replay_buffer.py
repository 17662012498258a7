# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Stable-Baselines3's replay buffer with each frame of stacked observations stored once."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.buffers import ReplayBuffer
from stable_baselines3.common.type_aliases import ReplayBufferSamples


class PoolReplayBuffer(ReplayBuffer):
    """The samples of `ReplayBuffer`, bit for bit, in an eighth of the memory for stacks of four.

    Use it as ``DQN("CnnPolicy", env, replay_buffer_class=PoolReplayBuffer)``. It takes any vector
    environment whose observations are stacks of frames, oldest first, as ``VecFrameStack`` makes
    them. A transition usually stores one new frame; its observation and next observation are lists
    of the numbers of stored frames. Where a stack does not continue the one before it, as after a
    reset, more frames are stored, so that samples are exact there too.

    There are no arrays ``observations`` and ``next_observations``: `sample` gathers them.

    Args:
        buffer_size, observation_space, action_space, device, n_envs: as for `ReplayBuffer`.
        optimize_memory_usage: must be False.
        handle_timeout_termination: as for `ReplayBuffer`: whether time limits are kept apart from
            terminations.
        stack: the number of frames on the first axis of observations.

    Raises:
        ValueError: observations are not such stacks, or `optimize_memory_usage` is set.
    """

    pos: int
    obs_shape: tuple[int, ...]

    def __init__(
        self,
        buffer_size: int,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        device: Any = "auto",
        n_envs: int = 1,
        optimize_memory_usage: bool = False,
        handle_timeout_termination: bool = True,
        stack: int = 4,
    ) -> None:
        """See the class."""
        if optimize_memory_usage:
            raise ValueError(
                "PoolReplayBuffer takes less memory than optimize_memory_usage=True, without its "
                "limits: leave optimize_memory_usage out"
            )
        shape, self._dtype = _stacked(observation_space, stack)
        nothing = spaces.Box(0, 1, (0,))  # for the observations, which do not lie in arrays
        timeouts = handle_timeout_termination
        super().__init__(
            buffer_size, nothing, action_space, device, n_envs, handle_timeout_termination=timeouts
        )
        del self.observations, self.next_observations
        self.observation_space, self.obs_shape, self.stack = observation_space, shape, stack
        self._last = self._words(np.zeros((n_envs, *self.obs_shape)))  # the newest observations
        self._last_numbers = np.zeros((n_envs, stack), np.int64)
        # A row needs the newest frames of the `stack` rows before it, even of those that were
        # overwritten. After these comes one frame of zeros, for stacks that begin empty.
        self._kept_steps = self.buffer_size + stack
        self._zeros = self._kept_steps * n_envs
        self._frames = np.zeros((self._zeros + 1, self._last.shape[2]), self._last.dtype)
        self._spares = _Spares(self._frames[:0], self._kept_steps)
        # For each row: the numbers of its observation's frames, then of its next observation's.
        self._numbers = np.zeros((self.buffer_size, n_envs, 2, stack), np.int64)
        self.reset()

    def reset(self) -> None:
        """Empties the buffer."""
        super().reset()
        self._spares.clear()
        self._last[:] = 0
        self._last_numbers[:] = self._zeros
        self._step = 0

    def _words(self, observations: Any) -> np.ndarray:
        """Observations as frames of whole words, which compare and copy as bytes do, but faster."""
        array = np.ascontiguousarray(observations, self._dtype)
        expected = (self.n_envs, *self.obs_shape)
        if array.shape != expected:
            raise ValueError(f"observations must have shape {expected}, got {array.shape}")
        frames = array.reshape(self.n_envs, self.stack, -1)
        size = frames.shape[2] * frames.itemsize
        return frames.view(np.uint64 if size % 8 == 0 else np.uint8)

    def add(
        self,
        obs: np.ndarray,
        next_obs: np.ndarray,
        action: np.ndarray,
        reward: np.ndarray,
        done: np.ndarray,
        infos: list[dict[str, Any]],
    ) -> None:
        """Adds a step; see `ReplayBuffer.add`."""
        t = self.pos
        shown, following = self._words(obs), self._words(next_obs)
        # What can be refused comes first, so that a step is added whole or not at all.
        self.actions[t] = action.reshape((self.n_envs, self.action_dim))
        self.rewards[t] = reward
        self.dones[t] = done
        if self.handle_timeout_termination:
            self.timeouts[t] = [info.get("TimeLimit.truncated", False) for info in infos]
        self._add_frames(self._numbers[t], shown, following)
        self.pos = (t + 1) % self.buffer_size
        self.full |= self.pos == 0

    def _add_frames(self, numbers: np.ndarray, shown: np.ndarray, following: np.ndarray) -> None:
        """Stores the frames that are not there yet, and fills in the numbers of a row."""
        last = self._last
        own, after = numbers[:, 0], numbers[:, 1]
        own[:] = self._last_numbers
        goes_on = shown == last
        if not goes_on.all():
            unknown = ~goes_on.all(axis=2)
            for env in np.flatnonzero(unknown.any(axis=1)):
                self._renumber(own[env], shown[env], unknown[env], last[env])
        after[:, :-1] = own[:, 1:]
        moved = following[:, :-1] == shown[:, 1:]
        if not moved.all():
            unknown = ~moved.all(axis=2)
            for env in np.flatnonzero(unknown.any(axis=1)):
                self._renumber(after[env], following[env], unknown[env])
        first = self._step % self._kept_steps * self.n_envs
        after[:, -1] = range(first, first + self.n_envs)
        self._frames[first : first + self.n_envs] = following[:, -1]
        self._last_numbers[:] = after
        last[:] = following
        self._step += 1

    def _renumber(
        self,
        numbers: np.ndarray,
        frames: np.ndarray,
        unknown: np.ndarray,
        last: np.ndarray | None = None,
    ) -> None:
        """Numbers those frames of a stack that are not where a continued stack would have them.

        A stored frame is used again only in its old place or in an older one, so that it is needed
        for `stack` steps at most.
        """
        old = numbers.copy()
        new: list[int] = []
        for place in np.flatnonzero(unknown):
            frame = frames[place]
            equal = [at for at in new if np.array_equal(frames[at], frame)]
            if not frame.any():
                numbers[place] = self._zeros
            elif last is not None and np.array_equal(last[place + 1 : place + 2], frame[None]):
                numbers[place] = old[place + 1]
            elif equal:
                numbers[place] = numbers[equal[0]]
            else:
                numbers[place] = self._zeros + 1 + self._spares.add(frame, self._step)
                new.append(int(place))

    def _get_samples(self, batch_inds: np.ndarray, env: Any = None) -> ReplayBufferSamples:
        envs = np.random.randint(0, high=self.n_envs, size=(len(batch_inds),))  # as SB3 does
        at = batch_inds, envs
        shown, following = (
            self._normalize_obs(self._stacks(self._numbers[(*at, i)]), env) for i in range(2)
        )
        dones = (self.dones[at] * (1 - self.timeouts[at])).reshape(-1, 1)
        rewards = self._normalize_reward(self.rewards[at].reshape(-1, 1), env)
        data = shown, self.actions[at], following, dones, rewards
        return ReplayBufferSamples(*(self.to_torch(part, copy=False) for part in data))

    def _stacks(self, numbers: np.ndarray) -> np.ndarray:
        """The observations with frames of these numbers, ``(rows, stack)``."""
        flat = numbers.reshape(-1)
        gathered = np.empty((len(flat), self._frames.shape[1]), self._frames.dtype)
        np.take(self._frames, flat, axis=0, out=gathered, mode="clip")
        spare = np.flatnonzero(flat > self._zeros)
        gathered[spare] = self._spares.gather(flat[spare] - self._zeros - 1)
        return gathered.view(self._dtype).reshape(len(numbers), *self.obs_shape)


class _Spares:
    """The few frames that are not the newest of a step, such as those that begin an episode.

    Args:
        like: an array of frames, for their shape and dtype.
        kept_steps: the number of steps for which a frame is kept.
    """

    def __init__(self, like: np.ndarray, kept_steps: int) -> None:
        self._frames = np.empty((16, *like.shape[1:]), like.dtype)
        self._kept_steps = kept_steps
        self.clear()

    def clear(self) -> None:
        self._first = 0  # the number of the oldest frame
        self._steps: deque[int] = deque()  # when each frame came

    def add(self, frame: np.ndarray, step: int) -> int:
        """Returns the frame's number."""
        while self._steps and self._steps[0] <= step - self._kept_steps:
            self._steps.popleft()
            self._first += 1
        number = self._first + len(self._steps)
        if len(self._steps) == len(self._frames):
            old = np.arange(self._first, number)
            kept = self.gather(old)
            self._frames = np.empty((2 * len(kept), *kept.shape[1:]), kept.dtype)
            self._frames[old % len(self._frames)] = kept
        self._steps.append(step)
        self._frames[number % len(self._frames)] = frame
        return number

    def gather(self, numbers: np.ndarray) -> np.ndarray:
        """The frames of these numbers."""
        frames: np.ndarray = self._frames[numbers % len(self._frames)]
        return frames


def _stacked(space: spaces.Space[Any], stack: int) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """The shape and dtype of stacks of frames."""
    if stack < 1:
        raise ValueError(f"stack must be at least 1, got {stack}")
    if not isinstance(space, spaces.Box) or not space.shape or space.shape[0] % stack:
        raise ValueError(
            f"PoolReplayBuffer with stack={stack} needs Box observations whose first axis holds "
            f"that many frames, got {space}: for others use Stable-Baselines3's own buffers"
        )
    return space.shape, np.dtype(space.dtype)
