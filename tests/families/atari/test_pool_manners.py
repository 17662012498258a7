# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools of games: ids, presets, bad input, frames, states, memory."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors, registry
from parallel_pool.atari import Emulator, find_game
from parallel_pool.families.atari import native as atari
from parallel_pool.testing import assert_same

from tests.families.atari.exactness import GAMES
from tests.support import assert_clean, run_python

# All ids but those of games for several players.
SINGLE = [env_type for env_type in atari.env_types if env_type.id.endswith("-v5")]


def test_ids() -> None:
    """Two for each game, and aliases for other spellings."""
    ids = {f"{game.envpool_title}-v5" for game in atari.games}
    ids |= {f"ALE-{game.title}-v5" for game in atari.games}
    assert {env_type.id for env_type in SINGLE} == ids
    assert len(ids) == 208
    for game in atari.games:
        assert registry.find(f"ALE/{game.title}-v5").id == f"ALE-{game.title}-v5"
        assert registry.find(f"{game.title}-v5").id == f"{game.envpool_title}-v5"


def test_gymnasium_has_them() -> None:
    """One by another name, lest it be taken for a new version of the card game."""
    for env_type in atari.env_types:
        name = {"Blackjack-v5": "AtariBlackjack-v5"}.get(env_type.id, env_type.id)
        assert f"parallel_pool/{name}" in gymnasium.registry
    assert "parallel_pool/Blackjack-v5" not in gymnasium.registry
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gymnasium.make("parallel_pool/Blackjack-v1")
    envs = gymnasium.make_vec("parallel_pool/AtariBlackjack-v5", num_envs=2)
    assert envs.single_action_space.n == 4
    assert gymnasium.make_vec(envs.spec).single_action_space.n == 4


# What the pages of the peers say of their defaults.
SHARED = {
    "stack_num": 4, "frame_skip": 4, "noop_max": 30, "episodic_life": False, "img_height": 84,
    "img_width": 84, "mode": None, "difficulty": None, "full_action_space": False,
    "use_inter_area_resize": True, "gray_scale": True, "maxpool": True, "obs_type": "screen",
    "life_loss_info": False, "continuous": False, "continuous_action_threshold": 0.5,
    "zero_discount_on_life_loss": False, "color_averaging": False,
}  # fmt: skip
PRESETS: dict[str, dict[str, Any]] = {
    "envpool": {
        "repeat_action_probability": 0.0, "use_fire_reset": True, "reward_clip": False,
        "stack_padding": "repeat", "after_life_loss": "continue", "channels_first": True,
        "max_num_frames_per_episode": 0,
    },
    "gymnasium": {
        "repeat_action_probability": 0.25, "use_fire_reset": False, "reward_clip": False,
        "stack_padding": "repeat", "after_life_loss": "restart", "channels_first": False,
        "max_num_frames_per_episode": 108_000,
    },
    "ale": {
        "repeat_action_probability": 0.0, "use_fire_reset": True, "reward_clip": True,
        "stack_padding": "zero", "after_life_loss": "restart", "channels_first": False,
        "max_num_frames_per_episode": 108_000,
    },
    "sb3": {
        "repeat_action_probability": 0.0, "use_fire_reset": True, "reward_clip": True,
        "stack_padding": "repeat", "after_life_loss": "continue", "channels_first": True,
        "max_num_frames_per_episode": 108_000, "stack_num": 1, "episodic_life": True,
    },
}  # fmt: skip


@pytest.mark.parametrize("id", ["Pong-v5", "ALE-Pong-v5"])
@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str, id: str) -> None:
    """Whatever the id, the preset says what is not given."""
    expected = SHARED | PRESETS[preset] | {"preset": preset, "conventions": preset}
    assert registry.find(id).resolve({"preset": preset}) == expected
    given = {"noop_max": 3, "reward_clip": True, "conventions": "ale"}
    assert registry.find(id).resolve({"preset": preset} | given) == expected | given


def test_default_presets() -> None:
    assert registry.find("Pong-v5").resolve({})["preset"] == "envpool"
    assert registry.find("ALE-Pong-v5").resolve({})["preset"] == "gymnasium"
    assert registry.find("Pong-v5").max_episode_steps == 27_000
    assert registry.find("ALE-Pong-v5").max_episode_steps is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"preset": "dopamine"},
            "'preset' must be one of 'envpool', 'gymnasium', 'ale', 'sb3', got 'd",
        ),
        ({"preset": 3}, "'preset' must be str, got 3"),
        ({"stack_num": 0}, "'stack_num' must be from 1 to 1024, got 0"),
        ({"frame_skip": 0}, "'frame_skip' must be from 1 to 1024, got 0"),
        ({"frame_skip": 2.5}, r"'frame_skip' must be int \| tuple\[int, int\], got 2.5"),
        ({"frame_skip": (2, 3, 4)}, r"'frame_skip' must be int \| tuple\[int, int\], got \(2, 3"),
        ({"frame_skip": (0, 3)}, "'frame_skip' must be from 1 to 1024, got 0"),
        ({"frame_skip": (2, 5000)}, "'frame_skip' must be from 1 to 1024, got 4999"),
        ({"frame_skip": (4, 4)}, r"'frame_skip' must be \(low, high\) with low < high, got \(4, 4"),
        (
            {"life_loss_info": True, "episodic_life": True},
            "cannot be combined with 'episodic_life'",
        ),
        ({"noop_max": -1}, "'noop_max' must be from 0 to 2147483646, got -1"),
        ({"img_height": 0}, "'img_height' must be from 1 to 4096, got 0"),
        ({"img_width": 5000}, "'img_width' must be from 1 to 4096, got 5000"),
        ({"mode": 7}, "'mode' must be one of the game's, 0, 4, 8, .*, got 7"),
        ({"difficulty": 2}, "'difficulty' must be one of the game's, 0, 1, got 2"),
        ({"repeat_action_probability": 1.5}, "'repeat_action_probability' must be from 0 to 1"),
        ({"repeat_action_probability": float("nan")}, "must be from 0 to 1, got nan"),
        ({"continuous_action_threshold": -1}, "'continuous_action_threshold' must be from 0 to 1"),
        ({"max_num_frames_per_episode": -5}, "'max_num_frames_per_episode' must be from 0 to"),
        ({"obs_type": "sound"}, "'obs_type' must be one of 'screen', 'ram', got 'sound'"),
        ({"stack_padding": "ones"}, "'stack_padding' must be one of 'repeat', 'zero', got 'ones'"),
        ({"after_life_loss": "stop"}, "'after_life_loss' must be one of 'continue', 'restart'"),
        ({"conventions": "mine"}, "'conventions' must be one of 'envpool', 'gymnasium', 'ale'"),
        (
            {"continuous": True, "full_action_space": True},
            "'full_action_space' cannot be combined with 'continuous'",
        ),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        parallel_pool.make("Breakout-v5", **options)


def test_unknown_options_and_games() -> None:
    with pytest.raises(errors.InvalidOptionError, match="did you mean 'gray_scale'"):
        parallel_pool.make("Breakout-v5", grayscale=True)
    with pytest.raises(errors.UnknownEnvironmentError, match="did you mean 'Breakout-v5'"):
        parallel_pool.make("Brekout-v5")


def test_bad_actions_step_nothing() -> None:
    envs = parallel_pool.make("Pong-v5", num_envs=2, seed=1)
    twin = parallel_pool.make("Pong-v5", num_envs=2, seed=1)
    envs.reset()
    twin.reset()
    for bad in ([6, 0], [-1, 0], [10**12, 0]):
        with pytest.raises(errors.InvalidActionError):
            envs.step(np.array(bad))
    assert_same(envs.step(np.array([2, 3])), twin.step(np.array([2, 3])))
    polar = parallel_pool.make("Pong-v5", num_envs=1, continuous=True)
    polar.reset(seed=1)
    with pytest.raises(errors.InvalidActionError):
        polar.step(np.array([[np.nan, 0, 0]], np.float32))


def test_no_noops() -> None:
    """EnvPool crashes."""
    for preset in PRESETS:
        envs = parallel_pool.make("Pong-v5", preset=preset, noop_max=0, use_fire_reset=False)
        _, infos = envs.reset(seed=1)
        assert infos["episode_frame_number"][0] == 0


def test_a_missing_rom_is_an_error(tmp_path: Any) -> None:
    """That names what to install; nothing is lost."""
    code = """
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "ale_py" else real(name, *rest)
try:
    parallel_pool.make("Pong-v5")
except parallel_pool.atari.RomError as error:
    print(error)
importlib.util.find_spec = real
print(parallel_pool.make("Pong-v5").reset(seed=1)[0].shape)
"""
    lines = assert_clean(run_python(code)).splitlines()
    assert "pip install ale-py" in lines[0]
    assert lines[1] == "(1, 4, 84, 84)"


@pytest.mark.parametrize("game", ["breakout", "air_raid", "klax"])
def test_pictures_are_the_emulators(game: str) -> None:
    id = f"ALE-{find_game(game).title}-v5"
    envs = parallel_pool.make(
        id, num_envs=2, render_mode="rgb_array", preset="ale", noop_max=0, use_fire_reset=False,
        frame_skip=1,
    )  # fmt: skip
    envs.reset(seed=[4, 5])
    consoles = []
    for seed in (4, 5):
        console = Emulator(seed=seed, repeat_action_probability=0)
        console.load(game)
        console.reset()
        consoles.append(console)
    for step in range(40):
        pictures = envs.render()
        assert pictures is not None
        for picture, console in zip(pictures, consoles, strict=True):
            assert np.array_equal(picture, console.screen("rgb"))
        action = step % envs.single_action_space.n
        envs.step(np.array([action, action]))
        for console in consoles:
            console.act(console.game.minimal_actions[action])


@pytest.mark.parametrize("stack", [1, 3])
def test_memory_as_observation(stack: int) -> None:
    envs = parallel_pool.make("Breakout-v5", num_envs=1, obs_type="ram", stack_num=stack)
    observations, infos = envs.reset(seed=2)
    assert envs.single_observation_space.shape == (stack, 128)
    seen = [infos["ram"][0]] * stack
    assert np.array_equal(observations[0], seen)
    for action in (0, 1, 2, 3) * 4:
        observations, _, _, _, infos = envs.step([action])
        seen = [*seen[1:], infos["ram"][0].copy()]
        assert np.array_equal(observations[0], seen)


def test_life_loss_is_told() -> None:
    """Whether or not it ends the episode; and the reward is not clipped in the infos."""
    envs = parallel_pool.make("MsPacman-v5", num_envs=1, reward_clip=True, seed=0)
    _, infos = envs.reset()
    lives, lost, best = infos["lives"][0], 0, 0.0
    rng = np.random.default_rng(1)
    for _ in range(1000):
        _, rewards, terminations, _, infos = envs.step(rng.integers(9, size=1))
        assert infos["life_loss"][0] == (infos["lives"][0] < lives)
        assert rewards[0] == np.sign(infos["reward"][0])
        assert infos["reward"].dtype == np.float32
        best = max(best, infos["reward"][0])
        lost += infos["life_loss"][0]
        lives = infos["lives"][0]
        if terminations[0]:
            assert infos["terminated"][0] == 1
            break
    assert lost == 3
    assert best > 1


@pytest.mark.parametrize("options", [{}, {"gray_scale": False}, {"continuous": True}])
@pytest.mark.parametrize("id", ["ALE-KungFuMaster-v5", "ElevatorAction-v5", "Pitfall2-v5"])
def test_states_continue(id: str, options: dict[str, Any]) -> None:
    """Stacks and pictures included, also from the middle of an episode and across pools."""
    envs = parallel_pool.make(id, num_envs=2, seed=1, render_mode="rgb_array", **options)
    other = parallel_pool.make(id, num_envs=3, seed=9, render_mode="rgb_array", **options)
    envs.reset()
    other.reset()
    envs.action_space.seed(2)
    for _ in range(20):
        envs.step(envs.action_space.sample())
    other.set_state([2, 0], envs.get_state())
    for _ in range(20):
        actions = envs.action_space.sample()
        theirs = envs.step(actions)
        ours = other.step(np.stack([actions[1], actions[0], actions[0]]))
        assert np.array_equal(ours[0][[2, 0]], theirs[0])
        assert np.array_equal(ours[1][[2, 0]], theirs[1])
        pictures, expected = other.render(), envs.render()
        assert pictures is not None
        assert expected is not None
        assert np.array_equal(pictures[2], expected[0])
        assert np.array_equal(pictures[0], expected[1])


@pytest.mark.parametrize("id", ["Breakout-v5", "MsPacman-v5", "Asteroids-v5", "Atlantis-v5"])
def test_going_back_to_a_state(id: str) -> None:
    """From any number of steps later: nothing of what was shown meanwhile is left."""
    envs = parallel_pool.make(id, num_envs=1, seed=1)
    envs.reset()
    for step in range(100):
        envs.step([step % 4])
    state = envs.get_state()
    expected = [envs.step([action]) for action in (3, 3, 0)]
    for away in range(1, 5):
        for _ in range(away):
            envs.step([2])
        envs.set_state(None, state)
        for action, result in zip((3, 3, 0), expected, strict=True):
            assert_same(envs.step([action]), result)


@pytest.mark.parametrize("maxpool", [True, False])
def test_resets_show_whole_screens(maxpool: bool) -> None:
    """Also where they equal what was shown before."""
    envs = parallel_pool.make("ALE-Pong-v5", preset="ale", num_envs=1, maxpool=maxpool)
    first = envs.reset(seed=1)
    for _ in range(5):
        envs.step([0])
    assert_same(envs.reset(seed=1), first)


def test_schedules_change_nothing() -> None:
    """Threads and batches, for games whose resets are looked up and others."""
    for id in ("MsPacman-v5", "ALE-Klax-v5"):
        seen = []
        for threads, batch in ((1, 6), (2, 6), (3, 6), (2, 2)):
            envs = parallel_pool.make(
                id, num_envs=6, num_threads=threads, batch_size=batch, seed=3, episodic_life=True
            )
            trajectories: list[list[bytes]] = [[] for _ in range(6)]
            envs.async_reset()
            while min(map(len, trajectories)) < 60:
                observations, rewards, _, _, infos = envs.recv()
                ids = infos.get("env_id", np.arange(6))
                for row, env in enumerate(ids):
                    trajectories[env].append(observations[row].tobytes() + rewards[row].tobytes())
                count = envs.single_action_space.n
                envs.send([len(trajectories[env]) * 7 % count for env in ids], ids)
            seen.append([trajectory[:60] for trajectory in trajectories])
            envs.close()
        assert all(one == seen[0] for one in seen)


def test_many_environments_are_small() -> None:
    """64 of them take less than 16 MB beside their batches (and Gymnasium's batched space)."""
    code = """
import re
def resident():
    with open("/proc/self/status") as file:
        return int(re.search(r"VmRSS:\\s+(\\d+)", file.read())[1]) * 1024
first = parallel_pool.make("Pong-v5", env_type="gym", num_envs=1, seed=1)
first.reset()
first.step(np.zeros(1, int))
before = resident()
envs = parallel_pool.make("Pong-v5", env_type="gym", num_envs=64, num_threads=1)
envs.reset()
envs.step(np.zeros(64, int))
batches = 2 * 64 * (4 * 84 * 84 + 200)
print(resident() - before - batches)
"""
    assert int(assert_clean(run_python(code))) < 16 * 2**20


def test_every_game_can_be_made() -> None:
    for env_type in SINGLE:
        spec = parallel_pool.make_spec(env_type.id)
        game = GAMES[find_game(env_type.id).name]
        assert spec.action_space.n == len(game.minimal_actions)
        full = parallel_pool.make_spec(env_type.id, full_action_space=True)
        assert full.action_space.n == len(game.legal_actions)


def test_a_state_before_an_end_between_two_screens() -> None:
    """What the step shows then is older than its own screens, and part of the state."""
    options: dict[str, Any] = {"preset": "ale", "max_num_frames_per_episode": 48}
    envs = parallel_pool.make("ALE-Freeway-v5", num_envs=1, **options)
    envs.reset(seed=1)
    for step in range(11):
        envs.step([step % 3])
    other = parallel_pool.make("ALE-Freeway-v5", num_envs=1, **options)
    other.set_state(None, envs.get_state())
    expected = envs.step([1])
    assert expected[3][0]
    assert_same(other.step([1]), expected)


@pytest.mark.parametrize("id", ["Pong-v5", "ALE-Pong-v5"])
@pytest.mark.parametrize("option", [{"stack_num": 0}, {"preset": "mine"}])
def test_messages_begin_with_the_id(id: str, option: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^{id}: option '{next(iter(option))}' must"):
        parallel_pool.make(id, **option)
