# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Compares each task with MetaWorld's own environment of the same seed, under MetaWorld's policies.

With MuJoCo 3.12 and later, the reference fails, because it writes 11 of a weld's 12 numbers. The
tests repair that: the last number keeps its value.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import testing
from parallel_pool.families.metaworld import FAMILY, goals

from tests.support import spread

metaworld = pytest.importorskip("metaworld")
mujoco = pytest.importorskip("mujoco")

from metaworld import sawyer_xyz_env  # noqa: E402
from metaworld.policies import ENV_POLICY_MAP  # noqa: E402

MODES = ("NextStep", "SameStep", "Disabled")
INFOS = (
    *("success", "near_object", "grasp_success", "grasp_reward", "in_place_reward"),
    *("obj_to_target", "unscaled_reward"),
)
LIMIT = 90


def _welds(self: Any) -> None:
    for i in range(self.model.neq):
        if self.model.eq_type[i] == mujoco.mjtEq.mjEQ_WELD:
            self.model.eq_data[i, :11] = [0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 5]


@pytest.fixture(autouse=True)
def runs_on_this_mujoco(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sawyer_xyz_env.SawyerMocapBase, "reset_mocap_welds", _welds)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("id", "mode"), spread(product(FAMILY.ids, MODES), FAMILY.ids))
def test_every_task_in_every_mode(id: str, mode: str) -> None:
    """The first environment follows the policy, and the others add noise to its actions."""
    seed = 3 + MODES.index(mode)
    count = (1, 2, 3)[MODES.index(mode)]
    references = [
        gymnasium.make("Meta-World/MT1", env_name=id, seed=seed + i, max_episode_steps=LIMIT)
        for i in range(count)
    ]
    policy, dice = ENV_POLICY_MAP[id](), np.random.default_rng(0)
    envs = parallel_pool.make(
        id, num_envs=count, num_threads=count, autoreset_mode=mode, max_episode_steps=LIMIT
    )
    expected = np.array([reference.reset()[0] for reference in references])
    assert np.array_equal(envs.reset(seed=seed)[0], expected)
    ended = False
    for _ in range(2 * LIMIT + 10):
        if ended and mode == "Disabled":
            expected = np.array([reference.reset()[0] for reference in references])
            assert np.array_equal(envs.reset()[0], expected)
            ended = False
        actions = np.array([policy.get_action(row) for row in expected])
        noise = dice.normal(size=actions.shape) * np.arange(count)[:, None]
        actions = np.clip(actions + noise, -1, 1).astype(np.float32)
        observed, reward, terminated, truncated, infos = envs.step(actions)
        if ended and mode == "NextStep":
            expected = np.array([reference.reset()[0] for reference in references])
            assert np.array_equal(observed, expected)
            ended = False
            continue
        steps = [one.step(action) for one, action in zip(references, actions, strict=True)]
        told = infos
        expected = np.array([step[0] for step in steps])
        ended = steps[0][3]
        if ended and mode == "SameStep":
            assert np.array_equal(np.stack(infos["final_obs"]), expected)
            told = infos["final_info"]
            expected = np.array([reference.reset()[0] for reference in references])
            ended = False
        assert np.array_equal(observed, expected)
        assert reward.tolist() == [float(step[1]) for step in steps]
        assert truncated.tolist() == [step[3] for step in steps]
        assert not terminated.any()
        for name in INFOS:
            assert told[name].tolist() == [float(step[4][name]) for step in steps], name
    envs.close()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("id", ["box-close-v3", "pick-place-v3"])
def test_goals_come_again(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Episodes with repeated goals, where a body's position depends on the goal, and where not."""
    monkeypatch.setattr(metaworld, "_N_GOALS", 2)
    monkeypatch.setattr(goals, "GOALS", 2)
    reference = gymnasium.make("Meta-World/MT1", env_name=id, seed=1, max_episode_steps=4)
    dice, seen = np.random.default_rng(0), []
    with parallel_pool.make(id, autoreset_mode="Disabled", max_episode_steps=4) as envs:
        for episode in range(6):
            expected, _ = reference.reset()
            observed, _ = envs.reset(seed=None if episode else 1)
            seen.append(observed.tobytes())
            for _ in range(4):
                assert observed[0].tolist() == expected.tolist()
                action = dice.uniform(-1, 1, 4).astype(np.float32)
                expected, reward, *_ = reference.step(action)
                observed, rewards, *_ = envs.step(action[None])
                assert rewards[0] == reward
    assert len({*seen}) == 2


@pytest.mark.filterwarnings("ignore")
def test_episodes_end_with_success() -> None:
    reference: Any = gymnasium.make(
        "Meta-World/MT1", env_name="reach-v3", seed=5, terminate_on_success=True
    )
    policy = ENV_POLICY_MAP["reach-v3"]()
    with parallel_pool.make(
        "reach-v3", autoreset_mode="Disabled", terminate_on_success=True
    ) as envs:
        expected, _ = reference.reset()
        assert envs.reset(seed=5)[0][0].tolist() == expected.tolist()
        ends = False
        while not ends:
            action = np.clip(policy.get_action(expected), -1, 1).astype(np.float32)
            expected, reward, ends, cut, told = reference.step(action)
            observed, rewards, terminated, truncated, _ = envs.step(action[None])
            assert observed[0].tolist() == expected.tolist()
            assert (rewards[0], terminated[0], truncated[0]) == (reward, ends, cut)
            assert not cut
        assert told["success"]


def test_goals_are_hidden() -> None:
    with (
        parallel_pool.make("reach-v3", partially_observable=True) as envs,
        parallel_pool.make("reach-v3") as others,
    ):
        hidden, shown = envs.reset(seed=0)[0], others.reset(seed=0)[0]
        assert hidden[0, :-3].tolist() == shown[0, :-3].tolist()
        assert hidden[0, -3:].tolist() == [0, 0, 0]
        assert shown[0, -3:].any()


def assert_states_continue(id: str, **options: Any) -> None:
    """States continue in a pool with another seed and other threads, past the ends of episodes."""
    options["max_episode_steps"] = 20
    with (
        parallel_pool.make(id, num_envs=2, num_threads=1, **options) as envs,
        parallel_pool.make(id, num_envs=2, num_threads=2, **options) as others,
    ):
        envs.reset(seed=1)
        others.reset(seed=9)
        dice = np.random.default_rng(2)
        for step in range(50):
            if step == 10:
                others.set_state([0, 1], envs.get_state([0, 1]))
            actions = dice.uniform(-1, 1, (2, 4)).astype(np.float32)
            one, other = envs.step(actions), others.step(actions)
            if step >= 10:
                assert one[0].tobytes() == other[0].tobytes()
                assert one[1].tobytes() == other[1].tobytes()


def test_states_continue_equally() -> None:
    """Goals are part of the state."""
    assert_states_continue("door-open-v3")


@pytest.mark.parametrize("id", ["reach-v3", "door-open-v3"])
def test_ids_conform(id: str) -> None:
    testing.check(id)
