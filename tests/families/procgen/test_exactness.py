# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each game beside Procgen's own environment: frames, rewards, ends, levels and pictures."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import registry
from parallel_pool.families.procgen import native

from tests.families.procgen.references import GAMES, Reference, need_package

need_package()

MODES = {
    "easy": GAMES,
    "hard": GAMES,
    "extreme": ("chaser", "dodgeball", "leaper", "starpilot"),
    "memory": ("caveflyer", "dodgeball", "heist", "jumper", "maze", "miner"),
    "exploration": (
        *("caveflyer", "climber", "coinrun", "heist", "jumper", "leaper", "maze", "ninja"),
    ),
}
EVERY_MODE = [(game, mode) for mode, games in MODES.items() for game in games]
# Games in which a random player soon ends an episode.
SHORT = ("bossfight", "chaser", "leaper", "plunder", "starpilot")


def play(
    id: str,
    references: list[Reference],
    steps: int,
    *,
    seed: int = 0,
    mode: str = "NextStep",
    forced: tuple[int, ...] = (),
    **options: Any,
) -> int:
    """Steps a pool beside references of the same seeds and compares all; returns the ends.

    Steps that are `forced` are resets without a seed.
    """
    count = len(references)
    dice = random.Random(f"{id} {seed}")
    envs = parallel_pool.make(id, num_envs=count, autoreset_mode=mode, **options)
    channel_first = envs.config["channel_first"]
    observed, infos = envs.reset(seed=seed)

    def compare(step: int, observed: Any, infos: Any) -> None:
        for i, reference in enumerate(references):
            frame = reference.frame.transpose(2, 0, 1) if channel_first else reference.frame
            assert np.array_equal(observed[i], frame), f"frame of {i} at {step}"
            for name, value in reference.infos.items():
                if infos[f"_{name}"][i]:  # not where a mask left the environment out
                    assert (infos[name][i], infos[name].dtype) == (value, value.dtype), name

    compare(-1, observed, infos)
    ended, ends = np.zeros(count, bool), 0
    for step in range(steps):
        if step in forced:
            for reference in references:
                while not reference.first:
                    reference.step(-1)
            compare(step, *envs.reset())
            ended[:] = False
            continue
        if mode == "Disabled" and ended.any():
            compare(step, *envs.reset(options={"reset_mask": ended}))
            ended[:] = False
        actions = [dice.randrange(15) for _ in references]
        waits = ended if mode == "NextStep" else np.zeros(count, bool)
        for reference, action, wait in zip(references, actions, waits, strict=True):
            if not wait:
                reference.step(action)
        observed, reward, terminated, truncated, infos = envs.step(np.array(actions))
        expected = [
            0.0 if wait else float(reference.reward)
            for reference, wait in zip(references, waits, strict=True)
        ]
        firsts = [
            not wait and reference.first for reference, wait in zip(references, waits, strict=True)
        ]
        assert reward.tolist() == expected, f"reward at {step}"
        assert terminated.tolist() == firsts, f"end at {step}"
        assert not truncated.any()
        if mode == "SameStep" and terminated.any():
            for i in np.flatnonzero(terminated):  # the next episode's first frame, twice
                assert np.array_equal(infos["final_obs"][i], observed[i])
        compare(step, observed, infos)
        ended = terminated.copy()
        ends += int(ended.sum())
    envs.close()
    return ends


def references(game: str, count: int, seed: int, **options: Any) -> list[Reference]:
    return [Reference(game, seed + i, **options) for i in range(count)]


@pytest.mark.parametrize(("game", "mode"), EVERY_MODE)
def test_every_game_in_every_mode(game: str, mode: str) -> None:
    """By the id of its own, and by EnvPool's, whose time limit is the game's own."""
    options = {"distribution_mode": mode}
    play(f"procgen-{game}-v0", references(game, 2, 7, **options), 150, seed=7, **options)
    id = f"{game}{mode}-v0".replace(game, game.capitalize()).replace(mode, mode.capitalize())
    play(id, references(game, 1, 8, **options), 60, seed=8)


def test_ids_are_those_of_the_games_and_of_envpool() -> None:
    own = {f"procgen-{game}-v0" for game in GAMES}
    envpools = {f"{game.capitalize()}{mode.capitalize()}-v0" for game, mode in EVERY_MODE}
    assert {one.id for one in native.env_types} == own | envpools
    assert len(own) + len(envpools) == 66


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("game", SHORT)
def test_ends_in_every_autoreset_mode(game: str, mode: str) -> None:
    ends = play(f"procgen-{game}-v0", references(game, 3, 3), 400, seed=3, mode=mode)
    assert ends >= 2


@pytest.mark.parametrize("game", GAMES)
def test_resets_without_a_seed_leave_the_level(game: str) -> None:
    forced = (0, 1, 20, 21, 22, 60)
    play(f"procgen-{game}-v0", references(game, 2, 5), 80, seed=5, forced=forced)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "options",
    [
        {"center_agent": False},
        {"use_backgrounds": False},
        {"use_monochrome_assets": True},
        {"restrict_themes": True, "paint_vel_info": True},
        {"use_generated_assets": True},
        {"debug_mode": 14, "distribution_mode": "easy"},
    ],
    ids=lambda options: " ".join(options),
)
def test_options(game: str, options: dict[str, Any]) -> None:
    play(f"procgen-{game}-v0", references(game, 1, 9, **options), 40, seed=9, **options)


@pytest.mark.parametrize("game", ["bigfish", "coinrun", "fruitbot", "maze"])
def test_sequential_levels_and_splits(game: str) -> None:
    """Levels to train on, others to test on, and levels that follow without an end."""
    for options in (
        {"num_levels": 200},
        {"num_levels": 200, "start_level": 200},
        {"num_levels": 1, "start_level": 2**31 - 2},
        {"start_level": 200},
        {"num_levels": 3, "use_sequential_levels": True, "distribution_mode": "easy"},
    ):
        forced = tuple(range(30, 100, 10))
        play(
            f"procgen-{game}-v0",
            references(game, 2, 1, **options),
            100,
            seed=1,
            forced=forced,
            **options,
        )


def test_an_episode_goes_on_when_sequential_levels_are_completed() -> None:
    """Also when the step that a reset takes completes the level: the reset leaves the next."""
    options = {
        "use_sequential_levels": True,
        "distribution_mode": "easy",
        "num_levels": 1,
        "start_level": 1,
    }
    completed = play_to_the_right(options)
    assert completed


def play_to_the_right(options: dict[str, Any]) -> int:
    [reference] = references("coinrun", 1, 0, **options)
    envs = parallel_pool.make("procgen-coinrun-v0", **options)
    envs.reset(seed=0)
    dice = random.Random(0)
    completed = 0
    for _ in range(3000):
        action = dice.choice([7, 7, 8])
        reference.step(action)
        observed, _, terminated, _, infos = envs.step(np.array([action]))
        assert np.array_equal(observed[0], reference.frame)
        assert terminated[0] == reference.first
        if infos["prev_level_complete"][0]:
            completed += 1
            assert not terminated[0]
            assert infos["level_seed"][0] == infos["prev_level_seed"][0] + 997
        if terminated[0]:
            envs.step(np.array([0]))
    envs.close()
    return completed


@pytest.mark.parametrize("game", GAMES)
def test_pictures(game: str) -> None:
    for options in ({}, {"use_generated_assets": True}):
        reference = Reference(game, 2, render_mode="rgb_array", **options)
        envs = parallel_pool.make(
            f"procgen-{game}-v0", render_mode="rgb_array", autoreset_mode="SameStep", **options
        )
        envs.reset(seed=2)
        for step in range(12):
            if step % 4 != 1:  # what is not drawn changes nothing
                assert np.array_equal(envs.render()[0], reference.picture())
            reference.step(step)
            observed, *_ = envs.step(np.array([step]))
            assert np.array_equal(observed[0], reference.frame)
        envs.close()


def test_seeds_are_the_references_and_larger_ones_are_others() -> None:
    """The reference takes 2**31 - 1 at most, and negative seeds, of which -1 is all bits."""
    for seed, theirs in ((2**31 - 1, 2**31 - 1), (2**32 - 1, -1)):
        play("procgen-coinrun-v0", [Reference("coinrun", theirs)], 3, seed=seed)


@pytest.mark.parametrize("game", GAMES)
def test_threads_change_nothing(game: str) -> None:
    found = []
    for threads in (1, 4):
        envs = parallel_pool.make(f"procgen-{game}-v0", num_envs=8, num_threads=threads)
        envs.reset(seed=4)
        dice = np.random.default_rng(4)
        steps = [envs.step(dice.integers(0, 15, 8))[:4] for _ in range(60)]
        found.append([[np.asarray(part).tobytes() for part in step] for step in steps])
        envs.close()
    assert found[0] == found[1]


def test_all_ids_are_described() -> None:
    for env_type in native.env_types:
        assert registry.library_of(env_type.id) == "Procgen"
