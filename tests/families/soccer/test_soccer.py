# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Soccer equals dm_control's bit for bit: draws, pitches, rules and what players see."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same

from tests.families.soccer.states import rewrite

pytest.importorskip("dm_control")
mujoco = pytest.importorskip("mujoco")
with warnings.catch_warnings(action="ignore"):
    from dm_control.locomotion import soccer

pytestmark = pytest.mark.filterwarnings("ignore")
ID = "DmcSoccerBoxhead-v1"
ANT = "DmcSoccerAnt-v1"


def striker(seen: dict[str, np.ndarray]) -> list[float]:
    """Runs behind the ball and then with it towards the opponents' goal."""
    ball = seen["ball_ego_position"].ravel()[:2]
    goal = seen["opponent_goal_mid"].ravel()[:2]
    way = (goal - ball) / np.linalg.norm(goal - ball)
    is_behind = ball @ way > 0.8 * np.linalg.norm(ball)
    x, y = ball if is_behind else ball - 2.5 * way
    return [1.0, float(np.clip(-2 * np.arctan2(y, x), -1, 1)), 0.0]


# Where the ball is kicked from, and how: into the goals, and over the lines beside them.
KICKS = ((25, 0, 60, 0), (0, 17, 3, 50), (-25, 0, -60, 0), (5, -17, -2, -50))


def kick(envs: Any, reference: Any, at: tuple[float, ...]) -> None:
    """Kicks the ball by hand, in the reference's data and in the numbers of a saved state."""
    physics = reference.physics
    ball = physics.model.joint("soccer_ball/")
    changes = []
    for numbers, first, new in (
        (physics.data.qpos, int(ball.qposadr[0]), at[:2]),
        (physics.data.qvel, int(ball.dofadr[0]), at[2:]),
    ):
        old = numbers.tobytes()
        numbers[first : first + 2] = new
        changes.append((old, numbers.tobytes()))
    rewrite(envs, 0, changes)
    mujoco.mj_step1(physics.model.ptr, physics.data.ptr)  # as a load does


def play(
    steps: int, seed: int, lazy: bool = True, kick_every: int = 0, id: str = ID, **config: Any
) -> tuple[int, int, int]:
    """Compares a match step by step; returns the number of goals, throw-ins and episodes.

    The home team plays, and the other one stands around or plays too.
    """
    with warnings.catch_warnings(action="ignore"):
        walker = soccer.WalkerType.ANT if id == ANT else soccer.WalkerType.BOXHEAD
        options = {"team_size": 2, "walker_type": walker} | config
        reference = soccer.load(random_state=seed, **options)
    envs = parallel_pool.make(id, "parallel", num_envs=1, seed=seed, **config)
    agents = envs.possible_agents
    rng = np.random.default_rng(seed)
    goals = throws = episodes = 0
    expected = reference.reset()
    seen, _ = envs.reset()
    for number in range(steps):
        for i, agent in enumerate(agents):
            wanted = expected.observation[i]
            assert wanted.keys() == seen[agent].keys()
            for name, array in wanted.items():
                what = f"step {number}, {agent}, {name}"
                assert_same(seen[agent][name][0], np.asarray(array), what)
        if kick_every and number % kick_every == 3 and not expected.last():
            kick(envs, reference, KICKS[number // kick_every % len(KICKS)])
        size = envs.action_space(agents[0]).shape
        actions = np.clip(rng.normal(scale=0.4, size=(len(agents), *size)), -1, 1)
        for i, team in enumerate(expected.observation):
            if id == ID and (i < len(agents) // 2 or not lazy):
                actions[i] = striker(team)
        was_last = expected.last()
        throws += bool(reference.task.arena.detected_off_court()) and not was_last
        expected = reference.step(list(actions))
        seen, rewards, terminations, truncations, _ = envs.step(
            {agent: actions[None, i] for i, agent in enumerate(agents)}
        )
        ended = terminations[agents[0]][0], truncations[agents[0]][0]
        assert ended == (
            expected.last() and expected.discount == 0,
            bool(expected.last() and expected.discount == 1),
        )
        episodes += expected.last()
        for i, agent in enumerate(agents):
            wanted = 0.0 if was_last else float(expected.reward[i])
            assert rewards[agent][0] == wanted, f"step {number}, {agent}"
        goals += bool(rewards[agents[0]][0])
    return goals, throws, episodes


@pytest.mark.parametrize(
    ("steps", "config"),
    [
        (60, {}),
        (40, {"team_size": 1, "lazy": False, "time_limit": 0.3}),
        (40, {"team_size": 1, "enable_field_box": True, "terminate_on_goal": False}),
        (30, {"team_size": 3, "disable_walker_contacts": True, "time_limit": 0.5}),
        (30, {"team_size": 1, "keep_aspect_ratio": True, "time_limit": 0.25}),
        (40, {"id": ANT, "time_limit": 0.5}),
        (30, {"id": ANT, "team_size": 1, "enable_field_box": True, "keep_aspect_ratio": True}),
        (15, {"id": ANT, "team_size": 3, "disable_walker_contacts": True}),
    ],
)
def test_match_equals_the_reference(steps: int, config: dict[str, Any]) -> None:
    _, _, episodes = play(steps, 3, **config)
    assert (episodes > 0) == ("time_limit" in config)


@pytest.mark.parametrize("id", [ID, ANT])
@pytest.mark.parametrize("terminate_on_goal", [True, False])
def test_goals_and_throw_ins(terminate_on_goal: bool, id: str) -> None:
    goals, throws, episodes = play(
        150, 4, kick_every=35, id=id, team_size=1, terminate_on_goal=terminate_on_goal
    )
    assert goals > 0
    assert throws > 0
    assert (episodes > 0) == terminate_on_goal


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_large_teams_and_whole_episodes() -> None:
    play(100, 1, team_size=11)
    play(30, 1, id=ANT, team_size=11)
    play(1900, 2, team_size=1, lazy=False)
    play(1900, 2, id=ANT, team_size=1)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"team_size": 12}, "team_size must be 1 to 11, got 12"),
        ({"time_limit": 0.0}, "time_limit must be above 0"),
        ({"walker_type": "HUMANOID"}, "fetches from the web"),
        ({"walker_type": "CAT"}, "walker_type must be BOXHEAD or ANT, got 'CAT'"),
    ],
)
def test_options_are_checked(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(ID, "parallel", **config)


def test_spaces_have_the_reference_s_dtypes() -> None:
    """One entry is a flag, in every space and on every face."""
    with warnings.catch_warnings(action="ignore"):
        expected = soccer.load(team_size=1).observation_spec()[0]
    envs = parallel_pool.make(ID, "parallel", team_size=1, num_envs=2)
    space = envs.observation_space("home0")
    assert {name: part.dtype for name, part in space.items()} == {
        name: spec.dtype for name, spec in expected.items()
    }
    assert space["stats_teammate_spread_out"].contains(np.array([True]))
    rows = parallel_pool.make(ID, team_size=1, num_envs=2)
    assert rows.reset()[0]["stats_teammate_spread_out"].dtype == np.bool_
