# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""CleanRL's published EnvPool scripts, unmodified, for a few updates."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs torch: `make test-adapters`")
pytest.importorskip("cleanrl", reason="needs cleanrl: `make test-adapters`")
pytest.importorskip("gym", reason="needs gym: `make test-adapters`")

import gym
from parallel_pool.compat.modules import make_modules

pytestmark = [
    pytest.mark.timeout(1000),
    pytest.mark.filterwarnings("ignore"),  # of gym, about its age
]


def run(folder: Path, module: str, *arguments: str) -> str:
    """What a script prints, run by ``python -m parallel_pool.compat``."""
    command = ["-m", "parallel_pool.compat", "--like", "0.6.6", "-m", module, "--cuda", "False"]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *command, *arguments],
        cwd=folder,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert [*(folder / "runs").glob("*/events*")]  # TensorBoard's
    return done.stdout


def test_ppo_atari(tmp_path: Path) -> None:
    """Four updates of some games; chance plays Breakout's five lives for a brick or two."""
    sizes = ("--num-envs", "4", "--num-steps", "128", "--total-timesteps", "2048")
    few = ("--env-id", "Breakout-v5", "--update-epochs", "1")
    text = run(tmp_path, "cleanrl.ppo_atari_envpool", *sizes, *few)
    assert text.count("SPS:") == 4
    returns = [float(found) for found in re.findall(r"episodic_return=([\d.]+)", text)]
    assert len(returns) >= 4
    assert 0 < np.mean(returns) < 10


def test_ppo_rnd(tmp_path: Path) -> None:
    sizes = ("--num-envs", "4", "--num-steps", "16", "--total-timesteps", "128")
    few = ("--num-iterations-obs-norm-init", "1", "--update-epochs", "1")
    few += ("--env-id", "MontezumaRevenge-v5")
    assert run(tmp_path, "cleanrl.ppo_rnd_envpool", *sizes, *few).count("SPS:") == 2


def test_spaces_of_gym() -> None:
    """CleanRL asserts that the space is gym's."""
    envpool: Any = make_modules("0.6.6")["envpool"]
    for id in ("CartPole-v1", "Pendulum-v1", "Blackjack-v1"):
        env = envpool.make(id, env_type="gym", num_envs=2, seed=0)
        for space in (env.observation_space, env.single_action_space, env.spec.action_space):
            assert isinstance(space, gym.spaces.Space)
        wrapped = gym.Wrapper(env)
        wrapped.reset()
        assert len(wrapped.step(np.array([wrapped.action_space.sample()] * 2))) == 4
    space = envpool.make("Catch-v0", env_type="gym").observation_space
    assert space == gym.spaces.Box(0, 1, (10, 5), np.float32)
    assert isinstance(envpool.make("CartPole-v1", env_type="gymnasium").action_space.n, np.int64)
