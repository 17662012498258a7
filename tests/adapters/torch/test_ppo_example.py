# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The example ``ppo.py``, and the command that runs it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.test_cli import assert_clean_error, invoke

torch = pytest.importorskip("torch", reason="needs torch: `make test-adapters`")

pytestmark = pytest.mark.usefixtures("one_thread")
EXAMPLE = runpy.run_path(str(Path(__file__).parents[3] / "examples" / "ppo.py"))


def run(id: str, **given: Any) -> Any:
    return EXAMPLE["train"](EXAMPLE["Settings"].of(id, **given))


@pytest.mark.timeout(900)
def test_cartpole_is_solved() -> None:
    _, history = run("CartPole-v1")
    assert history[-1].mean_return >= 475


@pytest.mark.parametrize("batch_size", [None, 4])
@pytest.mark.parametrize(
    "id", ["CartPole-v1", "Pendulum-v1", "Pong-v5", "HalfCheetah-v5", "FrozenLake-v1"]
)
def test_all_kinds_of_spaces(id: str, batch_size: int | None, tmp_path: Path) -> None:
    """A short run; the saved policy acts as the trained one."""
    given = {"num_envs": 8, "horizon": 8, "total_steps": 128, "batch_size": batch_size}
    if id == "FrozenLake-v1":
        with pytest.raises(ValueError, match="PPO here needs Box observations"):
            run(id, **given)
        return
    settings = EXAMPLE["Settings"].of(id, **given)
    policy, history = EXAMPLE["train"](settings)
    assert [progress.steps for progress in history] == [64, 128]
    policy.save(tmp_path / "policy.pt", settings)
    loaded, same = EXAMPLE["load"](tmp_path / "policy.pt")
    assert same == settings
    observations = np.stack([EXAMPLE["parallel_pool"].make(id, seed=1).reset()[0][0]] * 3)
    torch.manual_seed(3)
    actions = policy(observations)
    torch.manual_seed(3)
    np.testing.assert_array_equal(loaded(observations), actions)


def test_rollouts_of_both_modes_hold_the_same_steps() -> None:
    """Rows of an environment come in order: async collects what sync does, if actions agree."""
    import parallel_pool

    kept = []
    for batch_size in (None, 2):
        settings = EXAMPLE["Settings"].of(
            "CartPole-v1", num_envs=6, batch_size=batch_size, horizon=40
        )
        envs = parallel_pool.make(
            settings.id,
            num_envs=6,
            batch_size=batch_size,
            seed=5,
            record_episode_statistics=True,
        )
        policy = EXAMPLE["Policy"](envs.single_observation_space, envs.single_action_space)
        for parameter in policy.parameters():
            parameter.data.zero_()
        policy.actor[-1].bias.data[:] = torch.tensor([0.0, 100.0])  # always pushes right
        rollout = EXAMPLE["Rollout"](settings, envs, torch.device("cpu"))
        collector = EXAMPLE["Collector"](envs, policy, settings)
        for _ in range(2):
            collector.collect(rollout)
        kept.append(rollout)
        envs.close()
    for name in ("observations", "actions", "rewards", "terminated", "ended", "valid"):
        assert torch.equal(getattr(kept[0], name), getattr(kept[1], name)), name
    assert kept[0].ended.sum() > 6


def test_command_trains_and_watches(tmp_path: Path) -> None:
    options = ("--steps", "4096", "--out", str(tmp_path))
    result = invoke("train", "CartPole-v1", *options)
    assert result.exit_code == 0, result.stdout
    assert "mean return" in result.stdout
    policy = tmp_path / "CartPole-v1.pt"
    rows = (tmp_path / "CartPole-v1.csv").read_text().splitlines()
    assert rows[0] == "steps,seconds,mean_return"
    assert len(rows) == 3
    refused = invoke("watch", "Acrobot-v1", "--policy", str(policy), "--steps", "1")
    assert_clean_error(refused, "holds a policy for CartPole-v1, not for Acrobot-v1")
    other = tmp_path / "other.pt"
    other.write_bytes(b"no policy")
    refused = invoke("watch", "CartPole-v1", "--policy", str(other), "--steps", "1")
    assert_clean_error(refused, "holds no policy of parallel-pool train")


def test_command_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    assert_clean_error(invoke("train", "FrozenLake-v1", "--steps", "9"), "needs Box observations")
    assert_clean_error(invoke("train", "CartPole-v1", "--out", str(tmp_path / "x")), "no folder")
    assert_clean_error(
        invoke("train", "CartPole-v1", "--num-envs", "2", "--batch-size", "3"), "batch_size"
    )
