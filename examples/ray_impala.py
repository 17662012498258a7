# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A learner in the shape of IMPALA learns CartPole, with pools in actors of Ray.

Each actor steps a pool with a copy of the policy. The central learner corrects for how old the
copies are (V-trace).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import parallel_pool
import ray
import torch
from torch import nn

GAMMA = 0.99


@dataclass
class Fragment:
    """Steps of an actor's environments; the arrays have shape ``(steps, environments, ...)``.

    Attributes:
        observations: before each step, and after the last one.
        actions, log_probs: what the actor's copy of the policy chose, and how likely it was.
        rewards: of the steps.
        discounts: the factor of what follows each step; 0 where the rules ended the episode.
        valid: 0 where a step only reset the environment, 1 elsewhere.
        returns: of the episodes that ended.
    """

    observations: np.ndarray
    actions: np.ndarray
    log_probs: np.ndarray
    rewards: np.ndarray
    discounts: np.ndarray
    valid: np.ndarray
    returns: list[float]


class Policy(nn.Module):
    """Logits of actions and the value of observations."""

    def __init__(self) -> None:
        super().__init__()
        self.logits, self.value = _network(2), _network(1)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values, for observations of shape ``(..., 4)``."""
        return self.logits(observations), self.value(observations).squeeze(-1)


def _network(outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)
    )


class Actor:
    """Steps a pool with its copy of the policy. Whole fragments travel, never single steps."""

    def __init__(self, seed: int, num_envs: int, steps: int) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.envs = parallel_pool.make(
            "CartPole-v1",
            num_envs=num_envs,
            num_threads=1,
            seed=1000 * seed,
            record_episode_statistics=True,
        )
        self.policy, self.steps = Policy(), steps
        self.observations, _ = self.envs.reset()
        self.ended = np.zeros(num_envs, bool)

    @torch.no_grad()
    def collect(self, weights: dict[str, torch.Tensor]) -> Fragment:
        """A fragment under a policy with these weights."""
        self.policy.load_state_dict(weights)
        rows: list[tuple[np.ndarray, ...]] = []
        returns: list[float] = []
        for _ in range(self.steps):
            logits, _ = self.policy(torch.from_numpy(self.observations))
            chosen = torch.distributions.Categorical(logits=logits)
            actions = chosen.sample()
            seen, reset = self.observations, self.ended
            self.observations, rewards, terminated, truncated, infos = self.envs.step(
                actions.numpy()
            )
            self.ended = terminated | truncated
            discounts = np.where(terminated, 0.0, GAMMA)
            if "episode" in infos:
                returns += infos["episode"]["r"][infos["_episode"]].tolist()
            log_probs = chosen.log_prob(actions).numpy()
            # The step after an episode's last one resets the environment.
            rows.append((seen, actions.numpy(), log_probs, rewards, discounts, ~reset))
        columns = [np.stack(column).astype(np.float32) for column in zip(*rows, strict=True)]
        following = self.observations[None]
        return Fragment(np.concatenate([columns[0], following]), *columns[1:], returns)


def v_trace(
    ratios: torch.Tensor,
    rewards: torch.Tensor,
    discounts: torch.Tensor,
    values: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Targets of the value, and advantages, of steps that an older policy chose.

    Args:
        ratios: the probabilities of the actions under the learner's policy, divided by those under
            the actor's; 0 cuts the trace.
        rewards: of the steps.
        discounts: the factor of what follows each step.
        values: the learner's values of all observations, also of those after the last step.
    """
    clipped = ratios.clamp(max=1.0)
    errors = clipped * (rewards + discounts * values[1:] - values[:-1])
    targets = values.clone()
    for t in reversed(range(len(rewards))):
        later = discounts[t] * clipped[t] * (targets[t + 1] - values[t + 1])
        targets[t] = values[t] + errors[t] + later
    advantages = clipped * (rewards + discounts * targets[1:] - values[:-1])
    return targets[:-1], advantages


def learn(policy: Policy, optimizer: torch.optim.Optimizer, fragment: Fragment) -> None:
    """An update by a fragment, whose arrays are copied: those of Ray's store are read-only."""
    observations = torch.tensor(fragment.observations)
    actions = torch.tensor(fragment.actions)
    logits, values = policy(observations)
    chosen = torch.distributions.Categorical(logits=logits[:-1])
    log_probs = chosen.log_prob(actions)
    valid = torch.tensor(fragment.valid)
    with torch.no_grad():
        targets, advantages = v_trace(
            (log_probs - torch.tensor(fragment.log_probs)).exp() * valid,
            torch.tensor(fragment.rewards) * (1 - GAMMA),  # so that values are about 1
            torch.tensor(fragment.discounts),
            values,
        )
    gain = log_probs * advantages - 0.5 * (targets - values[:-1]) ** 2 + 0.001 * chosen.entropy()
    optimizer.zero_grad()
    (-(gain * valid).sum() / valid.sum()).backward()
    optimizer.step()


def main(updates: int = 400, num_actors: int = 2, num_envs: int = 32, steps: int = 32) -> float:
    """Trains, and returns the mean return of the last 100 episodes.

    Args:
        updates: the number of fragments that the learner takes.
        num_actors: the number of actors.
        num_envs: the number of environments of each actor.
        steps: the steps of a fragment.
    """
    torch.manual_seed(0)
    if not ray.is_initialized():
        ray.init()
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    remote = ray.remote(num_cpus=1)(Actor)
    actors = [remote.remote(k, num_envs, steps) for k in range(num_actors)]
    collecting = {actor.collect.remote(policy.state_dict()): actor for actor in actors}
    returns: list[float] = []
    for update in range(updates):
        # The actor that is ready first; the others go on with the policies that they have.
        [ready], _ = ray.wait([*collecting], num_returns=1)
        actor = collecting.pop(ready)
        fragment: Fragment = ray.get(ready)
        learn(policy, optimizer, fragment)
        collecting[actor.collect.remote(policy.state_dict())] = actor
        returns += fragment.returns
        if update % 50 == 49:
            print(f"update {update + 1}: mean return {np.mean(returns[-100:]):.1f}")
    for actor in actors:
        ray.kill(actor)
    return float(np.mean(returns[-100:]))


if __name__ == "__main__":
    main()
