# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PufferLib's trainer learns CartPole on a pool. Needs pufferlib-core (or pufferlib 3)."""

from __future__ import annotations

import signal
import tempfile
from typing import Any

import pufferlib.models
import pufferlib.pufferl
import pufferlib.vector
import torch
from parallel_pool.pufferlib import PoolEnv

signal.signal(signal.SIGINT, signal.default_int_handler)  # PufferLib's own ends the process at once

NUM_ENVS, HORIZON = 64, 32


def use_kernel_in_python() -> None:
    """Registers a kernel in Python if PufferLib's own cannot be loaded, such as without CUDA."""
    if pufferlib.pufferl._C_AVAILABLE:
        return
    library = torch.library.Library("pufferlib", "FRAGMENT")
    library.define(
        "compute_puff_advantage(Tensor values, Tensor rewards, Tensor dones, Tensor importance, "
        "Tensor(a!) advantages, float gamma, float gae_lambda, float rho_clip, float c_clip) -> ()"
    )
    library.impl("compute_puff_advantage", _advantages, "CPU")
    pufferlib.pufferl._C_AVAILABLE = True
    pufferlib.pufferl._kernel = library  # it lasts as long as this object


def _advantages(
    values: torch.Tensor,
    rewards: torch.Tensor,
    dones: torch.Tensor,
    importance: torch.Tensor,
    advantages: torch.Tensor,
    gamma: float,
    gae_lambda: float,
    rho_clip: float,
    c_clip: float,
) -> None:
    """Generalised advantages with V-trace's weights; ``rewards[:, t]`` belongs to step t - 1."""
    rho, c = importance.clamp(max=rho_clip), importance.clamp(max=c_clip)
    last = torch.zeros_like(values[:, 0])
    for t in reversed(range(values.shape[1] - 1)):
        alive = 1.0 - dones[:, t + 1]
        target = rewards[:, t + 1] + gamma * values[:, t + 1] * alive
        last = rho[:, t] * (target - values[:, t]) + gamma * gae_lambda * c[:, t] * last * alive
        advantages[:, t] = last


def settings(updates: int, seed: int, folder: str) -> dict[str, Any]:
    """The settings that PufferLib's command line reads from a configuration file."""
    batch = NUM_ENVS * HORIZON
    return {
        "env": "CartPole-v1",
        "seed": seed,
        "device": "cpu",
        "torch_deterministic": True,
        "cpu_offload": False,
        "compile": False,
        "precision": "float32",
        "use_rnn": False,
        "data_dir": folder,
        "checkpoint_interval": updates + 1,
        "total_timesteps": updates * batch,
        "batch_size": batch,
        "bptt_horizon": HORIZON,
        "minibatch_size": 512,
        "max_minibatch_size": 512,
        "update_epochs": 4,
        "optimizer": "adam",
        "learning_rate": 2.5e-3,
        "anneal_lr": True,
        "adam_beta1": 0.9,
        "adam_beta2": 0.999,
        "adam_eps": 1e-5,
        "gamma": 0.99,
        "gae_lambda": 0.95,
        "clip_coef": 0.2,
        "vf_clip_coef": 0.2,
        "vf_coef": 0.5,
        "ent_coef": 0.01,
        "max_grad_norm": 0.5,
        "prio_alpha": 0.0,
        "prio_beta0": 1.0,
        "vtrace_rho_clip": 1.0,
        "vtrace_c_clip": 1.0,
    }


def main(updates: int = 60, seed: int = 0) -> float:
    """Trains, and returns the mean return of the episodes that ended in the last updates."""
    torch.set_num_threads(1)  # small networks are slower with more
    torch.manual_seed(seed)
    use_kernel_in_python()
    envs = pufferlib.vector.make(PoolEnv, env_args=["CartPole-v1", NUM_ENVS])
    policy = pufferlib.models.Default(envs, hidden_size=64)
    returns: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        trainer = pufferlib.pufferl.PuffeRL(settings(updates, seed, folder), envs, policy)
        trainer.print_dashboard = lambda *_, **__: None
        for update in range(updates):
            told = trainer.evaluate()["episode_return"]
            returns = told[-100:] if isinstance(told, list) else returns
            trainer.train()
            if update % 10 == 9:
                print(f"update {update + 1}: mean return {sum(returns) / len(returns):.1f}")
        trainer.close()
    return sum(returns) / len(returns)


if __name__ == "__main__":
    main()
