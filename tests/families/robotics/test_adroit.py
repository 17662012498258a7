# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The Adroit hand beside Gymnasium-Robotics' own environments: all bytes of all results."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import testing

from tests.families.robotics.driver import MODES, play, randomly, repair

pytest.importorskip("gymnasium_robotics", reason="needs `make test-adapters`")

TASKS = {"Door": 28, "Hammer": 26, "Pen": 24, "Relocate": 30}
IDS = [f"AdroitHand{task}{suffix}-v1" for task in TASKS for suffix in ("", "Sparse")]


@pytest.fixture(autouse=True)
def _repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    repair(monkeypatch)


def policies(id: str) -> list[Any]:
    [size] = [size for task, size in TASKS.items() if task in id]
    return [randomly(0, size), randomly(1, size)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", IDS)
def test_random_actions(id: str, mode: str) -> None:
    play(id, mode, 210, policies(id))


def begun(task: str) -> list[dict[str, Any]]:
    """States from which the tasks are done, or nearly."""
    env: Any = gymnasium.make(f"AdroitHand{task}-v1").unwrapped
    states = []
    for seed in range(2):
        env.reset(seed=seed)
        state = {name: env.get_env_state()[name] for name in env._state_space}
        if task == "Door":
            state["qpos"][env.door_hinge_addrs] = (1.345, 0.9)[seed]
        elif task == "Hammer":
            depth = env.model.joint("nail_dir")
            state["qpos"][depth.qposadr[0]] = (0.086, 0.075)[seed]
            state["qpos"][env.model.joint("OBJTz").qposadr[0]] += 0.1
        elif task == "Pen":
            state["desired_orien"] = env.model.body_quat[env.obj_body_id].copy()
        elif task == "Relocate":
            state["target_pos"] = state["obj_pos"] + [0.0, 0.02, (0.03, 0.08)[seed]]
            state["qpos"][env.model.joint("OBJTz").qposadr[0]] += 0.05
        states.append({"initial_state_dict": state})
    env.close()
    return states


@pytest.mark.parametrize("suffix", ["", "Sparse"])
@pytest.mark.parametrize("task", TASKS)
def test_states_are_taken_and_tasks_are_done(task: str, suffix: str) -> None:
    """Also in the episodes that follow, as what a state has set lives on in the model."""
    id = f"AdroitHand{task}{suffix}-v1"
    first, second = begun(task)
    assert play(id, "NextStep", 210, policies(id), first) >= 1
    play(id, "SameStep", 30, policies(id), second, max_episode_steps=20)


def test_states_that_are_none() -> None:
    with parallel_pool.make("AdroitHandDoor-v1", num_envs=1) as envs:
        envs.reset(seed=0)
        state = {"qpos": np.zeros(30), "qvel": np.zeros(29), "door_body_pos": np.zeros(3)}
        with pytest.raises(parallel_pool.EnvironmentFailure, match=r"must have qpos \(30,\), qvel"):
            envs.reset(options={"initial_state_dict": state})
        envs.reset()
    with pytest.raises(ValueError, match="must be 'dense' or 'sparse', got 'spares'"):
        parallel_pool.make("AdroitHandPen-v1", reward_type="spares")


@pytest.mark.parametrize("task", TASKS)
def test_states_continue_equally(task: str) -> None:
    """In a pool with another seed and other threads; parameters of models go with them."""
    id = f"AdroitHand{task}-v1"
    with (
        parallel_pool.make(id, num_envs=3, num_threads=1) as envs,
        parallel_pool.make(id, num_envs=3, num_threads=3) as others,
    ):
        envs.reset(seed=1)
        others.reset(seed=9)
        generator = np.random.default_rng(2)
        shape = envs.action_space.shape
        for _ in range(10):
            envs.step(generator.uniform(-1, 1, shape).astype(np.float32))
        others.set_state([0, 1, 2], envs.get_state([0, 1, 2]))
        for _ in range(20):
            actions = generator.uniform(-1, 1, shape).astype(np.float32)
            one, other = envs.step(actions), others.step(actions)
            assert one[0].tobytes() == other[0].tobytes()
            assert one[1].tobytes() == other[1].tobytes()


@pytest.mark.parametrize("task", TASKS)
def test_ids_conform(task: str) -> None:
    testing.check(f"AdroitHand{task}-v1")
