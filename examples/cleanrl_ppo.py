# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO for discrete actions in one file, in CleanRL's style, on a pool."""

from __future__ import annotations

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


def update(
    rollout: parallel_pool.Rollout,
    actor: nn.Module,
    critic: nn.Module,
    optimizer: torch.optim.Optimizer,
) -> None:
    """PPO's clipped update. Minibatches leave out the steps that only reset."""
    with torch.no_grad():
        rollout.values[:] = critic(rollout.observations).squeeze(-1)
    rollout.compute_advantages(GAMMA, LAMBDA)
    for _ in range(EPOCHS):
        for batch in rollout.minibatches(MINIBATCHES):
            distribution = torch.distributions.Categorical(logits=actor(batch.observations))
            ratio = (distribution.log_prob(batch.actions) - batch.logprobs).exp()
            gain = batch.advantages
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value = ((critic(batch.observations).squeeze(-1) - batch.returns) ** 2).mean()
            optimizer.zero_grad()
            (policy + 0.5 * value - 0.01 * distribution.entropy().mean()).backward()
            nn.utils.clip_grad_norm_([*actor.parameters(), *critic.parameters()], 0.5)
            optimizer.step()


def main(updates: int = 100, id: str = "CartPole-v1", seed: int = 1) -> float:
    """Trains until the id is solved, and returns the mean return of the last 50 episodes."""
    torch.set_num_threads(1)  # small networks are slower with more
    torch.manual_seed(seed)
    envs = parallel_pool.make(
        id, num_envs=NUM_ENVS, seed=seed, record_episode_statistics=True, array_type="torch"
    )
    goal = envs.spec.reward_threshold or np.inf
    width = int(np.prod(envs.single_observation_space.shape))
    actor = network(width, int(envs.single_action_space.n), 0.01)
    critic = network(width, 1, 1.0)
    optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3, eps=1e-5)
    rollout = envs.rollout(STEPS)
    returns: list[float] = []
    for _ in range(updates):
        obs = rollout.begin()
        for t in range(STEPS):
            with torch.no_grad():
                distribution = torch.distributions.Categorical(logits=actor(obs))
            actions = distribution.sample()
            rollout.logprobs[t] = distribution.log_prob(actions)
            obs = rollout.step(actions)
        returns += [episode_return for _, _, episode_return, _ in rollout.episodes]
        if len(returns) >= 50 and np.mean(returns[-50:]) >= goal:
            break
        update(rollout, actor, critic, optimizer)
    print(f"mean return: {np.mean(returns[-50:]):.1f}")
    return float(np.mean(returns[-50:]))


if __name__ == "__main__":
    main()
