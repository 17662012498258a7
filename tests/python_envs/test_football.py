# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Google Research Football in a pool, beside the package alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing.compare import assert_same

pytest.importorskip("gfootball.env")
from gfootball.env import create_environment
from parallel_pool.tools.zoo.football import Football, FootballPlayer

# The package warns of itself and of gym.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

SEED = 6
KEEPER, ELEVEN = "academy_3_vs_1_with_keeper", "11_vs_11_stochastic"


def alone(scenario: str, left: int, right: int, representation: str, seed: int) -> Any:
    return create_environment(
        env_name=scenario,
        representation=representation,
        rewards="scoring,checkpoints",
        number_of_left_players_agent_controls=left,
        number_of_right_players_agent_controls=right,
        other_config_options={"game_engine_random_seed": seed},
    )


def actions_of(rng: np.random.Generator, num_players: int) -> np.ndarray:
    """Runs to the right that end with shots, among random actions."""
    runs = rng.choice([5, 12, 13], num_players, p=[0.8, 0.1, 0.1])
    return np.where(rng.random(num_players) < 0.3, rng.integers(0, 19, num_players), runs)


@pytest.mark.parametrize(
    ("scenario", "left", "right", "representation", "steps"),
    [
        (KEEPER, 3, 0, "extracted", 25),
        (KEEPER, 4, 2, "simple115v2", 60),
        (ELEVEN, 11, 11, "simple115v2", 25),
        ("11_vs_11_kaggle", 2, 1, "simple115", 25),
        ("academy_empty_goal_close", 0, 1, "simple115v2", 25),
    ],
)
def test_agents_equal_the_package_s(
    scenario: str, left: int, right: int, representation: str, steps: int
) -> None:
    players = left + right
    make = partial(Football, scenario, left, right, representation, rewards="scoring,checkpoints")
    envs = parallel_pool.make_python(make, 2, env_type="parallel", autoreset_mode="Disabled")
    observations, _ = envs.reset(seed=SEED)
    theirs = [alone(scenario, left, right, representation, SEED + i) for i in range(2)]
    expected = [np.asarray(env.reset()) for env in theirs]
    rng = np.random.default_rng(SEED)
    agents = envs.possible_agents
    ended = 0
    for _ in range(steps):
        for i, one in enumerate(expected):
            rows = one.reshape(players, -1)
            for k, agent in enumerate(agents):
                assert_same(observations[agent][i].reshape(-1), rows[k])
        actions = [actions_of(rng, players) for _ in theirs]
        observations, rewards, over, _, infos = envs.step(
            {agent: np.array([a[k] for a in actions]) for k, agent in enumerate(agents)}
        )
        results = [
            env.step(a if players > 1 else int(a[0]))
            for env, a in zip(theirs, actions, strict=True)
        ]
        expected = [np.asarray(result[0]) for result in results]
        for i, (_, reward, done, info) in enumerate(results):
            for k, agent in enumerate(agents):
                assert np.float32(rewards[agent][i]) == np.float32(np.ravel(reward)[k])
                assert over[agent][i] == done
                assert infos[agent]["score_reward"][i] == info["score_reward"]
        if any(result[2] for result in results):
            ended += 1
            seed = SEED + 10 * ended
            observations, _ = envs.reset(seed=seed)
            theirs = [alone(scenario, left, right, representation, seed + i) for i in range(2)]
            expected = [np.asarray(env.reset()) for env in theirs]
    envs.close()
    assert ended > 0 or steps < 60


@pytest.mark.parametrize("env_type", ["gymnasium", "dm"])
def test_rows_of_players(env_type: str) -> None:
    """Rows are those of the parallel face, in the order of environments and players."""
    make = partial(Football, KEEPER, 3, 1, "extracted")
    parallel = parallel_pool.make_python(make, 2, env_type="parallel", seed=SEED)
    rows = parallel_pool.make_python(make, 2, env_type=env_type, seed=SEED)
    by_agent, result = parallel.reset()[0], rows.reset()
    actions = np.random.default_rng(SEED).integers(0, 19, (5, 2, 4))
    for joint in actions:
        observations = result.observation.obs if env_type == "dm" else result[0]
        expected = np.stack([by_agent[agent] for agent in parallel.possible_agents], axis=1)
        assert_same(observations, expected.reshape(8, 72, 96, 4))
        columns = zip(parallel.possible_agents, joint.T, strict=True)
        by_agent, result = parallel.step(dict(columns))[0], rows.step(joint.reshape(-1))
    parallel.close()
    rows.close()


@pytest.mark.parametrize(
    "make",
    [
        partial(Football, KEEPER, 2, 1, rewards="scoring,checkpoints"),
        partial(FootballPlayer, "11_vs_11_kaggle", "extracted", stacked=True),
    ],
)
def test_states(make: Callable[[], Any]) -> None:
    """Saved matches go on alike in other pools, also in the episodes after them."""
    saved = parallel_pool.make_python(make, 2, 2, seed=SEED)
    other = parallel_pool.make_python(make, 2, 2, seed=SEED + 90)
    rng = np.random.default_rng(SEED)
    rows = len(saved.reset()[0])
    other.reset()
    for _ in range(8):
        saved.step(actions_of(rng, rows))
        other.step(actions_of(rng, rows))
    other.set_state([0, 1], saved.get_state())
    for _ in range(10):
        actions = actions_of(rng, rows)
        assert_same(other.step(actions), saved.step(actions))
    assert_same(other.reset(), saved.reset())
    actions = actions_of(rng, rows)
    assert_same(other.step(actions), saved.step(actions))
    saved.close()
    other.close()


def test_one_player_s_episodes() -> None:
    """A seed decides the episodes, also the second one, which is another."""
    make = partial(FootballPlayer, "academy_run_to_score")
    episodes = []
    for seeded in (partial(make, seed=SEED), make):
        env = seeded()
        env.reset(seed=SEED if seeded is make else None)
        steps = [env.step(5)[0] for _ in range(12)]
        env.reset()
        episodes.append((steps, [env.step(5)[0] for _ in range(12)]))
        env.close()
    assert_same(episodes[0], episodes[1])
    assert any((a != b).any() for a, b in zip(*episodes[0], strict=True))
    theirs = alone("academy_run_to_score", 1, 0, "simple115v2", SEED)
    theirs.reset()
    assert_same(episodes[0][0], [theirs.step(5)[0] for _ in range(12)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere",), "there is no scenario 'nowhere'; known: 11_vs_11_competition, "),
        ((KEEPER, 5), "up to 4 left_players and 2 right_players, .* got 5 and 0"),
        ((KEEPER, 0), "needs at least one player, got 0 and 0"),
        ((KEEPER, 1, 0, "raw"), "representation must be one of simple115v2, .* got 'raw'"),
    ],
)
def test_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Football(*arguments)


def test_seeds_and_options_that_the_engine_has_not() -> None:
    env = FootballPlayer("academy_empty_goal_close")
    with pytest.raises(ValueError, match="from 0 to 4294967295, got 4294967296"):
        env.reset(seed=2**32)
    with pytest.raises(ValueError, match=r"takes no options at a reset, got \{'goal': 1\}"):
        env.reset(options={"goal": 1})
    env.close()
