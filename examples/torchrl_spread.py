# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""TorchRL's PPO teaches three particles to spread out, with one policy for all. Needs TorchRL.

TorchRL's wrapper of PettingZoo environments takes those of `parallel_pool.pettingzoo`.
"""

from __future__ import annotations

import torch
from parallel_pool.pettingzoo import parallel_env
from tensordict.nn import TensorDictModule
from torch.distributions import Categorical
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper, RewardSum, TransformedEnv
from torchrl.modules import MultiAgentMLP, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

ID = "simple_spread-v3"
UPDATES, FRAMES, EPOCHS, MINIBATCHES = 30, 1000, 6, 4
GROUP = "agents"


def make_env(seed: int) -> TransformedEnv:
    """One environment with its three agents in one group, and their returns."""
    game = parallel_env(ID)
    agents = {GROUP: game.possible_agents}
    env = PettingZooWrapper(game, group_map=agents, categorical_actions=True, seed=seed)
    return TransformedEnv(
        env, RewardSum(in_keys=[(GROUP, "reward")], out_keys=[(GROUP, "episode_reward")])
    )


def network(env: TransformedEnv, outputs: int, centralised: bool) -> MultiAgentMLP:
    """A perceptron that all agents share; a centralised one sees what all agents see."""
    observed = env.observation_spec[GROUP, "observation"].shape
    return MultiAgentMLP(
        observed[-1],
        outputs,
        n_agents=observed[0],
        centralized=centralised,
        share_params=True,
        depth=2,
        num_cells=64,
    )


def main(updates: int = UPDATES, frames: int = FRAMES, seed: int = 0) -> list[float]:
    """Trains, and returns the mean return of an agent's episode in each batch."""
    torch.set_num_threads(1)  # small networks are slower with more
    torch.manual_seed(seed)
    env = make_env(seed)
    seen, logits = (GROUP, "observation"), (GROUP, "logits")
    choices = int(env.full_action_spec[GROUP, "action"].space.n)
    actor = ProbabilisticActor(
        TensorDictModule(network(env, choices, False), in_keys=[seen], out_keys=[logits]),
        spec=env.full_action_spec_unbatched,
        in_keys={"logits": logits},
        out_keys=[(GROUP, "action")],
        distribution_class=Categorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(env, 1, True), [seen], [(GROUP, "state_value")])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    loss.set_keys(
        reward=(GROUP, "reward"),
        action=(GROUP, "action"),
        value=(GROUP, "state_value"),
        done=(GROUP, "done"),
        terminated=(GROUP, "terminated"),
        sample_log_prob=actor.log_prob_keys[0],
    )
    loss.make_value_estimator(gamma=0.95, lmbda=0.9)
    assert isinstance(loss.value_estimator, GAE)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    collector = Collector(env, actor, frames_per_batch=frames, total_frames=updates * frames)
    returns = []
    for batch in collector:
        with torch.no_grad():
            loss.value_estimator(
                batch,
                params=loss.critic_network_params,
                target_params=loss.target_critic_network_params,
            )
        for _ in range(EPOCHS):
            for part in torch.randperm(frames).split(frames // MINIBATCHES):
                losses = loss(batch[part])
                total = sum(value for name, value in losses.items() if name.startswith("loss_"))
                optimizer.zero_grad()
                total.backward()
                torch.nn.utils.clip_grad_norm_(loss.parameters(), 1.0)
                optimizer.step()
        ended = batch["next", GROUP, "done"]
        returns.append(float(batch["next", GROUP, "episode_reward"][ended].mean()))
        print(f"update {len(returns)}: mean return {returns[-1]:.1f}")
    collector.shutdown()
    return returns


if __name__ == "__main__":
    main()
