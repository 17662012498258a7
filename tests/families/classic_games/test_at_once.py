# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Games in which all act at once equal PettingZoo's bit for bit, alone and in pools."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool.testing import assert_same

from tests.families.at_once import MODES, compare
from tests.families.classic_games.games import parallel_reference

ENVS = 4


class Games:
    """Games that are reset by the step after their end."""

    def __init__(self, count: int, **config: Any) -> None:
        self.games = [parallel_reference("rps-v2", **config) for _ in range(count)]

    def step(self, i: int, actions: dict[str, int]) -> tuple[Any, ...]:
        game = self.games[i]
        if not game.agents:
            observations, infos = game.reset()
            nothing = dict.fromkeys(observations, 0)
            return observations, nothing, nothing, nothing, infos
        return tuple(game.step(actions))


@MODES
def test_resets_at_any_time(mode: str) -> None:
    make = partial(parallel_reference, "rps-v2")
    compare("rps-v2", make, 60, seed=5, threads=2, mode=mode, max_cycles=7)


@given(
    num_actions=st.sampled_from([3, 5, 7, 15]),
    max_cycles=st.integers(1, 20),
    threads=st.integers(1, 3),
    stacked=st.booleans(),
)
@settings(max_examples=15, deadline=None)
def test_pool_equals_games(num_actions: int, max_cycles: int, threads: int, stacked: bool) -> None:
    config = {"num_actions": num_actions, "max_cycles": max_cycles}
    layout = "stacked" if stacked else "dict"
    envs = parallel_pool.make(
        "rps-v2", "parallel", num_envs=ENVS, num_threads=threads, layout=layout, **config
    )
    games = Games(ENVS, **config)
    agents = envs.possible_agents
    assert agents == games.games[0].possible_agents
    for agent in agents:
        assert envs.observation_space(agent) == games.games[0].observation_space(agent)
        assert envs.action_space(agent) == games.games[0].action_space(agent)

    def of(values: Any, i: int, agent: str) -> Any:
        return values[i, agents.index(agent)] if stacked else values[agent][i]

    seen, _ = envs.reset(seed=3)
    for i, game in enumerate(games.games):
        observations, _ = game.reset(seed=3 + i)
        for agent in agents:
            assert_same(np.array(of(seen, i, agent)), observations[agent])
    rng = np.random.default_rng(1)
    for _ in range(45):
        actions = rng.integers(0, num_actions, (ENVS, 2))
        arranged = actions if stacked else {agent: actions[:, i] for i, agent in enumerate(agents)}
        results = envs.step(arranged)
        for i in range(ENVS):
            own = dict(zip(agents, actions[i].tolist(), strict=True))
            observations, rewards, terminations, truncations, _ = games.step(i, own)
            for agent in agents:
                assert_same(np.array(of(results[0], i, agent)), observations[agent])
                assert of(results[1], i, agent) == rewards[agent]
                assert of(results[2], i, agent) == terminations[agent]
                assert of(results[3], i, agent) == truncations[agent]
                assert of(envs.alive, i, agent) == (agent in games.games[i].agents)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"num_actions": 4}, "num_actions must be odd, at least 3 and at most 1000001, got 4"),
        ({"num_actions": 1}, "num_actions must be odd, at least 3"),
        ({"max_cycles": 0}, "max_cycles must be at least 1, got 0"),
    ],
)
def test_options_are_checked(config: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make("rps-v2", "parallel", **config)
