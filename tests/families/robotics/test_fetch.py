# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The Fetch arm beside Gymnasium-Robotics' own environments: all bytes of all results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import testing

from tests.families.robotics.driver import MODES, play, randomly, repair
from tests.snippets import run_document

pytest.importorskip("gymnasium_robotics", reason="needs `make test-adapters`")

IDS = [
    f"Fetch{name}{suffix}-v4"
    for name in ("Reach", "Push", "Slide", "PickAndPlace")
    for suffix in ("", "Dense")
]


@pytest.fixture(autouse=True)
def _repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    repair(monkeypatch)


def picks_up(observation: dict[str, np.ndarray], step: int) -> np.ndarray:
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


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", IDS)
def test_random_actions(id: str, mode: str) -> None:
    play(id, mode, 105, [randomly(0, 4), randomly(1, 4)])


@pytest.mark.parametrize("id", ["FetchReach-v4", "FetchPush-v4", "FetchPickAndPlace-v4"])
def test_one_environment(id: str) -> None:
    play(id, "NextStep", 60, [randomly(0, 4)])


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
