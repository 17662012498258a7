# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rewards of ``reward_function_version="v1"`` beside MetaWorld's, for each task."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool.families.metaworld import FAMILY, goals

metaworld = pytest.importorskip("metaworld")
mujoco = pytest.importorskip("mujoco")

from metaworld import sawyer_xyz_env  # noqa: E402
from metaworld.policies import ENV_POLICY_MAP  # noqa: E402

from tests.families.metaworld.test_exactness import (  # noqa: E402
    INFOS,
    _welds,
    assert_states_continue,
)

LIMIT = 60


@pytest.fixture(autouse=True)
def runs_on_this_mujoco(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sawyer_xyz_env.SawyerMocapBase, "reset_mocap_welds", _welds)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("id", FAMILY.ids)
def test_every_task(id: str) -> None:
    """The first environment acts as the policy says, the second heads for the object and grips.

    Then follow some steps of a second episode, whose rewards know nothing of the first.
    """
    seed, count = 4, 2
    references: list[Any] = [
        gymnasium.make(
            "Meta-World/MT1",
            env_name=id,
            seed=seed + i,
            max_episode_steps=LIMIT,
            reward_function_version="v1",
        )
        for i in range(count)
    ]
    policy, dice = ENV_POLICY_MAP[id](), np.random.default_rng(1)
    with parallel_pool.make(
        id,
        num_envs=count,
        reward_function_version="v1",
        autoreset_mode="Disabled",
        max_episode_steps=LIMIT,
    ) as envs:
        shown = envs.reset(seed=seed)[0]
        for reference in references:
            reference.reset()
        for step in range(LIMIT + 10):
            if step == LIMIT:
                shown = envs.reset()[0]
                assert shown.tolist() == [one.reset()[0].tolist() for one in references]
            there = 10 * (shown[1, 4:7] - shown[1, :3] + [0, 0, 0.045])
            actions = np.array([policy.get_action(shown[0]), [*there, 1]])
            actions[1] += dice.normal(size=4) * 0.2
            actions = np.clip(actions, -1, 1).astype(np.float32)
            told = [one.step(action) for one, action in zip(references, actions, strict=True)]
            shown, rewards, _, _, infos = envs.step(actions)
            assert shown.tolist() == [one[0].tolist() for one in told]
            assert rewards.tolist() == [float(one[1]) for one in told]
            for name in INFOS:
                assert infos[name].tolist() == [float(one[4][name]) for one in told], name


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("id", ["drawer-close-v3", "pick-place-v3"])
def test_autoreset_success_and_hidden_goals(
    id: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several episodes with other goals, which success or time ends, and no goal to see."""
    monkeypatch.setattr(metaworld, "_N_GOALS", 4)
    monkeypatch.setattr(metaworld, "_MT_OVERRIDE", {"partially_observable": True})
    monkeypatch.setattr(goals, "GOALS", 4)
    options: dict[str, Any] = {"reward_function_version": "v1", "terminate_on_success": True}
    options["max_episode_steps"] = 130
    reference: Any = gymnasium.make("Meta-World/MT1", env_name=id, seed=7, **options)
    policy, ends = ENV_POLICY_MAP[id](), []
    with parallel_pool.make(
        id, num_envs=1, autoreset_mode=mode, partially_observable=True, **options
    ) as envs:
        shown, _ = reference.reset()
        assert envs.reset(seed=7)[0][0].tolist() == shown.tolist()
        ended = False
        for _ in range(420):
            seen = shown.copy()
            seen[-3:] = reference.unwrapped._target_pos
            action = np.clip(policy.get_action(seen), -1, 1).astype(np.float32)
            observed, rewards, terminated, truncated, infos = envs.step(action[None])
            if ended and mode == "NextStep":
                shown, ended = reference.reset()[0], False
                assert observed[0].tolist() == shown.tolist()
                continue
            shown, reward, done, cut, told = reference.step(action)
            assert (rewards[0], terminated[0], truncated[0]) == (float(reward), done, cut)
            ended = done or cut
            if ended:
                ends.append(bool(done))
            if ended and mode == "SameStep":
                assert infos["final_obs"][0].tolist() == shown.tolist()
                infos, shown = infos["final_info"], reference.reset()[0]
            assert observed[0].tolist() == shown.tolist()
            assert not shown[-3:].any()
            for name in INFOS:
                assert infos[name].tolist() == [float(told[name])], name
    assert len(ends) > 2
    assert any(ends)


@pytest.mark.parametrize("id", ["assembly-v3", "drawer-close-v3", "hammer-v3", "stick-pull-v3"])
def test_states_continue_equally(id: str) -> None:
    """What the older rewards measure at a reset goes with them."""
    assert_states_continue(id, reward_function_version="v1")


def test_versions_are_checked() -> None:
    with pytest.raises(ValueError, match="must be 'v1' or 'v2', got 'v3'"):
        parallel_pool.make("reach-v3", reward_function_version="v3")
