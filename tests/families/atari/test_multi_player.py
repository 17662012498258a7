# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Games of several players equal PettingZoo's: all bytes of pictures and memory, all results."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.atari import find_game, find_rom
from parallel_pool.testing import assert_same

from tests.families.agents_alone import assert_passes
from tests.families.at_once import assert_states_continue, compare
from tests.support import a_third, spread

pytest.importorskip("pettingzoo")
pytest.importorskip("pygame")
pytest.importorskip("multi_agent_ale_py")
pytest.importorskip("ale_py")
from parallel_pool.pettingzoo import parallel_env

ROMS = find_rom(find_game("pong")).parent
GAMES = (
    "basketball_pong-v3",
    "boxing-v2",
    "combat_plane-v2",
    "combat_tank-v2",
    "double_dunk-v3",
    "entombed_competitive-v3",
    "entombed_cooperative-v3",
    "flag_capture-v2",
    "foozpong-v3",
    "ice_hockey-v2",
    "joust-v3",
    "mario_bros-v3",
    "maze_craze-v3",
    "othello-v3",
    "pong-v3",
    "quadrapong-v4",
    "space_invaders-v2",
    "space_war-v2",
    "surround-v2",
    "tennis-v3",
    "video_checkers-v4",
    "volleyball_pong-v3",
    "warlords-v3",
    "wizard_of_wor-v3",
)


@cache
def maker(id: str) -> Callable[..., Any]:
    with warnings.catch_warnings(action="ignore"):
        module = importlib.import_module(f"pettingzoo.atari.{id.replace('-', '_')}")
    return partial(module.parallel_env, auto_rom_install_path=str(ROMS))


def renamed(make: Callable[..., Any]) -> Callable[..., Any]:
    """Takes the mode where PettingZoo's environment does, past its own choice of a mode."""

    def made(mode_num: int | None = None, **config: Any) -> Any:
        env = make(**config)
        if mode_num is not None:
            raw = env.unwrapped
            while not hasattr(raw, "ale"):
                raw = raw.env
            raw.mode = mode_num
            raw.ale.setMode(mode_num)
        return env

    return made


@pytest.mark.parametrize(
    ("steps", "cycles"), [(16, 12), pytest.param(200, 90, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(("id", "mode"), spread(product(GAMES, ["NextStep", "Disabled"]), GAMES))
def test_pools_equal_the_reference(id: str, mode: str, steps: int, cycles: int) -> None:
    """Pictures of all games, after resets of both kinds."""
    compare(id, maker(id), steps, seed=11, threads=2, mode=mode, max_cycles=cycles)


@pytest.mark.parametrize("id", a_third(1, GAMES))
def test_memory_of_many_frames(id: str) -> None:
    """Memory, which holds all of a game, for many frames."""
    play_memory(id, 800, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("id", GAMES)
def test_memory_of_whole_games(id: str, seed: int) -> None:
    play_memory(id, 40_000, seed)


def play_memory(id: str, frames: int, seed: int, **config: Any) -> None:
    """Actions are held for some frames, so that more happens than with trembling hands.

    At first and at times nobody moves: some games take points for that.
    """
    ours = parallel_env(id, obs_type="ram", **config)
    theirs = renamed(maker(id))(obs_type="ram", **config)
    rng = np.random.default_rng(seed)
    seeds: int | None = seed
    actions = dict.fromkeys(theirs.possible_agents, 0)
    still_until = min(700, frames // 3)
    for frame in range(frames):
        if not ours.agents:
            assert_same(ours.reset(seed=seeds)[0], dict(theirs.reset(seed=seeds)[0]))
            seeds = None
        if frame % 5 == 0 and frame >= still_until:
            if rng.random() < 0.01:
                still_until = frame + int(rng.integers(50, 700))
            for agent in actions:
                number = int(rng.integers(theirs.action_space(agent).n))
                actions[agent] = number if frame >= still_until else 0
        now = {agent: actions[agent] for agent in theirs.agents}
        result, told = ours.step(now), theirs.step(now)
        assert_same(result[0], dict(told[0]))
        assert result[1:4] == tuple(dict(part) for part in told[1:4]), frame
        assert ours.agents == theirs.agents


@pytest.mark.parametrize(
    ("id", "config"),
    [
        ("pong-v3", {"num_players": 4}),
        ("volleyball_pong-v3", {"num_players": 2}),
        ("space_invaders-v2", {"mode_num": 49}),
        ("tennis-v3", {"mode_num": 4}),
        ("mario_bros-v3", {"mode_num": 6}),
        ("surround-v2", {"mode_num": 7}),
        ("boxing-v2", {"full_action_space": True}),
        ("combat_plane-v2", {"mode_num": 24}),
        ("combat_tank-v2", {"mode_num": 3}),
        ("double_dunk-v3", {"mode_num": 27}),
        ("flag_capture-v2", {"mode_num": 4}),
        ("joust-v3", {"mode_num": 3}),
        ("maze_craze-v3", {"mode_num": 0}),
        ("maze_craze-v3", {"mode_num": 47}),
        ("space_war-v2", {"mode_num": 5}),
    ],
)
def test_options(id: str, config: dict[str, Any]) -> None:
    play_memory(id, 400, seed=5, **config)


def test_gray_pictures() -> None:
    compare("boxing-v2", maker("boxing-v2"), 20, seed=2, obs_type="grayscale_image")


def test_frames_are_the_observations() -> None:
    envs = parallel_pool.make("pong-v3", "parallel", num_envs=2, seed=1, render_mode="rgb_array")
    observations, _ = envs.reset()
    assert np.array_equal(np.stack(envs.render()), observations["first_0"])
    assert np.shares_memory(observations["first_0"], observations["second_0"])


def test_states_continue_exactly() -> None:
    assert_states_continue("boxing-v2", 40)
    assert_states_continue("pong-v3", 40, obs_type="ram")


def test_pettingzoo_tests() -> None:
    assert_passes(
        lambda **config: parallel_env("pong-v3", **{"max_cycles": 40, **config}),
        lambda **config: maker("pong-v3")(**{"max_cycles": 40, **config}),
        100,
    )


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"num_players": 3}, "num_players must be one of 2, 4, got 3"),
        ({"mode_num": 1}, "mode_num must be one of 3, 4, 9, .* for 2 players, got 1"),
        ({"obs_type": "rgb"}, "obs_type must be 'rgb_image', 'grayscale_image' or 'ram'"),
        ({"max_cycles": 0}, "max_cycles must be at least 1, got 0"),
    ],
)
def test_options_are_checked(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make("pong-v3", "parallel", **config)
