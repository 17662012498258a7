# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The mazes beside Gymnasium-Robotics' own environments: all bytes of all results."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import PerEnv, testing
from parallel_pool.families.robotics.maps import MAPS

from tests.families.robotics.driver import MODES, play, randomly, repair

pytest.importorskip("gymnasium_robotics", reason="needs `make test-adapters`")

ANTS = ("AntMaze_{}-v3", "AntMaze_{}-v4", "AntMaze_{}-v5")
AGENTS = ("PointMaze_{}-v3", *ANTS)
# Goals beside the start, which are reached by moving.
SMALL = [[1, 1, 1, 1], [1, "r", "g", 1], [1, "g", "g", 1], [1, 1, 1, 1]]


@pytest.fixture(autouse=True)
def _repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    repair(monkeypatch)


def run(id: str, mode: str, steps: int, **options: Any) -> int:
    size = 2 if id.startswith("Point") else 8
    return play(id, mode, steps, [to_goal if size == 2 else randomly(0, 8)] * 2, **options)


def to_goal(observation: Any, step: int) -> np.ndarray:
    way: np.ndarray = observation["desired_goal"] - observation["achieved_goal"]
    return 3 * way - observation["observation"][2:]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dense", ["", "Dense"])
@pytest.mark.parametrize("name", MAPS)
def test_balls(name: str, dense: str, mode: str) -> None:
    run(f"PointMaze_{name}{dense}-v3", mode, 130, max_episode_steps=60)


@pytest.mark.parametrize("agent", ANTS)
@pytest.mark.parametrize("dense", ["", "Dense"])
@pytest.mark.parametrize("name", MAPS)
def test_ants(name: str, dense: str, agent: str) -> None:
    run(agent.format(name + dense), "NextStep", 26, max_episode_steps=12)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("agent", AGENTS)
def test_goals_are_reached(agent: str, moves: bool, ends: bool, mode: str) -> None:
    """Goals move, or end episodes, as the reference's."""
    options: dict[str, Any] = {"maze_map": SMALL, "continuing_task": not ends}
    if "Ant" in agent and "-v3" in agent:
        if moves:
            pytest.skip("version 3 has no such option")
    else:
        options["reset_target"] = moves
    cells = {"goal_cell": np.array([1, 2]), "reset_cell": np.array([1, 2])}
    id = agent.format("UMaze")
    reached = run(id, mode, 90, first=cells, max_episode_steps=40, **options)
    assert reached > 0 or ("-v3" in id and "Ant" in id)


def test_cells_are_checked() -> None:
    with parallel_pool.make("PointMaze_UMaze-v3", num_envs=1) as envs:
        envs.reset(seed=0)
        for cell, message in (
            ([1, 9], r"goal_cell \(1, 9\) is beyond the map"),
            ([-1, 1], r"goal_cell \(-1, 1\) is beyond the map"),
            ([0, 0], r"goal_cell \(0, 0\) is a wall"),
        ):
            with pytest.raises(parallel_pool.EnvironmentFailure, match=message):
                envs.reset(options={"goal_cell": np.array(cell)})
            envs.reset()
        with pytest.raises(TypeError, match=r"'goal_cell' must be tuple\[int, int\]"):
            envs.reset(options={"goal_cell": np.array([1.0, 1.0])})
    with parallel_pool.make("AntMaze_UMaze-v5", num_envs=1) as envs:
        for cell, message in (
            ([1, 9], "beyond the map"),
            ([0, 0], "is a wall"),
            ([1.0, 1.0], "a row and a column"),
        ):
            with pytest.raises(parallel_pool.EnvironmentFailure, match=message):
                envs.reset(options={"goal_cell": np.array(cell)})
            envs.reset()


def test_options_are_checked() -> None:
    for name, value, message in (
        ("reward_type", "none", "reward_type must be 'sparse' or 'dense', got 'none'"),
        ("position_noise_range", -0.1, "position_noise_range must be a number from 0 on"),
        ("position_noise_range", float("nan"), "position_noise_range must be a number from 0 on"),
    ):
        with pytest.raises(ValueError, match=message):
            parallel_pool.make("PointMaze_UMaze-v3", **{name: value})
    for maze_map, message in (
        ([[1, 1], [1]], "of equal length"),
        ([[1, "x"]], "must be 0, 1, 'r', 'g' or 'c', got {'x'}"),
        ([[1, 1]], "no cell for a goal"),
        ([], "a list of lists of equal length"),
    ):
        for id in ("PointMaze_UMaze-v3", "AntMaze_UMaze-v5"):
            with pytest.raises(ValueError, match=message):
                parallel_pool.make(id, maze_map=maze_map)
    with pytest.raises(ValueError, match="must be 0, 1, 'r', 'g' or 'c'"):
        parallel_pool.make("AntMaze_UMaze-v5", maze_map=[[1, np.zeros(2)]])
    with pytest.raises(TypeError, match=r"must be list\[list\[int \| str\]\]"):
        parallel_pool.make("PointMaze_UMaze-v3", maze_map=[[1, np.zeros(2)]])


@pytest.mark.parametrize("id", ["PointMaze_UMaze-v3", "AntMaze_UMazeDense-v5"])
def test_rewards_of_goals_in_batches(id: str) -> None:
    reference: Any = gymnasium.make(id, continuing_task=False).unwrapped
    generator = np.random.default_rng(0)
    achieved, desired = generator.uniform(-0.5, 0.5, (2, 50, 2))
    with parallel_pool.make(id, num_envs=1, continuing_task=False) as envs:
        rewards = envs.call("compute_reward", achieved, desired, {})[0]
        ends = envs.call("compute_terminated", achieved, desired, {})[0]
        assert rewards.tobytes() == reference.compute_reward(achieved, desired, {}).tobytes()
        assert ends.tolist() == [
            reference.compute_terminated(a, d, {}) for a, d in zip(achieved, desired, strict=True)
        ]
        assert {True, False} == {*ends.tolist()}
    reference.close()


def test_states_keep_what_is_drawn_later() -> None:
    """Goals that move after a saved state are those of the pool that it was saved in."""
    options: dict[str, Any] = {"maze_map": SMALL, "reset_target": True, "num_envs": 3}
    with (
        parallel_pool.make("PointMaze_UMaze-v3", num_threads=1, **options) as envs,
        parallel_pool.make("PointMaze_UMaze-v3", num_threads=3, **options) as others,
    ):
        observed, _ = envs.reset(seed=1)
        others.reset(seed=9)
        others.set_state([0, 1, 2], envs.get_state([0, 1, 2]))
        goals = set()
        for _ in range(200):
            actions = np.clip(
                [to_goal({k: v[i] for k, v in observed.items()}, 0) for i in range(3)], -1, 1
            ).astype(np.float32)
            one, other = envs.step(actions), others.step(actions)
            observed = one[0]
            for name, values in observed.items():
                assert values.tobytes() == other[0][name].tobytes()
            goals |= {goal.tobytes() for goal in observed["desired_goal"]}
        assert len(goals) > 6


def test_mazes_differ_between_environments() -> None:
    """A ball rolls, and is shown, as in a pool of its own, also in a maze that it gets later."""
    id, mazes = "PointMaze_UMaze-v3", [SMALL, MAPS["Open"]]
    made: dict[str, Any] = {"num_envs": 1, "render_mode": "rgb_array"}
    with (
        parallel_pool.make(id, **made | {"num_envs": 2}, maze_map=PerEnv(mazes)) as both,
        parallel_pool.make(id, **made, maze_map=mazes[0]) as small,
        parallel_pool.make(id, **made, maze_map=mazes[1]) as open_,
    ):
        for pair in ((small, open_), (open_, small)):
            observed, _ = both.reset(seed=[3, 4])
            alone = [one.reset(seed=[3 + i])[0] for i, one in enumerate(pair)]
            for _ in range(40):
                for i in range(2):
                    for name, values in alone[i].items():
                        assert values[0].tobytes() == observed[name][i].tobytes()
                action = np.clip(observed["desired_goal"] - observed["achieved_goal"], -1, 1)
                observed = both.step(action.astype(np.float32))[0]
                alone = [one.step(action[[i]].astype(np.float32))[0] for i, one in enumerate(pair)]
            for frame, one in zip(both.render(), pair, strict=True):
                assert frame.tobytes() == one.render()[0].tobytes()
            both.set_config(maze_map=PerEnv(mazes[::-1]))


@pytest.mark.parametrize("id", ["PointMaze_Medium_Diverse_GR-v3", "AntMaze_UMaze-v5"])
def test_ids_conform(id: str) -> None:
    testing.check(id)


def test_a_map_without_another_cell() -> None:
    """The reference draws starts for ever."""
    message = "no cell for a start that is not at the goal"
    for id in ("PointMaze_UMaze-v3", "AntMaze_UMaze-v5"):
        with pytest.raises(ValueError, match=message):
            parallel_pool.make(id, maze_map=[[0]])
    far = {"maze_map": [[0]], "position_noise_range": 2.0}
    with parallel_pool.make("PointMaze_UMaze-v3", num_envs=1, **far) as envs:
        envs.reset(seed=0)
