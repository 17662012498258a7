# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The emulator's own calls: colours, saved states, undrawn frames, resets."""

from __future__ import annotations

import ale_py
import numpy as np
import pytest
from parallel_pool.atari import Emulator, find_game, find_rom, load_rom
from parallel_pool.families.atari import native as atari

from tests.families.atari.oracle import Oracle

GAMES = [game.name for game in atari.games]
# Cartridges, television formats, controllers and long frames of all kinds.
VARIED = [
    "pong", "breakout", "qbert", "tic_tac_toe_3d", "klax", "pitfall2", "robotank", "tutankham",
    "elevator_action", "air_raid", "adventure", "double_dunk", "video_chess", "solaris",
]  # fmt: skip


def load(game: str, seed: int = 1, sticky: float = 0.25) -> Emulator:
    emulator = Emulator(seed=seed, repeat_action_probability=sticky)
    emulator.load(game)
    return emulator


def facts(emulator: Emulator) -> tuple[object, ...]:
    return (
        emulator.ram().tobytes(),
        emulator.screen().tobytes(),
        emulator.lives,
        emulator.terminal,
        emulator.frame_number,
        emulator.episode_frame_number,
    )


@pytest.mark.parametrize("game", VARIED)
def test_colours_are_those_of_ale(game: str) -> None:
    oracle, ours = Oracle(game, sticky=0.25), load(game)
    for action in [0, 1, 3, 1, 4] * 8:
        oracle.act(action)
        ours.act(action)
    assert np.array_equal(ours.screen("rgb"), oracle.ale.getScreenRGB())
    assert np.array_equal(ours.screen("gray"), oracle.ale.getScreenGrayscale())


# Without air_raid, which loses its colours: of those, ALE averages what it finds in memory.
@pytest.mark.parametrize("game", [*sorted({*VARIED} - {"air_raid"}), "freeway", "seaquest"])
def test_averaged_colours_are_those_of_ale(game: str) -> None:
    """Also of frames that were not drawn, and after a reset."""
    oracle = Oracle(game, color_averaging=True)
    ours = Emulator(seed=1, repeat_action_probability=0, color_averaging=True)
    ours.load(game)
    for number in range(64):
        if number == 40:
            oracle.ale.reset_game()
            ours.reset()
        elif number > 0:
            oracle.act(number % 5)
            ours.act(number % 5, draw=number % 4 > 1)
        if number % 4 == 2:
            continue
        assert np.array_equal(ours.screen(), oracle.ale.getScreen()), number
        assert np.array_equal(ours.screen("rgb"), oracle.ale.getScreenRGB()), number
        assert np.array_equal(ours.screen("gray"), oracle.ale.getScreenGrayscale()), number


@pytest.mark.parametrize("game", VARIED)
def test_saved_states_go_on_exactly(game: str) -> None:
    """From random points, in the same emulator and in another one."""
    rng = np.random.default_rng(7)
    one, other = load(game, seed=3), load(game, seed=4)
    for _ in range(3):
        for action in rng.integers(0, 18, rng.integers(1, 60)):
            one.act(int(action), draw=bool(rng.integers(2)))
        state = one.save()
        actions = [int(action) for action in rng.integers(0, 18, 40)]
        ahead = [(one.act(action), facts(one)) for action in actions]
        one.reset()
        after_reset = facts(one)
        for emulator in (one, other):
            emulator.restore(state)
            assert emulator.save() == state
            assert [(emulator.act(action), facts(emulator)) for action in actions] == ahead
            emulator.reset()
            assert facts(emulator) == after_reset


@pytest.mark.parametrize("game", VARIED)
def test_undrawn_frames_change_nothing(game: str) -> None:
    """Pictures that are looked at are the same, whichever frames were drawn before."""
    rng = np.random.default_rng(11)
    drawn, sparse = load(game), load(game)
    for number in range(300):
        if number % 90 == 80:
            drawn.reset()
            sparse.reset()
        action = int(rng.integers(18))
        drawn.act(action)
        sparse.act(action, draw=number % 4 > 1)
        assert np.array_equal(drawn.ram(), sparse.ram())
        if number % 4 > 1 or rng.random() < 0.1:
            assert np.array_equal(drawn.screen(), sparse.screen()), number


@pytest.mark.parametrize("game", VARIED)
def test_all_ways_of_composing_pixels_agree(game: str) -> None:
    consoles = [atari.Emulator(game, load_rom(find_game(game)), 5, 0.0) for _ in range(2)]
    if not consoles[0]._compose_with("avx2"):
        pytest.skip("this machine has no AVX2: there is one way only")
    assert consoles[1]._compose_with("portable")
    rng = np.random.default_rng(13)
    for action in rng.integers(0, 18, 250):
        for console in consoles:
            console.act(int(action))
        assert consoles[0].screen() == consoles[1].screen()


@pytest.mark.parametrize("game", ["pong", "breakout", "name_this_game", "klax", "adventure"])
def test_remembered_resets_are_those_of_ale(game: str) -> None:
    """The second emulator of a game starts from what the first one has found out."""
    for seed in (1, 2):
        oracle, ours = Oracle(game, seed=seed, sticky=0.25), load(game, seed)
        for _ in range(3):
            assert ours.ram().tobytes() == oracle.ram()
            assert np.array_equal(ours.screen(), oracle.ale.getScreen())
            assert ours.frame_number == oracle.ale.getFrameNumber()
            for _ in range(5):
                assert ours.act(1) == oracle.act(1)
            assert ours.ram().tobytes() == oracle.ram()
            oracle.ale.reset_game()
            ours.reset()


def test_limits_and_frame_skip_are_those_of_ale() -> None:
    ale = ale_py.ALEInterface()
    ale.setInt("random_seed", 1)  # settings count from the next ROM on
    ale.setInt("max_num_frames_per_episode", 50)
    ale.setInt("frame_skip", 4)
    ale.setFloat("repeat_action_probability", 0.25)
    ale.loadROM(find_rom(find_game("breakout")))
    ours = Emulator(seed=1, frame_skip=4, max_frames_per_episode=50)
    ours.load("breakout")
    for number in range(16):
        assert ours.act(1) == ale.act(ale_py.Action.FIRE), number
        assert ours.truncated == ale.game_truncated()
        assert ours.ram().tobytes() == bytes(ale.getRAM())
    assert ours.truncated


def test_reward_range() -> None:
    ours = Emulator(seed=1, repeat_action_probability=0, reward_range=(-1, 1))
    ours.load("space_invaders")
    assert {ours.act(1) for _ in range(600)} == {0, 1}
