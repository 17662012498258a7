# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The configuration as an option: merging, PerEnv, resets, refusals, goals."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import parallel_pool.pettingzoo
import pytest
from gymnasium.utils.env_checker import data_equivalence
from parallel_pool import EnvironmentFailure, PerEnv
from parallel_pool.errors import InvalidOptionError

from tests.cli.test_cli import invoke
from tests.families.highway.configurations import (
    CONTINUOUS,
    GOAL,
    KINEMATICS,
    LIDAR,
    META,
    TRACK_GRID,
    agents,
)


def test_config_is_merged_into_the_defaults() -> None:
    envs = parallel_pool.make("highway-v0", config={"observation": {"type": "LidarObservation"}})
    (config,) = envs.get_attr("config")
    assert config["observation"] == {"type": "LidarObservation"}
    assert config["vehicles_count"] == 50
    assert envs.single_observation_space.shape == (16, 2)


def test_numpy_values() -> None:
    """Arrays and numbers of NumPy count as lists and numbers of Python."""
    config = {
        "duration": np.int64(3),
        "action": {"type": "DiscreteMetaAction", "target_speeds": np.linspace(20, 30, 3)},
    }
    envs = parallel_pool.make("highway-fast-v0", config=config)
    (told,) = envs.get_attr("config")
    assert told["duration"] == 3
    assert told["action"]["target_speeds"] == [20.0, 25.0, 30.0]


def test_each_environment_has_its_own() -> None:
    configs = [{"duration": 1}, {"duration": 2}]
    envs = parallel_pool.make("highway-fast-v0", num_envs=2, config=PerEnv(configs), seed=0)
    envs.reset()
    truncated = envs.step([1, 1])[3]
    assert truncated.tolist() == [True, False]


def test_an_entry_beside_the_configuration() -> None:
    """The message names the option that it belongs in."""
    hint = r"did you mean config=\{'lanes_count': \.\.\.\}\?; its options are"
    with pytest.raises(InvalidOptionError, match=hint):
        parallel_pool.make("highway-v0", lanes_count=3)


def test_info_shows_the_configuration_whole() -> None:
    """A line for each entry, in 80 columns."""
    lines = invoke("info", "highway-fast-v0").stdout.splitlines()
    assert "   'lanes_count': 3," in lines


@pytest.mark.parametrize(
    ("id", "config", "message"),
    [
        (
            "highway-v0",
            {"lane_count": 3},
            r"config\['lane_count'\] is unknown .*, did you mean 'lanes_count'\?",
        ),
        ("highway-v0", {"duration": "long"}, r"config\['duration'\] must be a number, got 'long'"),
        (
            "highway-v0",
            {"lanes_count": 0},
            r"'lanes_count'\] must be from 1 to 1000, got 0",
        ),
        (
            "highway-v0",
            {"observation": {"type": "Kinematic"}},
            r"config\['observation'\]\['type'\] must be .*Kinematics.*, got 'Kinematic'",
        ),
        (
            "highway-v0",
            {"observation": {"type": "Kinematics", "features": ["z"]}},
            r"config\['observation'\]\['features'\] must be a list of presence, x,",
        ),
        (
            "highway-v0",
            {"observation": {"type": "Kinematics", "vehicles_count": 1}},
            r"config\['observation'\]\['vehicles_count'\] must be from 2 to 1000, got 1",
        ),
        (
            "highway-v0",
            {"observation": {"type": "TimeToCollision"}, "action": {"type": "ContinuousAction"}},
            "TimeToCollision needs actions of type DiscreteMetaAction",
        ),
        (
            "highway-v0",
            {"observation": {"type": "KinematicsGoal", "features": ["x"], "scales": [1]}},
            "KinematicsGoal needs a goal",
        ),
        ("racetrack-v0", {"action": {"type": "DiscreteMetaAction"}}, "racetracks need actions"),
        ("racetrack-oval-v0", {"length": 0}, r"config\['length'\] must be at least 1, because"),
        (
            "merge-v0",
            {"action": {"type": "ContinuousAction"}},
            "must be longitudinal or lateral, not both",
        ),
        (
            "highway-v0",
            {"other_vehicles_type": "mine.Vehicle"},
            r"config\['other_vehicles_type'\] must be IDMVehicle, LinearVehicle",
        ),
        ("highway-v0", {"policy_frequency": 20}, r"config\['policy_frequency'\] must be above 0"),
    ],
)
def test_refusals(id: str, config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(id, config=config)


def test_players_need_agents() -> None:
    with pytest.raises(ValueError, match="players=True needs a configuration with a MultiAgent"):
        parallel_pool.make("highway-v0", players=True)


@pytest.mark.parametrize(
    ("id", "observation", "action"),
    [
        ("highway-fast-v0", KINEMATICS, META),
        ("exit-v0", {"type": "ExitObservation"}, META),
        ("racetrack-v0", TRACK_GRID, CONTINUOUS | {"longitudinal": False}),
        ("parking-v0", GOAL, CONTINUOUS),
        ("intersection-v0", LIDAR, META | {"lateral": False}),
    ],
)
def test_agents_on_the_parallel_face(
    id: str, observation: dict[str, Any], action: dict[str, Any]
) -> None:
    """Each sees and does what is its part of the Tuples, until the first one ends."""
    config = {"controlled_vehicles": 3} | agents(observation, action)
    together = parallel_pool.make(id, config=config, autoreset_mode="Disabled")
    apart = parallel_pool.make(
        id, config=config, env_type="parallel", players=True, autoreset_mode="Disabled"
    )
    for seed in range(3):
        parts, _ = together.reset(seed=[seed])
        rows, _ = apart.reset(seed=[seed])
        together.action_space.seed(seed)
        while len(apart.agents) == 3:
            for i, part in enumerate(parts):
                assert data_equivalence(part, rows[f"agent_{i}"], exact=True)
            chosen = together.action_space.sample()
            parts, _, terminated, truncated, _ = together.step(chosen)
            rows, _, ends, cuts, _ = apart.step({f"agent_{i}": one for i, one in enumerate(chosen)})
            if terminated[0] or truncated[0]:
                assert all(ends[agent][0] or cuts[agent][0] for agent in ends)
                break


def test_a_reset_may_not_change_spaces() -> None:
    envs = parallel_pool.make("highway-fast-v0", seed=0)
    envs.reset()
    options = {"config": {"observation": {"type": "LidarObservation"}}}
    with pytest.raises(EnvironmentFailure, match="would change the spaces"):
        envs.reset(options=options)
    envs.reset(options={"config": {"duration": 1}})
    assert envs.step([1])[3].tolist() == [True]
    assert envs.step([1])[3].tolist() == [False]  # the reset
    assert envs.step([1])[3].tolist() == [True]


def test_states_keep_a_changed_configuration() -> None:
    envs = parallel_pool.make("highway-fast-v0", num_envs=2, seed=0)
    envs.reset()
    state = envs.get_state([0])
    envs.reset(options={"config": {"lanes_count": 2}, "reset_mask": np.array([True, False])})
    changed = envs.get_state([0])
    envs.set_state([1], changed)
    rows = envs.step([3, 3])[0]
    assert rows[0].tobytes() == rows[1].tobytes()
    envs.set_state([0], state)
    envs.set_state([1], state)
    rows = envs.step([3, 3])[0]
    assert rows[0].tobytes() == rows[1].tobytes()


def test_rewards_of_goals() -> None:
    """As the environment rewards its own goal, also for batches and each environment's weights."""
    weights = [[1, 0.3, 0, 0, 0.02, 0.02], [2, 0, 0, 0, 0, 0]]
    configs = PerEnv([{"reward_weights": one} for one in weights])
    envs = parallel_pool.make("parking-v0", num_envs=2, config=configs, seed=0)
    envs.reset()
    seen, rewards, *_ = envs.step(np.zeros((2, 2), np.float32))
    told = envs.call("compute_reward", seen["achieved_goal"], seen["desired_goal"], {})
    assert [float(told[i][i]) for i in range(2)] == pytest.approx(rewards.tolist(), rel=1e-15)
    single = gymnasium.make("parallel_pool/parking-v0").unwrapped
    goals = seen["achieved_goal"][0], seen["desired_goal"][0]
    assert single.compute_reward(*goals, {}) == rewards[0]
    with pytest.raises(AttributeError, match="compute_reward"):
        parallel_pool.make("highway-v0").get_attr("compute_reward")


def test_a_single_game() -> None:
    """Infos are nested, and agents leave one by one."""
    env = parallel_pool.pettingzoo.parallel_env("intersection-multi-agent-v1")
    assert set(env.reset(seed=0)[1]["agent_0"]["rewards"]) >= {"collision_reward"}
    for seed in range(20):
        env.reset(seed=seed)
        while env.agents:
            actions = {agent: env.action_space(agent).sample() for agent in env.agents}
            infos = env.step(actions)[4]
            assert {*infos} == {*actions}


def test_the_python_backend_names_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gymnasium, "registry", {})
    monkeypatch.setattr(parallel_pool.registry, "missing_reference", lambda _: "highway_env")
    with pytest.raises(gymnasium.error.DependencyNotInstalled, match=r"parallel_pool\[highway\]"):
        parallel_pool.make("highway-fast-v0", backend="python")
