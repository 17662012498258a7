# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The example ``ppo.py``, and the command that runs it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from parallel_pool.tools.training import load_ppo

from tests.cli.test_cli import assert_clean_error, invoke

torch = pytest.importorskip("torch", reason="needs torch: `make test-adapters`")

pytestmark = pytest.mark.usefixtures("one_thread")
EXAMPLE = runpy.run_path(str(Path(__file__).parents[3] / "examples" / "ppo.py"))


def run(id: str, **given: Any) -> Any:
    return EXAMPLE["train"](EXAMPLE["Settings"].of(id, **given))


@pytest.mark.timeout(900)
def test_cartpole_is_solved() -> None:
    settings = EXAMPLE["Settings"].of("CartPole-v1")
    _, history = EXAMPLE["train"](settings)
    assert history[-1].mean_return >= settings.goal == 475
    assert history[-1].steps < settings.total_steps, "a run ends at its goal"


@pytest.mark.parametrize("batch_size", [None, 4])
@pytest.mark.parametrize(
    "id",
    ["CartPole-v1", "Pendulum-v1", "Pong-v5", "Breakout-v5", "Ant-v5", "FrozenLake-v1"],
)
def test_all_kinds_of_spaces(id: str, batch_size: int | None, tmp_path: Path) -> None:
    """A short run; the saved policy acts as the trained one."""
    given = {"num_envs": 8, "horizon": 8, "total_steps": 128, "batch_size": batch_size}
    if id == "FrozenLake-v1":
        with pytest.raises(ValueError, match="this PPO needs Box observations"):
            run(id, **given)
        return
    settings = EXAMPLE["Settings"].of(id, **given)
    policy, history = EXAMPLE["train"](settings)
    assert [progress.steps for progress in history] == [64, 128]
    policy.save(tmp_path / "policy.pt", settings)
    loaded, same = EXAMPLE["load"](tmp_path / "policy.pt")
    assert same == settings
    one = EXAMPLE["parallel_pool"].make(id, seed=1, **settings.options)
    observations = np.stack([one.reset()[0][0]] * 3)
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
            array_type="torch",
        )
        spaces = envs.single_observation_space, envs.single_action_space
        policy = EXAMPLE["Policy"](*spaces, settings)
        for parameter in policy.parameters():
            parameter.data.zero_()
        policy.actor[-1].bias.data[:] = torch.tensor([0.0, 100.0])  # always pushes right
        rollout = envs.rollout(settings.horizon)
        for _ in range(2):
            EXAMPLE["collect"](rollout, policy, envs.single_action_space)
        kept.append(rollout)
        envs.close()
    for name in ("observations", "actions", "rewards", "terminated", "valid", "values"):
        assert torch.equal(getattr(kept[0], name), getattr(kept[1], name)), name
    assert kept[0].terminated.sum() > 6


def test_observations_are_normalised_by_all_that_were_seen() -> None:
    settings = EXAMPLE["Settings"].of("Pendulum-v1")
    spec = EXAMPLE["parallel_pool"].make_spec("Pendulum-v1")
    policy = EXAMPLE["Policy"](spec.observation_space, spec.action_space, settings)
    rows = torch.randn(90, 3) * torch.tensor([0.1, 1.0, 8.0]) + torch.tensor([5.0, 0.0, -3.0])
    for some in rows.split([20, 30, 40]):
        policy.observe(some)
    expected = (rows - rows.mean(0)) / rows.std(0, unbiased=False)
    torch.testing.assert_close(policy.features(rows), expected, rtol=1e-4, atol=1e-4)


def test_rewards_are_divided_by_the_deviation_of_returns() -> None:
    settings = EXAMPLE["Settings"].of("Pendulum-v1", num_envs=2, horizon=3, gamma=0.5)
    envs = EXAMPLE["make_pool"](settings)
    rollout = envs.rollout(3)
    envs.close()
    rollout.valid[:] = True
    scale = EXAMPLE["RewardScale"](settings)
    first = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    rollout.truncated[1, 0] = True  # the discounted return begins anew after it
    returns = [1.0, 2.0, 3.5, 5.0, 5.0, 8.5]
    rollout.rewards[:] = first
    scale.apply(rollout)
    torch.testing.assert_close(rollout.rewards, first / float(np.std(returns)))
    rollout.rewards[:] = first
    rollout.truncated[:] = False
    scale.apply(rollout)  # goes on where the first rollout ended
    returns += [3.5, 6.25, 4.75, 7.125, 7.375, 9.5625]
    torch.testing.assert_close(rollout.rewards, first / float(np.std(returns)))


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


def test_ctrl_c_ends_training_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was learned is written; without a whole rollout there is nothing."""
    ppo = load_ppo()
    collect, turns = ppo.collect, iter(range(10))

    def interrupted_collect(*arguments: Any) -> None:
        if next(turns) == 2:
            raise KeyboardInterrupt
        collect(*arguments)

    monkeypatch.setattr(ppo, "collect", interrupted_collect)
    options = ("--num-envs", 4, "--steps", 100_000, "--out", tmp_path)
    result = invoke("train", "CartPole-v1", *options)
    assert result.exit_code == 130, result.output
    assert "interrupted at " in result.stdout
    _, settings = ppo.load(tmp_path / "CartPole-v1.pt")
    assert settings.id == "CartPole-v1"
    assert len((tmp_path / "CartPole-v1.csv").read_text().splitlines()) == 3

    turns = iter([2])
    settings = ppo.Settings.of("CartPole-v1", num_envs=4)
    with pytest.raises(KeyboardInterrupt):
        ppo.train(settings)


def test_steps_are_whole_rollouts() -> None:
    planned = EXAMPLE["planned_steps"]
    settings = [
        EXAMPLE["Settings"].of("CartPole-v1", num_envs=8, horizon=8, total_steps=steps)
        for steps in (1, 64, 127, 128)
    ]
    assert [planned(one) for one in settings] == [64, 64, 64, 128]


def test_watch_makes_the_environment_that_the_policy_was_trained_in(tmp_path: Path) -> None:
    """Pong is trained on pictures that are smaller than its default."""
    pytest.importorskip("imageio")
    settings = EXAMPLE["Settings"].of("Pong-v5", num_envs=2, horizon=2, total_steps=4)
    policy, _ = EXAMPLE["train"](settings)
    policy.save(tmp_path / "policy.pt", settings)
    options = ("--steps", "2", "--gif", tmp_path / "out.gif", "--policy", tmp_path / "policy.pt")
    result = invoke("watch", "Pong-v5", *options)
    assert result.exit_code == 0, result.output
    assert "3 frames" in result.stdout


def test_command_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    assert_clean_error(invoke("train", "FrozenLake-v1", "--steps", "9"), "needs Box observations")
    assert_clean_error(invoke("train", "CartPole-v1", "--out", str(tmp_path / "x")), "no folder")
    assert_clean_error(
        invoke("train", "CartPole-v1", "--num-envs", "2", "--batch-size", "3"), "batch_size"
    )
