# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Single environments are PettingZoo's classes and pass its own tests."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from parallel_pool.testing import assert_same

from tests.families.agents_alone import assert_passes, assert_plays_the_same, warned
from tests.families.classic_games.games import TURNS, old_names, parallel_reference, pick, reference

pettingzoo = pytest.importorskip("pettingzoo")
with old_names():
    from pettingzoo.test import api_test, seed_test
from parallel_pool.errors import InvalidActionError  # noqa: E402
from parallel_pool.pettingzoo import env, parallel_env  # noqa: E402
from pettingzoo.utils import BaseWrapper  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

TURN_IDS = pytest.mark.parametrize("id", TURNS)


@TURN_IDS
def test_api(id: str) -> None:
    """The game passes with no more warnings than the reference causes."""
    assert isinstance(env(id), pettingzoo.AECEnv)
    assert warned(api_test, env(id), num_cycles=30) <= warned(
        api_test, reference(id), num_cycles=30
    )


@TURN_IDS
def test_seeds(id: str) -> None:
    seed_test(partial(env, id), num_cycles=50)


def test_parallel_api() -> None:
    make = partial(parallel_env, "rps-v2")
    assert isinstance(make(), pettingzoo.ParallelEnv)
    assert_passes(make, partial(parallel_reference, "rps-v2"), 50)


@TURN_IDS
def test_game_equals_the_reference(id: str) -> None:
    """Move by move, through the steps of agents whose game is over."""
    EnvLogger.suppress_output()
    ours, theirs = env(id), reference(id)
    assert str(ours) == str(theirs)
    rng = np.random.default_rng(0)
    for episode in range(25):
        for game in (ours, theirs):
            game.reset(seed=episode if episode % 3 else None if episode else 0)
        if episode and not episode % 3 and id.startswith("leduc"):
            continue  # both go on with a stream that is theirs
        steps = zip(ours.agent_iter(), theirs.agent_iter(), strict=False)
        for agent, expected in steps:
            assert agent == expected
            assert ours.agents == theirs.agents
            assert_same(ours.last()[0], theirs.last()[0])
            assert ours.last()[1:] == theirs.last()[1:]
            for name in ("rewards", "terminations", "truncations", "infos"):
                assert getattr(ours, name) == getattr(theirs, name), name
            for other in ours.possible_agents:
                assert_same(ours.observe(other), theirs.observe(other))
                assert ours.observation_space(other) == theirs.observation_space(other)
                assert ours.action_space(other) == theirs.action_space(other)
            observation, _, terminated, truncated, _ = ours.last()
            over = terminated or truncated
            action = None if over else pick(rng, observation["action_mask"], 0.04)
            ours.step(action)
            theirs.step(action)
        assert ours.agents == theirs.agents == []


@TURN_IDS
def test_bad_actions_are_refused_as_by_the_reference(id: str) -> None:
    for game in (env(id), reference(id)):
        game.reset(seed=0)
        for action in (99, -1, None):
            with pytest.raises(AssertionError, match="action is not in action space"):
                game.step(action)
    plain = env(id).unwrapped
    plain.reset(seed=0)
    with pytest.raises(InvalidActionError, match="got None"):
        plain.step(None)
    with pytest.raises(InvalidActionError):
        plain.step(99)


def test_parallel_game_equals_the_reference() -> None:
    ours, theirs = parallel_env("rps-v2", max_cycles=6), parallel_reference("rps-v2", max_cycles=6)
    assert_plays_the_same(ours, theirs)
    assert ours.step({}) == ({}, {}, {}, {}, {})


def test_agents_must_be_those_who_act() -> None:
    game = parallel_env("rps-v2")
    game.reset()
    with pytest.raises(ValueError, match="actions lack the agent 'player_1', which lives"):
        game.step({"player_0": 1})
    with pytest.raises(ValueError, match="the unknown agent 'player_7'; the agents are player_0"):
        game.step({"player_0": 1, "player_1": 1, "player_7": 1})


@TURN_IDS
def test_wrappers_of_pettingzoo(id: str) -> None:
    """Its wrappers take the games."""
    wrapped = BaseWrapper(env(id))
    wrapped.reset(seed=1)
    assert wrapped.agent_selection in wrapped.possible_agents
    assert_same(wrapped.last()[0], wrapped.observe(wrapped.agent_selection))
