# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO for discrete actions in one file, in LeanRL's style: compiled, and replayed by CUDA graphs.

On a GPU, each step copies its observations there once, from pinned memory, and minibatches are
gathered there. Without one, the same code runs on the CPU.
"""

from __future__ import annotations

from collections.abc import Callable

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


class Replayed:
    """Work on tensors that stay where they are; on a GPU, a CUDA graph replays it.

    The first calls run as they are, so that compilers and libraries have made what they need; the
    one after them is recorded.
    """

    def __init__(self, work: Callable[[], None], device: torch.device) -> None:
        """`work` returns nothing, waits for nothing, and finds its tensors by itself."""
        self.work, self.is_gpu, self.calls = work, device.type == "cuda", 0

    def __call__(self) -> None:
        """Does the work."""
        self.calls += 1
        if not self.is_gpu:
            self.work()
        elif self.calls <= 3:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self.work()
            torch.cuda.current_stream().wait_stream(stream)
        else:
            if self.calls == 4:
                self.graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self.graph):
                    self.work()
            self.graph.replay()


class Learner:
    """Networks, and on their device all that acting and learning read and write."""

    def __init__(
        self, envs: parallel_pool.PoolVectorEnv, device: torch.device, compiled: bool
    ) -> None:
        """Makes them."""
        width = int(np.prod(envs.single_observation_space.shape))
        self.actor = network(width, int(envs.single_action_space.n), 0.01).to(device)
        self.critic = network(width, 1, 1.0).to(device)
        self.parameters = [*self.actor.parameters(), *self.critic.parameters()]
        on_gpu = device.type == "cuda"
        self.optimizer = torch.optim.Adam(self.parameters, lr=1e-3, eps=1e-5, capturable=on_gpu)
        self.rollout = envs.rollout(STEPS, pin_memory=on_gpu)

        def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros(shape, dtype=dtype, device=device)

        self.observations = zeros(STEPS + 1, NUM_ENVS, width)
        self.actions = zeros(STEPS, NUM_ENVS, dtype=torch.long)
        self.logprobs, self.advantages, self.returns, self.weights = (
            zeros(STEPS, NUM_ENVS) for _ in range(4)
        )
        self.shown, self.action = zeros(NUM_ENVS, width), zeros(NUM_ENVS, dtype=torch.long)
        self.logprob = zeros(NUM_ENVS)
        self.rows = zeros(STEPS * NUM_ENVS // MINIBATCHES, dtype=torch.long)
        self.chosen = torch.compile(self._chosen) if compiled else self._chosen
        self.loss = torch.compile(self._loss) if compiled else self._loss
        self.act, self.learn = Replayed(self._act, device), Replayed(self._learn, device)

    def _chosen(self, shown: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Actions drawn from the policy, and the logarithms of their probabilities."""
        logprobs = self.actor(shown).log_softmax(-1)
        action = (logprobs.exp() / torch.empty_like(logprobs).exponential_()).argmax(-1)
        return action, logprobs.gather(-1, action[:, None]).squeeze(-1)

    def _act(self) -> None:
        with torch.no_grad():
            action, logprob = self.chosen(self.shown)
        self.action.copy_(action)
        self.logprob.copy_(logprob)

    def _loss(self, rows: torch.Tensor) -> torch.Tensor:
        """PPO's clipped loss of these rows, in which those that are not valid weigh nothing."""
        weights = self.weights.flatten()[rows]
        weights = weights / weights.sum()
        observations = self.observations[:-1].flatten(0, 1)[rows]
        logprobs = self.actor(observations).log_softmax(-1)
        entropy = -(logprobs.exp() * logprobs).sum(-1)
        chosen = logprobs.gather(-1, self.actions.flatten()[rows, None]).squeeze(-1)
        ratio = (chosen - self.logprobs.flatten()[rows]).exp()
        gain = self.advantages.flatten()[rows]
        gain = gain - (weights * gain).sum()
        gain = gain / ((weights * gain**2).sum().sqrt() + 1e-8)
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
        value = (self.critic(observations).squeeze(-1) - self.returns.flatten()[rows]) ** 2
        return (weights * (policy + 0.5 * value - 0.01 * entropy)).sum()

    def _learn(self) -> None:
        self.optimizer.zero_grad()
        self.loss(self.rows).backward()
        nn.utils.clip_grad_norm_(self.parameters, 0.5)
        self.optimizer.step()

    def collect(self) -> None:
        """Fills the rollout; the device keeps a copy of what learning needs."""
        obs = self.rollout.begin()
        for t in range(STEPS):
            self.observations[t].copy_(obs, non_blocking=True)
            self.shown.copy_(self.observations[t])
            self.act()
            self.actions[t], self.logprobs[t] = self.action, self.logprob
            obs = self.rollout.step(self.action)  # waits for the device
        self.observations[STEPS].copy_(obs, non_blocking=True)

    def update(self) -> None:
        """Learns from the rollout."""
        rollout = self.rollout
        with torch.no_grad():
            rollout.values.copy_(self.critic(self.observations).squeeze(-1))
        rollout.compute_advantages(GAMMA, LAMBDA)
        self.advantages.copy_(rollout.advantages, non_blocking=True)
        self.returns.copy_(rollout.returns, non_blocking=True)
        self.weights.copy_(rollout.valid, non_blocking=True)
        for _ in range(EPOCHS):
            order = torch.randperm(STEPS * NUM_ENVS, device=self.rows.device)
            for part in order.view(MINIBATCHES, -1):
                self.rows.copy_(part)
                self.learn()


def main(
    updates: int = 100,
    id: str = "CartPole-v1",
    seed: int = 1,
    device: str | None = None,
    compiled: bool | None = None,
) -> float:
    """Trains until the id is solved, and returns the mean return of the last 50 episodes.

    `device` is a GPU, if there is one; there, what runs is `compiled`, unless you say otherwise.
    """
    torch.set_num_threads(1)  # small networks are slower with more
    torch.manual_seed(seed)
    place = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    envs = parallel_pool.make(
        id, num_envs=NUM_ENVS, seed=seed, record_episode_statistics=True, array_type="torch"
    )
    goal = envs.spec.reward_threshold or np.inf
    learner = Learner(envs, place, place.type == "cuda" if compiled is None else compiled)
    returns: list[float] = []
    for _ in range(updates):
        learner.collect()
        returns += [episode_return for _, _, episode_return, _ in learner.rollout.episodes]
        if len(returns) >= 50 and np.mean(returns[-50:]) >= goal:
            break
        learner.update()
    print(f"mean return: {np.mean(returns[-50:]):.1f}")
    return float(np.mean(returns[-50:]))


if __name__ == "__main__":
    main()
