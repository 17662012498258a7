# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Games of several players: the same seed and actions always give the same game."""

from __future__ import annotations

import os
import re
import signal
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import EnvironmentFailure

from tests.families.vizdoom.running import OPTIONS, engines

pytest.importorskip("vizdoom")

NUMBERS = OPTIONS["available_game_variables"].index("PLAYER_NUMBER")
Steps = list[tuple[Any, ...]]


def play(envs: Any, steps: int, seed: int) -> Steps:
    """What some steps with random actions of all players give."""
    rng = np.random.default_rng(seed)
    space = envs.single_action_space
    rows = envs.num_envs * envs.config["num_players"]
    found = []
    for _ in range(steps):
        pressed = rng.integers(0, 2, (rows, *space["binary"].shape), np.int8)
        turned = rng.normal(0, 5, (rows, *space["continuous"].shape)).astype(np.float32)
        found.append(envs.step({"binary": pressed, "continuous": turned})[:4])
    return found


def assert_same(ours: Steps, theirs: Steps) -> None:
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        for key in one[0]:
            np.testing.assert_array_equal(one[0][key], other[0][key], f"{key} in step {number}")
        for part in (1, 2, 3):
            np.testing.assert_array_equal(one[part], other[part], f"step {number}")


def whole_game(players: int, steps: int, **keywords: Any) -> Steps:
    with parallel_pool.make(
        "VizdoomCigPlayers-v0", num_players=players, **OPTIONS, **keywords
    ) as envs:
        first = envs.reset(seed=3)[0]
        assert first["screen"].shape == (players, 120, 160, 3)
        assert [*first["gamevariables"][:, NUMBERS]] == [*range(players)]
        assert [*first["gamevariables"][:, NUMBERS + 1]] == [players] * players
        return play(envs, steps, seed=1)


def test_two_players_see_one_game_and_see_it_again() -> None:
    """Also in another mode of autoreset."""
    once = whole_game(2, 40)
    screens = once[-1][0]["screen"]
    assert (screens[0] != screens[1]).any()
    assert any(rewards.any() for _, rewards, _, _ in once)
    assert_same(once, whole_game(2, 40, autoreset_mode="Disabled"))


def test_bots_play_along_and_play_the_same_again() -> None:
    games = [whole_game(2, 15, num_bots=2) for _ in range(2)]
    assert_same(*games)
    counts = [*games[0][-1][0]["gamevariables"][:, NUMBERS + 1]]
    assert counts == [4, 4]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "times"), [(2, 30), (4, 15), (8, 8)])
def test_every_run_is_the_same(players: int, times: int) -> None:
    first = whole_game(players, 50)
    for _ in range(times - 1):
        assert_same(first, whole_game(players, 50))


def test_states_continue_exactly() -> None:
    """Also those of a game that another state began, and in another environment."""
    options = {"num_players": 2, "num_bots": 1, "automap_buffer_enabled": True} | OPTIONS
    with parallel_pool.make("VizdoomCigPlayers-v0", **options) as envs:
        envs.reset(seed=3)
        play(envs, 10, seed=1)
        state = envs.get_state([0])
        once = play(envs, 5, seed=2), play(envs, 5, seed=4)
        envs.set_state([0], state)
        assert_same(once[0], play(envs, 5, seed=2))
        state = envs.get_state([0])
    with parallel_pool.make("VizdoomCigPlayers-v0", **options) as envs:
        envs.set_state([0], state)
        assert_same(once[1], play(envs, 5, seed=4))


def test_the_end_of_one_engine_is_that_of_the_game() -> None:
    """The others cannot go on; a reset starts another game."""
    with parallel_pool.make("VizdoomCigPlayers-v0", num_players=2, **OPTIONS) as envs:
        envs.reset(seed=3)
        os.kill(engines(os.getpid())[1], signal.SIGKILL)
        with pytest.raises(EnvironmentFailure, match=re.escape("signal 9 (Killed)")):
            play(envs, 1, seed=1)
        assert engines(os.getpid()) == []
        assert_same(_after_reset(envs), whole_game(2, 3))


def _after_reset(envs: Any) -> Steps:
    envs.reset(seed=3)
    return play(envs, 3, seed=1)


def test_agents() -> None:
    """PettingZoo's API names the players; a timeout ends the game for all."""
    envs = parallel_pool.make(
        "VizdoomDuelPlayers-v0",
        env_type="parallel",
        num_envs=1,
        num_players=2,
        episode_timeout=8,
        frame_skip=4,
        screen_resolution="RES_160X120",
    )
    envs.reset(seed=0)
    assert envs.possible_agents == ["player_0", "player_1"]
    action = {agent: np.zeros((1, 3), np.int8) for agent in envs.possible_agents}
    for ends in (False, True):
        observations, rewards, terminations, _, _ = envs.step(action)
        assert observations["player_1"]["screen"].shape == (1, 120, 160, 3)
        assert rewards["player_1"].shape == (1,)
        assert [*terminations["player_1"]] == [ends]
    envs.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 1}, "num_players must be from 2 to 8, got 1"),
        ({"num_players": 9}, "num_players must be from 2 to 8, got 9"),
        ({"num_bots": 7}, "num_bots must be from 0 to 6 beside 2 players, got 7"),
        ({"num_bots": -1}, "num_bots must be from 0 to 6 beside 2 players, got -1"),
        ({"game_mode": "chess"}, "game_mode must be 'deathmatch' or 'cooperative', got 'chess'"),
        ({"notifications_buffer_enabled": True}, "in games of one player only"),
        ({"game_args": "-fast -HOST 3"}, "game_args: games of several players .* got '-HOST'"),
        ({"game_args": "-join 127.0.0.1"}, "game_args: games of several players .* got '-join'"),
        ({"game_args": "-dup 2"}, "game_args: games of several players .* got '-dup'"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make("VizdoomCigPlayers-v0", **options)
