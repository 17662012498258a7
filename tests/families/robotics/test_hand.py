# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The hand beside Gymnasium-Robotics' own environments: all bytes of all results."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import registry, testing

from tests.families.robotics.driver import MODES, play, randomly, repair

pytest.importorskip("gymnasium_robotics", reason="needs `make test-adapters`")

IDS = [id for id in registry.family_of("HandReach-v3").ids if id.startswith("Hand")]
TURN = "HandManipulateBlockRotateXYZ-v1"


@pytest.fixture(autouse=True)
def _repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    repair(monkeypatch)


def run(id: str, mode: str, steps: int, **options: Any) -> int:
    return play(id, mode, steps, [randomly(0, 20), randomly(1, 20)], **options)


@pytest.mark.parametrize("id", IDS)
def test_random_actions(id: str) -> None:
    """Several episodes: each begins with what the last one has left in the solver."""
    run(id, MODES[IDS.index(id) % 3], 26, max_episode_steps=8)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", ["HandReach-v3", TURN, "HandManipulatePen-v1"])
def test_goals_are_reached(id: str, mode: str) -> None:
    """With thresholds that random actions reach."""
    options: dict[str, Any] = {"distance_threshold": 0.15}
    if id != "HandReach-v3":
        options |= {"rotation_threshold": 2.0}
    if "Pen" in id:
        del options["distance_threshold"]
    assert run(id, mode, 40, max_episode_steps=18, **options) >= 3


@pytest.mark.parametrize(
    "options",
    [
        {"target_position": "fixed", "target_rotation": "z"},
        {"randomize_initial_position": False, "randomize_initial_rotation": False},
        {"ignore_z_target_rotation": True, "reward_type": "dense"},
    ],
)
def test_options(options: dict[str, Any]) -> None:
    run("HandManipulateEgg-v1", "NextStep", 12, max_episode_steps=5, **options)


@pytest.mark.parametrize("touch", ["log", "off"])
def test_what_is_felt(touch: str) -> None:
    id = "HandManipulateBlock_ContinuousTouchSensors-v1"
    run(id, "NextStep", 12, max_episode_steps=5, touch_get_obs=touch)


def test_objects_that_fall_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are drawn and settled until they stay; the palm is raised, so that many have fallen."""
    from gymnasium_robotics.envs.shadow_dexterous_hand import manipulate
    from parallel_pool.families.robotics import hand

    palm = 0.1668
    lost: list[dict[int, Any]] = []
    tries: list[bool] = []
    ours, theirs = hand.Manipulate._lost, manipulate.MujocoManipulateEnv._reset_sim

    def ours_with_count(*arguments: Any) -> Any:
        lost.append(ours(*arguments))
        return lost[-1]

    def theirs_with_count(env: Any) -> bool:
        center = env.model.site("object:center").id
        tries.append(bool(theirs(env)) and bool(env.data.site_xpos[center][2] > palm))
        return tries[-1]

    monkeypatch.setattr(hand, "_ON_THE_PALM", palm)
    monkeypatch.setattr(hand.Manipulate, "_lost", ours_with_count)
    monkeypatch.setattr(manipulate.MujocoManipulateEnv, "_reset_sim", theirs_with_count)
    run("HandManipulateEgg-v1", "SameStep", 6, max_episode_steps=2)
    assert sum(map(len, lost)) >= tries.count(False) > 0


@pytest.mark.parametrize("id", ["HandReach-v3", TURN, "HandManipulateEggFull-v1"])
@pytest.mark.parametrize("reward_type", ["sparse", "dense"])
def test_rewards_of_goals_in_batches(id: str, reward_type: str) -> None:
    reference: Any = gymnasium.make(id, reward_type=reward_type).unwrapped
    generator = np.random.default_rng(0)
    size = 15 if id == "HandReach-v3" else 7
    desired = generator.uniform(-1, 1, (60, size))
    achieved = desired + generator.uniform(-0.004, 0.004, (60, size))
    if size == 7:
        for poses in (achieved, desired):
            poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=-1, keepdims=True)
    with parallel_pool.make(id, num_envs=1, reward_type=reward_type) as envs:
        for a, b in ((achieved, desired), (achieved[0], desired[0])):
            found = envs.call("compute_reward", a, b, {})[0]
            expected = reference.compute_reward(a, b, {})
            assert found.dtype == expected.dtype
            assert found.tobytes() == expected.tobytes()
        assert len(np.unique(found)) >= 1


def test_rewards_of_pens_in_batches() -> None:
    """The reference turns one row of a batch only; here each is as in a step."""
    id = "HandManipulatePenDense-v1"
    reference: Any = gymnasium.make(id).unwrapped
    generator = np.random.default_rng(0)
    achieved, desired = generator.uniform(-1, 1, (2, 20, 7))
    with parallel_pool.make(id, num_envs=1) as envs:
        found = envs.call("compute_reward", achieved, desired, {})[0]
        pairs = zip(achieved, desired, strict=True)
        assert found.tolist() == [reference.compute_reward(a, b, {}) for a, b in pairs]


@pytest.mark.parametrize("id", ["HandReach-v3", "HandManipulateBlock_BooleanTouchSensors-v1"])
def test_states_continue_equally(id: str) -> None:
    """In a pool with another seed and other threads, also into the next episode."""
    options: dict[str, Any] = {"num_envs": 3, "max_episode_steps": 12}
    with (
        parallel_pool.make(id, num_threads=1, **options) as envs,
        parallel_pool.make(id, num_threads=3, **options) as others,
    ):
        envs.reset(seed=1)
        others.reset(seed=9)
        generator = np.random.default_rng(2)
        for _ in range(6):
            envs.step(generator.uniform(-1, 1, (3, 20)).astype(np.float32))
        others.set_state([0, 1, 2], envs.get_state([0, 1, 2]))
        for _ in range(20):
            actions = generator.uniform(-1, 1, (3, 20)).astype(np.float32)
            one, other = envs.step(actions), others.step(actions)
            for name, values in one[0].items():
                assert values.tobytes() == other[0][name].tobytes()
            assert one[1].tobytes() == other[1].tobytes()


@pytest.mark.parametrize(
    ("option", "value"),
    [("target_position", "here"), ("target_rotation", "fixed"), ("touch_get_obs", "bool")],
)
def test_wrong_options(option: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"{option} must be one of .*got '{value}'"):
        parallel_pool.make("HandManipulateEgg_BooleanTouchSensors-v1", **{option: value})


@pytest.mark.parametrize("id", ["HandReach-v0", "HandManipulateBlock_BooleanTouchSensorsDense-v1"])
def test_ids_conform(id: str) -> None:
    testing.check(id)
