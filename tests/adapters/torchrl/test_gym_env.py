# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""TorchRL's own wrapper of Gymnasium's environments takes single environments of this package."""

from __future__ import annotations

import pytest

pytest.importorskip("torchrl", reason="needs TorchRL: `make test-adapters`")

import torch
from torchrl.envs import GymEnv


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1"])
def test_gym_env_makes_single_environments(id: str) -> None:
    """It passes ``frameskip``, and tries without it if the refusal is in Python's words."""
    ours, theirs = GymEnv(f"parallel_pool/{id}"), GymEnv(id)
    rollouts = []
    for env in (ours, theirs):
        env.set_seed(3)
        torch.manual_seed(0)
        rollouts.append(env.rollout(20))
    assert torch.equal(rollouts[0]["observation"], rollouts[1]["observation"])
