# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Single environments are PettingZoo's classes and pass its own tests."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from parallel_pool.testing import assert_same

from tests.families.classic_games.games import TURNS, old_names, parallel_reference, pick, reference

pettingzoo = pytest.importorskip("pettingzoo")
with old_names():
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        seed_test,
    )
from parallel_pool.errors import InvalidActionError  # noqa: E402
from parallel_pool.pettingzoo import env, parallel_env  # noqa: E402
from pettingzoo.utils import BaseWrapper, parallel_to_aec  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

TURN_IDS = pytest.mark.parametrize("id", TURNS)


def warned(test: Any, *arguments: Any, **keywords: Any) -> set[str]:
    """The warnings of a test that passes."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test(*arguments, **keywords)
    return {str(one.message) for one in caught}


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
    assert isinstance(parallel_env("rps-v2"), pettingzoo.ParallelEnv)
    found = warned(parallel_api_test, parallel_env("rps-v2"), num_cycles=50)
    assert found <= warned(parallel_api_test, parallel_reference("rps-v2"), num_cycles=50)


def test_parallel_seeds_and_cycles() -> None:
    make = partial(parallel_env, "rps-v2")
    parallel_seed_test(make, num_cycles=50)
    max_cycles_test(
        SimpleNamespace(parallel_env=make, env=lambda **config: parallel_to_aec(make(**config)))
    )


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
    rng = np.random.default_rng(0)
    for episode in range(4):
        first = ours.reset(seed=episode)
        assert_same(first, theirs.reset(seed=episode))
        while theirs.agents:
            assert ours.agents == theirs.agents
            actions = {agent: int(rng.integers(3)) for agent in ours.agents}
            result, expected = ours.step(actions), theirs.step(actions)
            assert_same(result[0], expected[0])
            assert result[1:] == tuple(dict(part) for part in expected[1:])
        assert ours.agents == []
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
