# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""TorchRL's PPO learns CartPole on a pool. Needs TorchRL."""

from __future__ import annotations

import torch
from parallel_pool.torchrl import PoolEnv
from tensordict.nn import TensorDictModule
from torch import nn
from torch.distributions import Categorical
from torchrl.collectors import Collector
from torchrl.envs import RewardSum, TransformedEnv
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

NUM_ENVS, STEPS, EPOCHS, MINIBATCH = 32, 64, 6, 512
UPDATES = 40


def network(outputs: int) -> nn.Module:
    """Two hidden layers."""
    layers = [nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)]
    for layer in layers[::2]:
        nn.init.orthogonal_(layer.weight, 2**0.5)
        nn.init.zeros_(layer.bias)
    nn.init.orthogonal_(layers[-1].weight, 0.01 if outputs > 1 else 1.0)
    return nn.Sequential(*layers)


def main(updates: int = UPDATES, seed: int = 0) -> float:
    """Trains, and returns the mean length of 32 episodes of the policy's best actions."""
    torch.set_num_threads(1)  # small networks are slower with more
    torch.manual_seed(seed)
    logits = TensorDictModule(network(2), in_keys=["observation"], out_keys=["logits"])
    actor = ProbabilisticActor(
        logits, in_keys=["logits"], distribution_class=Categorical, return_log_prob=True
    )
    critic = ValueOperator(network(1), in_keys=["observation"])
    env = TransformedEnv(PoolEnv("CartPole-v1", NUM_ENVS, seed=seed), RewardSum())
    frames = NUM_ENVS * STEPS
    collector = Collector(env, actor, frames_per_batch=frames, total_frames=updates * frames)
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), lr=2.5e-3)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, updates)
    for update, batch in enumerate(collector):
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage(batch)
            rows = batch.reshape(-1)
            for part in torch.randperm(frames).split(MINIBATCH):
                losses = loss(rows[part])
                total = sum(value for name, value in losses.items() if name.startswith("loss_"))
                optimizer.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        schedule.step()
        ended = batch["next", "done"]
        returns = batch["next", "episode_reward"][ended]
        if update % 10 == 9 and len(returns):
            print(f"update {update + 1}: mean return {returns.mean():.1f}")
    collector.shutdown()
    return evaluate(actor, seed)


def evaluate(actor: nn.Module, seed: int) -> float:
    """The mean length of one episode in each of 32 new environments."""
    env = PoolEnv("CartPole-v1", NUM_ENVS, seed=1000 + seed)
    with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
        episodes = env.rollout(500, actor, break_when_any_done=False)
    alive = (~episodes["next", "done"].squeeze(-1)).long().cumprod(1).sum(1)
    length = float((alive + 1).clamp(max=500).float().mean())
    print(f"mean length of an episode: {length:.1f}")
    return length


if __name__ == "__main__":
    main()
