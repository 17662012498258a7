# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every option of games of several players does what it does in the reference, and something."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from parallel_pool import registry

from tests.families.vizdoom.players_side_by_side import PlayersSideBySide
from tests.families.vizdoom.scenario_options import Try, game, scenario
from tests.families.vizdoom.side_by_side import EVERY_REWARD

pytest.importorskip("vizdoom")

CIG = "VizdoomCigPlayers-v0"
DUEL = "VizdoomDuelPlayers-v0"
COOPERATIVE = "VizdoomCooperativePlayers-v0"
SMALL = {"screen_resolution": "RES_160X120", "frame_skip": 4}
# Refused by test_players.py, and tried by test_faults.py.
ELSEWHERE = {"notifications_buffer_enabled", "notifications_buffer_size", "engine_timeout"}

_SHOOTS: dict[str, Any] = {"available_buttons": ["ATTACK", "TURN_LEFT"], "frame_skip": 8}
_FIGHTS: dict[str, Any] = {**_SHOOTS, "num_bots": 4}
_WALKS: dict[str, Any] = {
    "available_buttons": ["MOVE_FORWARD", "SPEED", "TURN_LEFT", "USE"],
    "frame_skip": 12,
}
_AUTOMAP = {"automap_buffer_enabled": True, "automap_mode": "OBJECTS"}


def tries() -> list[Try]:
    """One for each option."""
    return [
        Try("num_players", 3, CIG),
        Try("num_bots", 2, CIG, {"available_game_variables": ["PLAYER_COUNT"]}),
        Try("game_mode", "deathmatch", COOPERATIVE),
        Try("scenario_config_file", "multi_duel.cfg", CIG),
        Try("frame_skip", 3, CIG),
        Try("max_buttons_pressed", 2, DUEL),
        Try("treat_episode_timeout_as_truncation", False, DUEL, {"episode_timeout": 15}),
        Try("use_multi_binary_action_space", False, CIG, shows=False),
        Try("doom_scenario_path", scenario("multi_duel.wad"), CIG),
        Try("doom_game_path", game("freedoom1.wad"), CIG),
        Try("doom_map", "map02", CIG),
        Try("doom_skill", 5, COOPERATIVE, _WALKS),
        Try("episode_start_time", 30, CIG),
        Try("episode_timeout", 15, CIG),
        Try("living_reward", 0.25, CIG),
        Try("death_reward", 3.0, CIG),
        Try("death_penalty", 3.0, CIG),
        Try("map_exit_reward", 3.0, COOPERATIVE, _WALKS, shows=False),
        Try("kill_reward", 3.0, CIG, _FIGHTS, 100),
        Try("secret_reward", 3.0, COOPERATIVE, _WALKS, shows=False),
        Try("item_reward", 3.0, COOPERATIVE, _WALKS, 60),
        Try("frag_reward", 3.0, CIG, _FIGHTS, 100),
        Try("hit_reward", 3.0, CIG),
        Try("hit_taken_reward", 3.0, CIG),
        Try("hit_taken_penalty", 3.0, CIG),
        Try("damage_made_reward", 3.0, CIG),
        Try("damage_taken_reward", 3.0, CIG),
        Try("damage_taken_penalty", 3.0, CIG),
        Try("health_reward", 3.0, CIG),
        Try("armor_reward", 3.0, CIG, _WALKS, 100),
        Try("screen_resolution", "RES_200X125", CIG),
        Try("screen_format", "GRAY8", CIG),
        Try("depth_buffer_enabled", True, CIG),
        Try("labels_buffer_enabled", True, CIG),
        Try("automap_buffer_enabled", True, CIG),
        # Of several players none sees the objects on the map.
        Try(
            "automap_mode",
            "OBJECTS_WITH_SIZE",
            CIG,
            {"automap_buffer_enabled": True},
            shows=False,
        ),
        Try("automap_rotate", True, CIG, _AUTOMAP),
        Try("automap_render_textures", False, CIG, _AUTOMAP),
        Try("automap_render_objects_as_sprites", True, CIG, _AUTOMAP, shows=False),
        Try("audio_buffer_enabled", True, CIG),
        Try("audio_sampling_rate", "SR_11025", CIG, {"audio_buffer_enabled": True}),
        Try("audio_buffer_size", 2, CIG, {"audio_buffer_enabled": True}),
        Try("render_hud", True, CIG),
        Try("render_minimal_hud", True, CIG, {"render_hud": True}),
        Try("render_weapon", False, CIG),
        Try("render_crosshair", True, CIG),
        Try("render_decals", False, CIG, _SHOOTS),
        Try("render_particles", False, CIG, _SHOOTS),
        Try("render_effects_sprites", False, CIG, _SHOOTS),
        Try("render_messages", True, CIG),
        Try("render_corpses", False, CIG),
        Try("render_screen_flashes", False, CIG),
        Try("available_buttons", ["TURN_LEFT_RIGHT_DELTA", "ATTACK"], CIG),
        Try("available_game_variables", ["HEALTH", "POSITION_X"], CIG),
        Try(
            "button_max_value",
            "TURN_LEFT_RIGHT_DELTA 1",
            CIG,
            {"available_buttons": ["TURN_LEFT_RIGHT_DELTA"]},
        ),
        Try("game_args", "+fov 60", CIG),
    ]


_digests: dict[str, str] = {}


def played(id: str, options: dict[str, Any], steps: int, folder: Path) -> str:
    """The digest of a game that equals the reference's."""
    key = repr((id, options, steps))
    if key not in _digests:
        both = PlayersSideBySide(id, {**SMALL, **options}, folder)
        try:
            both.play(steps)
        finally:
            both.close()
        _digests[key] = both.digest.hexdigest()
    return _digests[key]


@pytest.mark.parametrize("id", [CIG, DUEL, COOPERATIVE, "VizdoomDeathmatchPlayers-v0"])
def test_every_option_is_tried(id: str) -> None:
    declared = {name for name, *_ in registry.find(id).options}
    assert {one.name for one in tries()} == declared - ELSEWHERE


# Many at once, for a quick look: what all see, and what each gains and does.
SEEN: dict[str, Any] = {
    **EVERY_REWARD,
    "game_mode": "deathmatch",
    "screen_format": "GRAY8",
    "labels_buffer_enabled": True,
    "depth_buffer_enabled": True,
    "audio_buffer_enabled": True,
    "audio_buffer_size": 2,
    "automap_render_textures": False,
    "render_minimal_hud": True,
    "render_crosshair": True,
    "max_buttons_pressed": 2,
    "doom_map": "map02",
    "available_buttons": ["MOVE_FORWARD", "ATTACK", "TURN_LEFT_RIGHT_DELTA"],
    "button_max_value": "TURN_LEFT_RIGHT_DELTA 3",
    "episode_start_time": 10,
    "episode_timeout": 70,
    "available_game_variables": ["HEALTH", "POSITION_X", "PLAYER_NUMBER"],
}
ENDS: dict[str, Any] = {
    "episode_timeout": 30,
    "frame_skip": 3,
    "use_multi_binary_action_space": False,
    "treat_episode_timeout_as_truncation": False,
    "num_bots": 1,
    "doom_skill": 1,
    "game_args": "+fov 60",
    "render_weapon": False,
}


@pytest.mark.parametrize(("id", "options"), [(COOPERATIVE, SEEN), (DUEL, ENDS)])
def test_many_options_at_once(
    id: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    both = PlayersSideBySide(id, {**SMALL, **options}, tmp_path)
    try:
        both.play(30)
    finally:
        both.close()
    assert both.ended


@pytest.mark.slow
@pytest.mark.parametrize("one", tries(), ids=lambda one: one.name)
def test_an_option_changes_what_it_changes_in_the_reference(
    one: Try, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the reference writes settings
    with_it = played(one.id, one.options, one.steps, tmp_path)
    if one.shows:
        assert with_it != played(one.id, one.beside, one.steps, tmp_path)
