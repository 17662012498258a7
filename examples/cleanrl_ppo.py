# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO for discrete actions in one file, in CleanRL's style, on a pool."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import parallel_pool
import torch
from torch import nn

NUM_ENVS, STEPS, EPOCHS, MINIBATCHES = 32, 64, 6, 4
GAMMA, LAMBDA, CLIP = 0.98, 0.8, 0.2


def network(inputs: int, outputs: int, gain: float) -> nn.Sequential:
    """Two hidden layers; the last layer's weights are small for small `gain`."""
    layers: list[nn.Module] = []
    for a, b, std in ((inputs, 64, 2**0.5), (64, 64, 2**0.5), (64, outputs, gain)):
        linear = nn.Linear(a, b)
        nn.init.orthogonal_(linear.weight, std)
        nn.init.zeros_(linear.bias)
        layers += [linear, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Rollout:
    """What a batch of steps left, time first.

    Under NextStep autoreset the step after an end only resets: `valid` is 0 there.
    """

    def __init__(self, width: int) -> None:
        shape = (STEPS, NUM_ENVS)
        self.obs = torch.zeros((STEPS + 1, NUM_ENVS, width))
        self.actions = torch.zeros(shape, dtype=torch.long)
        self.logprobs, self.rewards = torch.zeros(shape), torch.zeros(shape)
        self.terminated, self.ended = torch.zeros(shape), torch.zeros(shape)
        self.valid = torch.zeros(shape)
        self.gathered: list[torch.Tensor] = []

    def advantages(self, values: torch.Tensor) -> torch.Tensor:
        """Generalised advantage estimates; `values` has one row more than there are steps.

        Terminated episodes have no future; of those that a time limit ended, the next observation
        is the true last one, so its value stands for theirs.
        """
        out, running = torch.zeros_like(self.rewards), torch.zeros(NUM_ENVS)
        for t in reversed(range(STEPS)):
            future = GAMMA * values[t + 1] * (1 - self.terminated[t])
            delta = self.rewards[t] + future - values[t]
            running = delta + GAMMA * LAMBDA * (1 - self.ended[t]) * running
            out[t] = running
        return out

    def minibatches(self, values: torch.Tensor) -> Iterator[list[torch.Tensor]]:
        """Observations, actions, log probabilities, advantages and returns of the valid steps.

        They come shuffled, in parts of one size. Each part is written over the one before:
        `x[index]` would take fresh memory every time, which costs several times as much.
        """
        advantages = self.advantages(values)
        columns = [self.obs[:-1], self.actions, self.logprobs, advantages, advantages + values[:-1]]
        columns = [column.flatten(0, 1) for column in columns]
        rows = self.valid.flatten().nonzero().squeeze(1)
        if not self.gathered:
            size = -(-self.valid.numel() // MINIBATCHES)
            self.gathered = [column.new_empty(size, *column.shape[1:]) for column in columns]
        for _ in range(EPOCHS):
            for part in rows[torch.randperm(len(rows))].chunk(MINIBATCHES):
                yield [
                    torch.index_select(column, 0, part, out=gathered[: len(part)])
                    for column, gathered in zip(columns, self.gathered, strict=True)
                ]


def update(
    rollout: Rollout, actor: nn.Module, critic: nn.Module, optimizer: torch.optim.Optimizer
) -> None:
    """PPO's clipped update on the valid steps."""
    with torch.no_grad():
        values = critic(rollout.obs).squeeze(-1)
    for obs, actions, logprobs, gain, returns in rollout.minibatches(values):
        distribution = torch.distributions.Categorical(logits=actor(obs))
        ratio = (distribution.log_prob(actions) - logprobs).exp()
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        value = ((critic(obs).squeeze(-1) - returns) ** 2).mean()
        optimizer.zero_grad()
        (policy + 0.5 * value - 0.01 * distribution.entropy().mean()).backward()
        nn.utils.clip_grad_norm_([*actor.parameters(), *critic.parameters()], 0.5)
        optimizer.step()


def main(updates: int = 100, id: str = "CartPole-v1", seed: int = 1) -> float:
    """Trains, and returns the mean return of the last 50 episodes."""
    torch.set_num_threads(1)  # small networks are slower with more
    torch.manual_seed(seed)
    envs = parallel_pool.make(id, num_envs=NUM_ENVS, seed=seed, record_episode_statistics=True)
    width = int(np.prod(envs.single_observation_space.shape))
    actor = network(width, int(envs.single_action_space.n), 0.01)
    critic = network(width, 1, 1.0)
    optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3, eps=1e-5)
    returns: list[float] = []
    obs = torch.from_numpy(envs.reset()[0])
    fresh = torch.zeros(NUM_ENVS)  # whether the next step only resets
    rollout = Rollout(width)
    for _ in range(updates):
        for t in range(STEPS):
            rollout.obs[t], rollout.valid[t] = obs, 1 - fresh
            with torch.no_grad():
                distribution = torch.distributions.Categorical(logits=actor(obs))
            actions = distribution.sample()
            rollout.actions[t], rollout.logprobs[t] = actions, distribution.log_prob(actions)
            next_obs, rewards, terminated, truncated, infos = envs.step(actions.numpy())
            rollout.rewards[t] = torch.from_numpy(rewards)
            rollout.terminated[t] = torch.from_numpy(terminated)
            fresh = torch.from_numpy(terminated | truncated).float()
            rollout.ended[t] = torch.maximum(fresh, 1 - rollout.valid[t])
            obs = torch.from_numpy(next_obs)
            if "episode" in infos:
                returns += infos["episode"]["r"][infos["_episode"]].tolist()
        rollout.obs[STEPS] = obs
        update(rollout, actor, critic, optimizer)
    print(f"mean return: {np.mean(returns[-50:]):.1f}")
    return float(np.mean(returns[-50:]))


if __name__ == "__main__":
    main()
