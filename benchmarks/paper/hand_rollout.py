# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What `examples/ppo.py` asks of a rollout, by loops of tensors, for any vector environment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from parallel_pool.rollout import Minibatch


class HandRollout:
    """`steps` time steps of environments with NextStep autoreset; see `parallel_pool.Rollout`.

    Args:
        envs: has `reset` and `step`, whose infos report the returns of episodes as our pools do.
        shape: the numbers of steps and of environments.
        observation: the space of one environment's observations.
        action: the same for actions.
    """

    def __init__(self, envs: Any, shape: tuple[int, int], observation: Any, action: Any) -> None:
        """Allocates the tensors."""
        self.envs, (self.steps, num_envs) = envs, shape
        kind = torch.uint8 if observation.dtype == np.uint8 else torch.float32
        rows = (self.steps + 1, num_envs)
        self.observations = torch.zeros((*rows, *observation.shape), dtype=kind)
        self.actions = torch.zeros(
            (*shape, *action.shape), dtype=torch.long if not action.shape else torch.float32
        )
        self.values, self.logprobs, self.rewards = (
            torch.zeros(size) for size in (rows, shape, shape)
        )
        self.terminated, self.truncated, self.valid = (
            torch.zeros(shape, dtype=torch.bool) for _ in range(3)
        )
        self.fresh = torch.zeros(num_envs, dtype=torch.bool)  # whether the next step only resets
        self.advantages, self.gathered = torch.zeros(shape), list[torch.Tensor]()
        self.episodes: list[tuple[int, int, float, int]] = []
        self.t = -1

    @property
    def full(self) -> bool:
        """Whether all steps were made."""
        return self.t == self.steps

    def begin(self) -> torch.Tensor:
        """Resets the first time, and later goes on."""
        if self.t < 0:
            self.observations[0] = torch.as_tensor(np.asarray(self.envs.reset()[0]))
        else:
            self.observations[0] = self.observations[self.t]
        self.t = 0
        self.episodes.clear()
        return self.observations[0]

    def put(self, values: Any = None, logprobs: Any = None) -> None:
        """Keeps what the policy says of the newest observations."""
        if values is not None:
            self.values[self.t] = values
        if logprobs is not None:
            self.logprobs[self.t] = logprobs

    def step(self, actions: Any, keep: Any) -> torch.Tensor:
        """Steps all environments; `keep` are the actions before they were clipped."""
        result = self.envs.step(actions)
        infos = result[4]
        for env in np.flatnonzero(infos.get("_episode", [])):
            self.episodes.append((self.t, int(env), float(infos["episode"]["r"][env]), 0))
        return self.write(keep, result)

    def write(self, actions: Any, result: Any) -> torch.Tensor:
        """Writes what a step returned."""
        observations, rewards, terminated, truncated, _ = result
        t = self.t
        self.actions[t] = actions
        self.rewards[t] = torch.as_tensor(np.asarray(rewards)).float()
        self.terminated[t] = torch.as_tensor(np.asarray(terminated))
        self.truncated[t] = torch.as_tensor(np.asarray(truncated))
        self.valid[t] = ~self.fresh
        self.fresh = self.terminated[t] | self.truncated[t]
        self.observations[t + 1] = torch.as_tensor(np.asarray(observations))
        self.t = t + 1
        return self.observations[t + 1]

    def compute_advantages(self, gamma: float, gae_lambda: float) -> None:
        """Generalised advantage estimates; see `Rollout.compute_advantages`."""
        future = gamma * self.values[1:] * (~self.terminated)
        delta = self.rewards + future - self.values[:-1]
        decay = gamma * gae_lambda * (~(self.terminated | self.truncated | ~self.valid))
        running = torch.zeros_like(self.values[0])
        for t in reversed(range(self.steps)):
            running = torch.add(delta[t], decay[t] * running, out=self.advantages[t])

    def minibatches(self, count: int) -> Iterator[Minibatch]:
        """The valid steps in a new order, in memory that the next part reuses."""
        columns = [
            column.flatten(0, 1)
            for column in (
                self.observations[:-1],
                self.actions,
                self.logprobs,
                self.values[:-1],
                self.advantages,
                self.advantages + self.values[:-1],
            )
        ]
        rows = self.valid.flatten().nonzero().squeeze(1)
        if not self.gathered:
            size = -(-self.valid.numel() // count)
            self.gathered = [column.new_empty(size, *column.shape[1:]) for column in columns]
        for part in rows[torch.randperm(len(rows))].tensor_split(count):
            parts = [
                torch.index_select(column, 0, part, out=gathered[: len(part)])
                for column, gathered in zip(columns, self.gathered, strict=True)
            ]
            yield Minibatch(*parts, rows=part)
