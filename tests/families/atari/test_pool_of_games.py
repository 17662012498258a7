# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools of games against Gymnasium's pipeline, ale-py's vector environment and EnvPool's rules."""

from __future__ import annotations

from itertools import product
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from ale_py.vector_env import AtariVectorEnv
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool.atari import find_game

from tests.families.atari.exactness import GAMES
from tests.families.atari.pool_oracles import INFOS, EnvPoolRules, gymnasium_env
from tests.support import a_third, spread

# Lives, paddles, PAL, a mode procedure, other heights, RAM in the cartridge, long frames.
VARIED = [
    "air_raid", "breakout", "freeway", "klax", "ms_pacman", "pong", "pooyan", "qbert",
    "tic_tac_toe_3d", "video_chess",
]  # fmt: skip
LOSING_LIVES = ["breakout", "frogger", "ms_pacman", "qbert"]
MODES = list(AutoresetMode)[:2]
TO_ALE = {"frame_skip": "frameskip", "gray_scale": "grayscale", "reward_clip": "reward_clipping"}


# The references load a game for each environment and, some of them, for each episode.
SOME = pytest.mark.parametrize("examples", [5, pytest.param(60, marks=pytest.mark.slow)])


def id_of(game: str) -> str:
    return f"ALE-{find_game(game).title}-v5"


def assert_alike(ours: Any, theirs: Any, where: str, last: tuple[Any, ...] = ()) -> None:
    """Two results of a step or reset: equal in dtype, shape and bytes."""
    for what, mine, other in zip(("observations", *last), ours, theirs, strict=True):
        assert mine.dtype == other.dtype or what == "rewards", f"{where}: dtype of {what}"
        assert np.array_equal(mine, other), f"{where}: {what}"


def assert_same_infos(ours: dict[str, Any], theirs: dict[str, Any], where: str) -> None:
    for name in INFOS:
        assert np.array_equal(ours[name], theirs[name]), f"{where}: {name}"


def play(envs: Any, peers: Any, seed: int, steps: int, again: bool = False) -> int:
    """Plays both; the number of episodes that ended."""
    ended = 0
    for round in range(1 + again):
        ours, theirs = envs.reset(seed=seed + round), peers.reset(seed=seed + round)
        assert np.array_equal(ours[0], theirs[0]), "the first observation"
        assert_same_infos(ours[1], theirs[1], "after a reset")
        envs.action_space.seed(seed)
        for step in range(steps):
            where = f"step {step}"
            actions = envs.action_space.sample()
            mine, other = envs.step(actions), peers.step(actions)
            last = ("rewards", "terminations", "truncations")
            assert_alike(mine[:4], other[:4], where, last)
            assert_same_infos(mine[4], other[4], where)
            done = mine[2] | mine[3]
            ended += int(done.sum())
            if "final_obs" in mine[4]:
                for row in np.flatnonzero(mine[4]["_final_obs"]):
                    final = other[4]["final_obs"][row]
                    assert np.array_equal(mine[4]["final_obs"][row], final), where
    envs.close()
    peers.close()
    return ended


@pytest.mark.parametrize("game", a_third(0, GAMES))
def test_every_game_is_gymnasiums(game: str) -> None:
    # Gymnasium draws no no-ops for the games that do not use this action.
    options = {} if 0 in GAMES[game].minimal_actions else {"noop_max": 0}
    envs = parallel_pool.make(id_of(game), num_envs=1, **options)
    play(envs, SyncVectorEnv([gymnasium_env(game, **options)]), seed=3, steps=25)


@pytest.mark.parametrize("game", a_third(1, GAMES))
def test_every_game_is_ale_pys(game: str) -> None:
    envs, peers = parallel_pool.make(id_of(game), num_envs=2, preset="ale"), AtariVectorEnv(game, 2)
    assert envs.single_observation_space == peers.single_observation_space
    play(envs, peers, seed=5, steps=25)


@pytest.mark.parametrize("game", a_third(2, GAMES))
def test_every_game_follows_envpools_rules(game: str) -> None:
    play_by_rules(game, seed=7, steps=25)


def common_options(draw: st.DrawFn, game: str) -> dict[str, Any]:
    options: dict[str, Any] = {
        "stack_num": draw(st.integers(1, 4)),
        "frame_skip": draw(st.integers(1, 5)),
        "noop_max": draw(st.sampled_from([1, 2, 7, 30])),
        "img_height": draw(st.integers(1, 260)),
        "img_width": draw(st.integers(1, 200)),
        "gray_scale": draw(st.booleans()),
        "episodic_life": draw(st.booleans()),
        "repeat_action_probability": draw(st.sampled_from([0.0, 0.25, 0.7])),
        "full_action_space": draw(st.booleans()),
    }
    if options["img_height"] > 210:  # PAL's height is left alone in some games
        options["img_height"] = GAMES[game].height
    return {name: value for name, value in options.items() if draw(st.booleans())}


@st.composite
def gymnasium_cases(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    game = draw(st.sampled_from(VARIED))
    options = common_options(draw, game)
    further = {
        "noop_max": st.just(0),
        "mode": st.sampled_from(GAMES[game].modes),
        "difficulty": st.sampled_from(GAMES[game].difficulties),
        "stack_padding": st.sampled_from(["repeat", "zero"]),
        "max_num_frames_per_episode": st.integers(2, 120),  # some end among the no-ops
    }
    return game, options | {
        name: draw(values) for name, values in further.items() if draw(st.booleans())
    }


@SOME
def test_options_are_gymnasiums(examples: int) -> None:
    @given(
        case=gymnasium_cases(),
        mode=st.sampled_from(list(AutoresetMode)[:2]),
        seed=st.integers(0, 2**31),
    )
    @settings(max_examples=examples)
    def equal(case: tuple[str, dict[str, Any]], mode: AutoresetMode, seed: int) -> None:
        game, options = case
        envs = parallel_pool.make(id_of(game), num_envs=2, autoreset_mode=mode, **options)
        peers = SyncVectorEnv([gymnasium_env(game, **options)] * 2, autoreset_mode=mode)
        assert envs.single_observation_space == peers.single_observation_space
        play(envs, peers, seed, 30, again=True)

    equal()


RANDOM_SKIPS: dict[str, dict[str, Any]] = {
    "pong": {"frame_skip": (2, 5)},
    "breakout": {"frame_skip": (1, 9), "episodic_life": True},
    "asterix": {"frame_skip": (3, 4), "repeat_action_probability": 0.0},
    "ms_pacman": {"frame_skip": (2, 5), "noop_max": 0, "gray_scale": False},
    "freeway": {"frame_skip": (2, 5), "max_num_frames_per_episode": 60},
}


@pytest.mark.parametrize(("game", "mode"), spread(product(RANDOM_SKIPS, MODES), [*RANDOM_SKIPS]))
def test_random_frame_skips_are_ale_pys(game: str, mode: AutoresetMode) -> None:
    """Drawn from the generator that also draws the no-ops; its steps show one frame."""
    options = RANDOM_SKIPS[game]
    envs = parallel_pool.make(
        id_of(game), num_envs=2, autoreset_mode=mode, maxpool=False, **options
    )
    peers = SyncVectorEnv([gymnasium_env(game, **options)] * 2, autoreset_mode=mode)
    play(envs, peers, seed=6, steps=150, again=True)


@pytest.mark.parametrize("preset", ["envpool", "ale"])
def test_random_frame_skips_of_other_conventions(preset: str) -> None:
    """All numbers of the range and no others, whatever the number of threads."""
    skips = []
    for num_threads in (1, 2):
        envs = parallel_pool.make(
            "Pong-v5", num_envs=3, seed=1, preset=preset, frame_skip=(2, 5), num_threads=num_threads
        )
        frames = [envs.reset()[1]["frame_number"]]
        frames += [envs.step([0] * 3)[4]["frame_number"] for _ in range(40)]
        skips.append(np.diff(frames, axis=0))
    assert np.array_equal(*skips)
    assert set(skips[0].ravel()) == {2, 3, 4}


@pytest.mark.parametrize(("game", "mode"), spread(product(LOSING_LIVES, MODES), LOSING_LIVES))
def test_life_loss_info_is_ale_pys(game: str, mode: AutoresetMode) -> None:
    """A lost life is reported as a termination, but the episode goes on."""
    options: dict[str, Any] = {"life_loss_info": True, "autoreset_mode": mode}
    envs = parallel_pool.make(id_of(game), num_envs=2, preset="ale", **options)
    assert play(envs, AtariVectorEnv(game, 2, **options), seed=2, steps=400, again=True) > 4


def test_life_loss_info_on_other_faces() -> None:
    """The steps are those without the option, apart from the terminations."""
    rng = np.random.default_rng(0)
    actions = rng.integers(4, size=(300, 2))
    options: dict[str, Any] = {"num_envs": 2, "seed": 1, "env_type": "gym"}
    plain = parallel_pool.make("Breakout-v5", **options)
    told = parallel_pool.make("Breakout-v5", life_loss_info=True, **options)
    plain.reset()
    told.reset()
    lives = 0
    for action in actions:
        (*expected, infos), (*results, _) = plain.step(action), told.step(action)
        expected[2] = expected[2] | infos["life_loss"]
        lives += int(infos["life_loss"].sum())
        for one, other in zip(results, expected, strict=True):
            assert np.array_equal(one, other)
    assert lives > 5
    single = gymnasium.make("parallel_pool/Breakout-v5", life_loss_info=True).unwrapped
    single.reset(seed=1)
    while not single.step(2)[2]:
        pass
    assert single.step(2)[4]["lives"] == 4


@st.composite
def ale_cases(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    game = draw(st.sampled_from(VARIED))
    options = common_options(draw, game)
    further = {
        "maxpool": st.booleans(),
        "reward_clip": st.booleans(),
        "use_fire_reset": st.booleans(),
        "max_num_frames_per_episode": st.integers(1, 120),
    }
    options |= {name: draw(values) for name, values in further.items() if draw(st.booleans())}
    if draw(st.booleans()):
        options.pop("full_action_space", None)
        options |= {"continuous": True, "continuous_action_threshold": draw(st.floats(0, 1))}
    return game, options


@SOME
def test_options_are_ale_pys(examples: int) -> None:
    @given(
        case=ale_cases(),
        mode=st.sampled_from(list(AutoresetMode)[:2]),
        seed=st.integers(0, 2**31 - 9),
    )
    @settings(max_examples=examples)
    def equal(case: tuple[str, dict[str, Any]], mode: AutoresetMode, seed: int) -> None:
        game, options = case
        pool = {"num_envs": 2, "preset": "ale", "autoreset_mode": mode}
        envs = parallel_pool.make(id_of(game), **pool, **options)
        theirs = {TO_ALE.get(name, name): value for name, value in options.items()}
        peers = AtariVectorEnv(game, 2, autoreset_mode=mode, **theirs)
        assert envs.single_observation_space == peers.single_observation_space
        assert envs.single_action_space == peers.single_action_space
        play(envs, peers, seed, 30, again=True)

    equal()


def play_by_rules(game: str, seed: int, steps: int, **options: Any) -> int:
    """A pool of EnvPool's id beside its rules; the number of episodes that ended."""
    id = parallel_pool.registry.find(f"{find_game(game).title}-v5").id
    envs = parallel_pool.make(id, env_type="dm", num_envs=1, seed=seed, **options)
    rules = EnvPoolRules(game, seed, **options)
    first = envs.reset()
    assert np.array_equal(first.observation.obs[0], rules.reset())
    rng = np.random.default_rng(seed)
    counts = options.get("zero_discount_on_life_loss", False)
    done, ended = False, 0
    for step in range(steps):
        action = int(rng.integers(len(rules.actions)))
        ours = envs.step(np.array([action]))
        if done:
            done = False
            assert np.array_equal(ours.observation.obs[0], rules.reset()), step
            assert ours.first()[0]
            continue
        observation, reward, terminated, truncated, discount = rules.step(action)
        assert np.array_equal(ours.observation.obs[0], observation), step
        assert ours.reward[0] == reward, step
        assert ours.discount[0] == (0 if terminated or (counts and not discount) else 1), step
        assert ours.observation.lives[0] == rules.ale.lives()
        assert ours.observation.terminated[0] == rules.ale.game_over()
        assert ours.observation.ram[0].tobytes() == rules.ale.getRAM().tobytes()
        done = terminated or truncated
        assert (ours.step_type[0] == 2) == done, step
        ended += done
    envs.close()
    return ended


@st.composite
def envpool_cases(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    game = draw(st.sampled_from(VARIED))
    further = {
        "reward_clip": st.booleans(),
        "use_fire_reset": st.booleans(),
        "use_inter_area_resize": st.booleans(),
        "zero_discount_on_life_loss": st.booleans(),
        "max_episode_steps": st.integers(1, 40),
    }
    return game, common_options(draw, game) | {
        name: draw(values) for name, values in further.items() if draw(st.booleans())
    }


@given(case=envpool_cases(), seed=st.integers(0, 2**31 - 1))
@settings(max_examples=12)
def test_options_follow_envpools_rules(case: tuple[str, dict[str, Any]], seed: int) -> None:
    game, options = case
    play_by_rules(game, seed, 60, **options)


def test_lives_are_episodes_of_one_game() -> None:
    """Until all are lost, and the time limit is that of the game."""
    assert play_by_rules("breakout", 1, 500, episodic_life=True) > 8
    assert play_by_rules("breakout", 1, 400, episodic_life=True, max_episode_steps=60) > 8


def test_the_last_life_does_not_count_as_lost() -> None:
    """What ends then is the game, and this one goes on for a while."""
    envs = parallel_pool.make("Frogger-v5", num_envs=1, seed=2, episodic_life=True)
    envs.reset()
    envs.action_space.seed(2)
    gone_on = 0
    for _ in range(400):
        _, _, terminated, _, infos = envs.step(envs.action_space.sample())
        gone_on += int(infos["lives"][0] == 0 and not terminated[0])
    assert gone_on > 10
    assert play_by_rules("frogger", 2, 400, episodic_life=True) >= 4


@pytest.mark.parametrize("gray_scale", [True, False])
@pytest.mark.parametrize("game", ["breakout", "klax", "seaquest"])
def test_averaged_frames(game: str, gray_scale: bool) -> None:
    options = {"gray_scale": gray_scale, "episodic_life": True, "frame_skip": 3 + gray_scale}
    play_by_rules(game, 3, 120, color_averaging=True, **options)


def test_a_life_that_is_lost_as_time_is_up() -> None:
    """The next episode is another game's."""
    options = {"episodic_life": True, "noop_max": 5}
    rules = EnvPoolRules("breakout", 4, **options)
    rules.reset()
    rng = np.random.default_rng(4)
    lost_at = 1
    while not rules.step(int(rng.integers(len(rules.actions))))[2]:
        lost_at += 1
    assert rules.ale.lives() == 4
    play_by_rules("breakout", 4, lost_at + 40, max_episode_steps=lost_at, **options)


def test_games_that_end_among_the_no_ops() -> None:
    """Gymnasium loads them anew, under the same seed, if the reset had one."""
    options = {"max_num_frames_per_episode": 9, "repeat_action_probability": 0.5}
    envs = parallel_pool.make(id_of("breakout"), num_envs=3, **options)
    play(envs, SyncVectorEnv([gymnasium_env("breakout", **options)] * 3), 1, 20, again=True)


def test_continuous_actions_at_the_threshold() -> None:
    """Do not count: only what lies beyond does."""
    common = {"num_envs": 1, "continuous": True, "use_fire_reset": False, "noop_max": 1}
    envs = parallel_pool.make("ALE-Seaquest-v5", preset="ale", **common)
    peers = AtariVectorEnv("seaquest", **common)
    assert np.array_equal(envs.reset(seed=1)[0], peers.reset(seed=1)[0])
    half = np.float32(np.pi / 2)
    for step, (radius, angle, fire) in enumerate(
        product((0.5, 1.0, 0.6), (0.0, half, -half, np.float32(np.pi)), (0.5, 0.0, 1.0))
    ):
        action = np.array([[radius, angle, fire]], np.float32)
        for _ in range(3):
            mine, other = envs.step(action), peers.step(action)
            assert np.array_equal(mine[0], other[0]), step
