# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Loops of PPO that store their data in different ways: CleanRL's, a careful one, a rollout."""

from __future__ import annotations

import contextlib
import resource
import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import parallel_pool
import torch
from torch import nn

STEPS, EPOCHS, MINIBATCHES = 128, 4, 4
GAMMA, LAMBDA = 0.99, 0.95


def made(id: str, num_envs: int, **options: Any) -> Any:
    """A pool that steps in one thread."""
    return parallel_pool.make(id, num_envs=num_envs, num_threads=1, seed=0, **options)


class Network(nn.Module):
    """A tiny policy with values; of pictures it sees every eighth pixel of the newest."""

    def __init__(self, envs: Any) -> None:
        super().__init__()
        shape = envs.single_observation_space.shape
        self.is_picture = len(shape) == 3
        self.body = nn.Linear(121 if self.is_picture else int(np.prod(shape)), 16)
        self.heads = nn.Linear(16, int(envs.single_action_space.n) + 1)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of probabilities, and values."""
        if self.is_picture:
            observations = observations[:, -1, ::8, ::8].flatten(1) / 255.0
        out = self.heads(self.body(observations.float()).tanh())
        return out[:, :-1].log_softmax(-1), out[:, -1]


class Loop:
    """A loop of PPO. `data` counts the CPU seconds and page faults of its data path."""

    def __init__(self, id: str, num_envs: int) -> None:
        torch.manual_seed(0)
        self.envs = made(id, num_envs, record_episode_statistics=True, **self.options)
        self.net = Network(self.envs)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=2.5e-4)
        self.episodes: list[float] = []
        self.seconds, self.faults = 0.0, 0
        self.begin()

    options: Mapping[str, Any] = {}

    @contextlib.contextmanager
    def data(self) -> Iterator[None]:
        faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        begun = time.process_time()
        yield
        self.seconds += time.process_time() - begun
        self.faults += resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults

    def act(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        with torch.no_grad():
            logprobs, values = self.net(observations)
            actions = torch.multinomial(logprobs.exp(), 1)
            return actions[:, 0], logprobs.gather(1, actions)[:, 0], values

    def learn(self, observations: Any, actions: Any, old: Any, gain: Any, returns: Any) -> None:
        logprobs, values = self.net(observations)
        ratio = (logprobs.gather(1, actions[:, None])[:, 0] - old).exp()
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        loss = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain) + (values - returns) ** 2
        self.optimizer.zero_grad()
        loss.mean().backward()
        self.optimizer.step()

    def begin(self) -> None:
        raise NotImplementedError

    def iterate(self) -> None:
        raise NotImplementedError


class CleanRL(Loop):
    """The loop of CleanRL's `ppo_atari_envpool.py`."""

    def begin(self) -> None:
        shape, space = (STEPS, self.envs.num_envs), self.envs.single_observation_space
        self.obs = torch.zeros((*shape, *space.shape))
        self.actions, self.logprobs, self.rewards, self.dones, self.values = (
            torch.zeros(shape) for _ in range(5)
        )
        self.next_obs = torch.Tensor(self.envs.reset()[0])
        self.next_done = torch.zeros(shape[1])

    def iterate(self) -> None:
        for step in range(STEPS):
            with self.data():
                self.obs[step], self.dones[step] = self.next_obs, self.next_done
            action, logprob, value = self.act(self.next_obs)
            with self.data():
                self.values[step], self.actions[step] = value, action
                self.logprobs[step] = logprob
                chosen = action.cpu().numpy()
            observations, rewards, terminated, truncated, infos = self.envs.step(chosen)
            with self.data():
                self.rewards[step] = torch.tensor(rewards).view(-1)
                self.next_obs = torch.Tensor(observations)
                self.next_done = torch.Tensor(np.logical_or(terminated, truncated))
                for env, done in enumerate(self.next_done):
                    if done and "episode" in infos:
                        self.episodes.append(infos["episode"]["r"][env])
        last = self.act(self.next_obs)[2]
        with self.data():
            advantages, running = torch.zeros_like(self.rewards), 0
            for t in reversed(range(STEPS)):
                goes_on = 1.0 - (self.next_done if t == STEPS - 1 else self.dones[t + 1])
                following = last if t == STEPS - 1 else self.values[t + 1]
                delta = self.rewards[t] + GAMMA * following * goes_on - self.values[t]
                advantages[t] = running = delta + GAMMA * LAMBDA * goes_on * running
            columns = self.obs, self.actions, self.logprobs, advantages, advantages + self.values
            flat = [column.flatten(0, 1) for column in columns]
            order = np.arange(self.rewards.numel())
        for _ in range(EPOCHS):
            with self.data():
                np.random.shuffle(order)
            for part in np.split(order, MINIBATCHES):
                with self.data():
                    seen, actions, *rest = (column[part] for column in flat)
                self.learn(seen, actions.long(), *rest)


class Careful(Loop):
    """A loop by hand that drops the rows that only reset, and bootstraps after time limits."""

    def begin(self) -> None:
        shape, space = (STEPS, self.envs.num_envs), self.envs.single_observation_space
        kind = torch.from_numpy(np.empty(0, space.dtype)).dtype
        self.obs = torch.zeros((STEPS + 1, shape[1], *space.shape), dtype=kind)
        self.actions = torch.zeros(shape, dtype=torch.long)
        self.logprobs, self.rewards, self.terminated, self.ended, self.valid = (
            torch.zeros(shape) for _ in range(5)
        )
        self.values = torch.zeros(STEPS + 1, shape[1])
        self.next_obs = torch.from_numpy(self.envs.reset()[0])
        self.fresh = torch.zeros(shape[1])

    def iterate(self) -> None:
        for t in range(STEPS):
            with self.data():
                self.obs[t], self.valid[t] = self.next_obs, 1 - self.fresh
            action, logprob, value = self.act(self.next_obs)
            with self.data():
                self.actions[t], self.logprobs[t], self.values[t] = action, logprob, value
            observations, rewards, terminated, truncated, infos = self.envs.step(action.numpy())
            with self.data():
                self.rewards[t] = torch.from_numpy(rewards)
                self.terminated[t] = torch.from_numpy(terminated)
                self.fresh = torch.from_numpy(terminated | truncated).float()
                self.ended[t] = torch.maximum(self.fresh, 1 - self.valid[t])
                self.next_obs = torch.from_numpy(observations)
                if "episode" in infos:
                    self.episodes += infos["episode"]["r"][infos["_episode"]].tolist()
        self.values[STEPS] = self.act(self.next_obs)[2]
        with self.data():
            self.obs[STEPS] = self.next_obs
            advantages = by_torch(self.rewards, self.values, self.terminated, self.ended)
            keep = self.valid.bool()
            columns = self.obs[:-1], self.actions, self.logprobs, advantages
            kept = [column[keep] for column in (*columns, advantages + self.values[:-1])]
        for _ in range(EPOCHS):
            with self.data():
                parts = torch.randperm(len(kept[0])).tensor_split(MINIBATCHES)
            for part in parts:
                with self.data():
                    batch = [column[part] for column in kept]
                self.learn(*batch)
                with self.data():
                    del batch


class Rollout(Loop):
    """`envs.rollout`."""

    options: Mapping[str, Any] = {"array_type": "torch"}

    def begin(self) -> None:
        self.rollout = self.envs.rollout(STEPS)

    def iterate(self) -> None:
        rollout = self.rollout
        with self.data():
            obs = rollout.begin()
        for t in range(STEPS):
            actions, logprobs, values = self.act(obs)
            with self.data():
                rollout.logprobs[t], rollout.values[t] = logprobs, values
            obs = self.step(actions)
        values = self.act(obs)[2]
        with self.data():
            rollout.values[STEPS] = values
            self.episodes += [episode[2] for episode in rollout.episodes]
            rollout.compute_advantages(GAMMA, LAMBDA)
        for _ in range(EPOCHS):
            parts = rollout.minibatches(MINIBATCHES)
            while True:
                with self.data():
                    batch = next(parts, None)
                if batch is None:
                    break
                gain = batch.logprobs, batch.advantages, batch.returns
                self.learn(batch.observations, batch.actions, *gain)

    def step(self, actions: torch.Tensor) -> torch.Tensor:
        """Counts what a step costs beyond the pool's own."""
        inner, begun = self.rollout._step, time.process_time()
        spent = 0.0

        def timed(*arguments: Any) -> Any:
            nonlocal spent
            start = time.process_time()
            result = inner(*arguments)
            spent = time.process_time() - start
            return result

        self.rollout._step = timed
        obs: torch.Tensor = self.rollout.step(actions)
        self.rollout._step = inner
        self.seconds += time.process_time() - begun - spent
        return obs


def by_torch(rewards: Any, values: Any, terminated: Any, ended: Any) -> torch.Tensor:
    """Advantages, by a loop of tensors."""
    advantages, running = torch.zeros_like(rewards), torch.zeros_like(rewards[0])
    for t in reversed(range(len(rewards))):
        delta = rewards[t] + GAMMA * values[t + 1] * (1 - terminated[t]) - values[t]
        running = delta + GAMMA * LAMBDA * (1 - ended[t]) * running
        advantages[t] = running
    return advantages
