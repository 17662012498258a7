# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The Fetch arm beside Gymnasium-Robotics' own environments: all bytes of all results."""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import mujoco
import numpy as np
import parallel_pool
import pytest
from parallel_pool import testing

from tests.snippets import run_document

robotics = pytest.importorskip("gymnasium_robotics", reason="needs `make test-adapters`")

IDS = [
    f"Fetch{name}{suffix}-v4"
    for name in ("Reach", "Push", "Slide", "PickAndPlace")
    for suffix in ("", "Dense")
]
MODES = ("NextStep", "SameStep", "Disabled")
Observation = dict[str, np.ndarray]
Policy = Callable[[Observation, int], np.ndarray]


@pytest.fixture(autouse=True)
def _repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its helpers compare joint types with ints, which MuJoCo's enums no longer equal."""
    from gymnasium_robotics.utils import mujoco_utils

    class View(types.ModuleType):
        names = ("mjJNT_FREE", "mjJNT_BALL", "mjJNT_SLIDE", "mjJNT_HINGE")
        mjtJoint = types.SimpleNamespace(  # noqa: N815
            **{n: int(getattr(mujoco.mjtJoint, n)) for n in names}
        )

        def __getattr__(self, name: str) -> Any:
            return getattr(mujoco, name)

    monkeypatch.setattr(mujoco_utils, "mujoco", View("mujoco"))
    gymnasium.register_envs(robotics)


def randomly(seed: int) -> Policy:
    generator = np.random.default_rng(seed)
    return lambda observation, step: generator.uniform(-1.2, 1.2, 4)


def picks_up(observation: Observation, step: int) -> np.ndarray:
    """Opens the fingers above the block, closes them around it, and carries it to the goal."""
    hand, block = observation["observation"][:3], observation["observation"][3:6]
    if step < 12:
        move, fingers = block + np.array([0, 0, 0.08]) - hand, 1.0
    elif step < 20:
        move, fingers = block - hand, 1.0
    elif step < 26:
        move, fingers = block - hand, -1.0
    else:
        move, fingers = observation["desired_goal"] - block, -1.0
    return np.append(np.clip(10 * move, -1, 1), fingers)


def compare(pool: Observation, i: int, reference: Observation) -> None:
    assert pool.keys() == reference.keys()
    for name, values in reference.items():
        assert values.dtype == pool[name].dtype
        assert values.tobytes() == pool[name][i].tobytes(), name


def play(id: str, mode: str, steps: int, policies: list[Policy]) -> int:
    """Steps a pool beside references; returns how many rows reached their goal."""
    count, reached = len(policies), 0
    references = [gymnasium.make(id, disable_env_checker=True) for _ in policies]
    with parallel_pool.make(id, num_envs=count, num_threads=2, autoreset_mode=mode) as envs:
        assert envs.single_observation_space == references[0].observation_space
        assert envs.single_action_space == references[0].action_space
        observed, infos = envs.reset(seed=7)
        assert "is_success" not in infos
        last = [one.reset(seed=7 + i)[0] for i, one in enumerate(references)]
        for i, one in enumerate(last):
            compare(observed, i, one)
        step, ended = 0, False
        for _ in range(steps):
            if ended and mode == "Disabled":
                observed, _ = envs.reset()
                last = [one.reset()[0] for one in references]
                for i, one in enumerate(last):
                    compare(observed, i, one)
                step, ended = 0, False
            actions = np.array(
                [policy(one, step) for policy, one in zip(policies, last, strict=True)], np.float32
            )
            observed, rewards, terminated, truncated, infos = envs.step(actions)
            step += 1
            for i, reference in enumerate(references):
                if ended:  # NextStep: this step is the reset
                    last[i], _ = reference.reset()
                    compare(observed, i, last[i])
                    continue
                last[i], reward, ends, cut, told = reference.step(actions[i])
                assert np.float64(reward).tobytes() == rewards[i].tobytes()
                assert (ends, cut) == (terminated[i], truncated[i])
                where = infos
                if cut and mode == "SameStep":
                    where = infos["final_info"]
                    for name, values in infos["final_obs"][i].items():
                        assert values.tobytes() == last[i][name].tobytes(), name
                    last[i], _ = reference.reset()
                compare(observed, i, last[i])
                assert told["is_success"] == where["is_success"][i]
                assert told["is_success"].dtype == where["is_success"].dtype
                reached += int(told["is_success"])
            if ended:
                step = 0
            ended = bool(truncated.any()) and mode != "SameStep"
            step = 0 if mode == "SameStep" and truncated.any() else step
    for one in references:
        one.close()
    return reached


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", IDS)
def test_random_actions(id: str, mode: str) -> None:
    play(id, mode, 105, [randomly(0), randomly(1)])


@pytest.mark.parametrize("mode", MODES)
def test_a_block_is_carried_to_the_goal(mode: str) -> None:
    assert play("FetchPickAndPlace-v4", mode, 105, [picks_up, picks_up]) >= 20


@pytest.mark.parametrize("reward_type", ["sparse", "dense"])
def test_rewards_of_goals_in_batches(reward_type: str) -> None:
    reference: Any = gymnasium.make("FetchReach-v4", reward_type=reward_type).unwrapped
    generator = np.random.default_rng(0)
    achieved = generator.uniform(-0.05, 0.05, (50, 3))
    desired = generator.uniform(-0.05, 0.05, (50, 3))
    with parallel_pool.make("FetchReach-v4", num_envs=1, reward_type=reward_type) as envs:
        for a, b in ((achieved, desired), (achieved[0], desired[0])):
            found = envs.call("compute_reward", a, b, {})[0]
            expected = reference.compute_reward(a, b, {})
            assert (found.dtype, found.tobytes()) == (expected.dtype, expected.tobytes())
            for name in ("compute_terminated", "compute_truncated"):
                ends = envs.call(name, a, b, {})[0]
                assert ends.shape == a.shape[:-1]
                assert not ends.any()


def test_states_and_threads() -> None:
    """States continue equally; old names are the same environments."""
    with (
        parallel_pool.make("FetchPush-v1", num_envs=3, num_threads=1) as envs,
        parallel_pool.make("FetchPush-v4", num_envs=3, num_threads=3) as others,
    ):
        envs.reset(seed=1)
        others.reset(seed=9)
        generator = np.random.default_rng(2)
        for _ in range(20):
            envs.step(generator.uniform(-1, 1, (3, 4)).astype(np.float32))
        others.set_state([0, 1, 2], envs.get_state([0, 1, 2]))
        for _ in range(40):
            actions = generator.uniform(-1, 1, (3, 4)).astype(np.float32)
            one, other = envs.step(actions), others.step(actions)
            for name, values in one[0].items():
                assert values.tobytes() == other[0][name].tobytes()
            assert one[1].tobytes() == other[1].tobytes()


def test_a_wrong_reward_type() -> None:
    with pytest.raises(ValueError, match="reward_type must be 'sparse' or 'dense', got 'spares'"):
        parallel_pool.make("FetchReach-v4", reward_type="spares")


@pytest.mark.parametrize("id", ["FetchReach-v4", "FetchPickAndPlaceDense-v4"])
def test_ids_conform(id: str) -> None:
    testing.check(id)


def test_python_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parents[3] / "docs" / "environments" / "robotics.md"
    assert run_document(page) == []
