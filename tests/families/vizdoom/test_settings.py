# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Configurations mean what the reference reads in them, and bad ones are refused in words."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

import parallel_pool
import pytest
from parallel_pool.families.vizdoom import names
from parallel_pool.families.vizdoom.configs import ConfigError, read_config
from parallel_pool.families.vizdoom.settings import resolve

vizdoom = pytest.importorskip("vizdoom")

# Doom's own WAD files are not there.
CONFIGS = [name for name in vizdoom.configs if name not in ("doom.cfg", "doom2.cfg", "oblige.cfg")]


def test_names_are_the_references() -> None:
    def theirs(enumeration: Any) -> dict[str, int]:
        return {name: int(value) for name, value in enumeration.__members__.items()}

    def ours(listed: tuple[str, ...]) -> dict[str, int]:
        return {name: number for number, name in enumerate(listed)}

    assert ours(names.BUTTONS) == theirs(vizdoom.Button)
    assert ours(names.GAME_VARIABLES) == theirs(vizdoom.GameVariable)
    assert ours(names.SCREEN_FORMATS) == theirs(vizdoom.ScreenFormat)
    assert ours(names.AUTOMAP_MODES) == theirs(vizdoom.AutomapMode)
    sizes = {name.removeprefix("RES_") for name in vizdoom.ScreenResolution.__members__}
    assert set(names.RESOLUTIONS) == sizes


@pytest.mark.parametrize("config", CONFIGS)
def test_configurations_are_read_as_the_reference_reads_them(config: str) -> None:
    game = vizdoom.DoomGame()
    game.load_config(str(Path(vizdoom.scenarios_path) / config))
    map_name = "E1M1" if config == "freedoom1.cfg" else game.get_doom_map()  # which has no MAP01
    game.set_doom_map(map_name)
    ours = resolve(config, {"doom_map": map_name})
    assert ours["buttons"] == [int(button) for button in game.get_available_buttons()]
    assert ours["variables"] == [int(one) for one in game.get_available_game_variables()]
    assert (ours["width"], ours["height"]) == (game.get_screen_width(), game.get_screen_height())
    assert ours["screen_format"] == int(game.get_screen_format())
    assert ours["depth"] == game.is_depth_buffer_enabled()
    assert ours["labels"] == game.is_labels_buffer_enabled()
    assert ours["automap"] == game.is_automap_buffer_enabled()
    assert bool(ours["audio_samples"]) == game.is_audio_buffer_enabled()
    assert ours["notifications"] == game.is_notifications_buffer_enabled()
    assert ours["map"] == game.get_doom_map().lower()
    assert ours["start_time"] == game.get_episode_start_time()
    assert ours["timeout"] == game.get_episode_timeout()
    rewards = dict(zip(names.REWARDS, ours["rewards"], strict=True))
    for name, value in rewards.items():
        assert getattr(game, f"get_{name}")() == value, name
    skill = ours["arguments"][ours["arguments"].index("-skill") + 1]
    assert int(skill) == game.get_doom_skill()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("living_reward -1", "line 1: expected 'name = value', got 'living_reward -1'"),
        ("\n\nliving_rewart = 1", "line 3: the setting 'living_rewart' is unknown"),
        ("living_reward = much", "living_reward is a value of type float, got 'much'"),
        ("render_hud = perhaps", "render_hud is a value of type bool, got 'perhaps'"),
        ("available_buttons = {\nATTACK", "expected a list in braces, found no '}'"),
        ("available_buttons = ATTACK }", "expected a list in braces, got 'ATTACK }'"),
    ],
)
def test_bad_configurations(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.cfg"
    path.write_text(text)
    with pytest.raises(ConfigError) as raised:
        read_config(path)
    assert message in str(raised.value)
    assert str(path) in str(raised.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"doom_map": "map77"}, "doom_map 'map77' is in none of the WAD files; there are: map01"),
        ({"doom_skill": 6}, "doom_skill must be from 1 to 5, got 6"),
        ({"screen_resolution": "RES_1X1"}, "screen_resolution is unknown: 'RES_1X1'"),
        ({"available_buttons": ["FIRE"]}, "available_buttons has an unknown name: 'FIRE'"),
        ({"available_buttons": []}, "available_buttons must name at least one button"),
        ({"button_max_value": "ATTACK 3"}, "button_max_value must be a delta button and a number"),
        ({"doom_scenario_path": "none.wad"}, "'none.wad' does not exist; searched: "),
        ({"scenario_config_file": "none.cfg"}, "the configuration 'none.cfg' does not exist"),
        ({"frame_skip": 0}, "frame_skip must be at least 1, got 0"),
        ({"frame_skip": 2**32 + 1}, "frame_skip must be at most 1000000, got 4294967297"),
        ({"max_buttons_pressed": -1}, "max_buttons_pressed must be at least 0, got -1"),
        ({"engine_timeout": 0.0}, "engine_timeout must be positive, got 0"),
        ({"screen_format": "RGB"}, "screen_format is unknown: 'RGB'"),
        ({"automap_mode": "ALL"}, "automap_mode is unknown: 'ALL'"),
        ({"audio_sampling_rate": "SR_1"}, "audio_sampling_rate is unknown: 'SR_1'"),
        ({"audio_buffer_size": 0}, "audio_buffer_size must be at least 1, got 0"),
        ({"notifications_buffer_size": 0}, "notifications_buffer_size must be at least 1, got 0"),
        ({"episode_start_time": -1}, "episode_start_time must be at least 0, got -1"),
        ({"episode_timeout": -1}, "episode_timeout must be at least 0, got -1"),
        ({"available_game_variables": ["LUCK"]}, "available_game_variables has an unknown name"),
        ({"doom_game_path": "none.wad"}, "(doom_game_path) 'none.wad' does not exist"),
    ],
)
@pytest.mark.parametrize("id", ["VizdoomBasic-v1", "VizdoomCigPlayers-v0"])
def test_bad_options(id: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parallel_pool.make(id, **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"img_height": 5000}, "img_height must be at most 4096, got 5000"),
        ({"stack_num": 2**31}, "stack_num must be at most 1024, got 2147483648"),
        ({"frame_skip": 2**31}, "frame_skip must be at most 1000000, got 2147483648"),
    ],
)
def test_bad_sizes_of_envpools_ids(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make("Basic-v1", **options)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"not a wad file at all", "is no WAD file: it begins with b'not '"),
        (b"PWAD", "is damaged: its 4 bytes do not hold a directory"),
        (b"IWAD" + struct.pack("<ii", 9, 12), "is damaged: its 12 bytes do not hold a directory"),
    ],
)
def test_bad_wad_files(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.wad"
    path.write_bytes(content)
    for option in ("doom_scenario_path", "doom_game_path"):
        with pytest.raises(ValueError, match=re.escape(f"{str(path)!r} {message}")):
            parallel_pool.make("VizdoomBasic-v1", **{option: str(path)})


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("D3Battle-v1", "needs D3_battle.wad, which ViZDoom does not bring: set wad_path"),
        ("VizdoomCustom-v1", "set cfg_path to its configuration"),
        ("VizdoomDoomE1M1-S1-v0", "doom.wad"),
    ],
)
def test_files_that_users_bring(id: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(id)


def test_users_files_are_played(tmp_path: Path) -> None:
    """A configuration of theirs, and a main WAD file for the maps of Doom."""
    path = tmp_path / "mine.cfg"
    path.write_text(
        f"doom_scenario_path = {vizdoom.scenarios_path}/basic.wad\n"
        "screen_resolution = RES_160X120\nscreen_format = GRAY8\navailable_buttons = { ATTACK }\n"
    )
    for id, options, shape in (
        ("VizdoomCustom-v1", {"cfg_path": str(path)}, (1, 4, 84, 84)),
        ("VizdoomBasic-v1", {"scenario_config_file": str(path)}, (1, 120, 160, 1)),
        ("VizdoomDoomE1M1-S1-v0", {"doom_game_path": "freedoom1.wad"}, (1, 240, 320, 3)),
    ):
        with parallel_pool.make(id, num_envs=1, **options) as envs:
            observations = envs.reset(seed=0)[0]
            screen = observations["screen"] if isinstance(observations, dict) else observations
            assert screen.shape == shape
